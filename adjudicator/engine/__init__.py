"""What every family of games is built of."""

from adjudicator.engine.bulk import *  # noqa: F403
from adjudicator.engine.chance import *  # noqa: F403
from adjudicator.engine.data_files import *  # noqa: F403
from adjudicator.engine.decision import *  # noqa: F403
from adjudicator.engine.game import *  # noqa: F403
from adjudicator.engine.names import *  # noqa: F403
from adjudicator.engine.overrides import *  # noqa: F403
from adjudicator.engine.step import *  # noqa: F403
from adjudicator.engine.values import *  # noqa: F403
from adjudicator.engine.what_if import *  # noqa: F403
