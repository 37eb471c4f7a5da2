"""The state of a game of B'Twixt: editions, positions, decisions and events."""

from adjudicator.btwixt.state.edition import *  # noqa: F403
from adjudicator.btwixt.state.position import *  # noqa: F403
