"""The content of a Westeros game: pieces, editions and positions."""

from adjudicator.thrones.state.board import *  # noqa: F403
from adjudicator.thrones.state.components import *  # noqa: F403
from adjudicator.thrones.state.edition import *  # noqa: F403
