"""The database tables as SQLAlchemy models; import them from here."""

from correspondence.models.accounts import *  # noqa: F403
from correspondence.models.archive import *  # noqa: F403
from correspondence.models.games import *  # noqa: F403
from correspondence.models.mail import *  # noqa: F403
from correspondence.models.turns import *  # noqa: F403
