"""Order sheets as all families of games have them: fields, sections, conditions."""

from adjudicator.engine.sheet.conditions import *  # noqa: F403
from adjudicator.engine.sheet.document import *  # noqa: F403
from adjudicator.engine.sheet.facts import *  # noqa: F403
from adjudicator.engine.sheet.fields import *  # noqa: F403
from adjudicator.engine.sheet.reader import *  # noqa: F403
from adjudicator.engine.sheet.trail import *  # noqa: F403
