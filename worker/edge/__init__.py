"""The site on the internet's edge: whole requests before a thread takes them, limits for each address, time-outs.

gunicorn's master looks after the processes, uvicorn's loop after the connections of one process; a thread is taken only
for a request that has arrived to its last byte. Why: docs/adr/0017-the-edge.md.
"""
