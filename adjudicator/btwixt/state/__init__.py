"""What a game of B'Twixt consists of: editions and positions; decisions and events have names of their own."""

from adjudicator.btwixt.state.edition import *  # noqa: F403
from adjudicator.btwixt.state.position import *  # noqa: F403
