"""The site's HTTP edge: buffers whole requests, limits addresses, time-outs.

gunicorn's master manages the processes, uvicorn's loop the connections of a process; a thread is used only for a fully
received request. Why: docs/adr/0017-the-edge.md.
"""
