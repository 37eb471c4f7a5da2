"""What a game of Westeros consists of: pieces, editions and positions; decisions and events have names of their own."""

from adjudicator.thrones.state.board import *  # noqa: F403
from adjudicator.thrones.state.components import *  # noqa: F403
from adjudicator.thrones.state.edition import *  # noqa: F403
