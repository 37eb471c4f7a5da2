"""`python -m worker` is the command `rookery`."""

from worker.cli import main

main()
