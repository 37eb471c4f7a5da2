"""stub"""


def register_api(app):
    pass
