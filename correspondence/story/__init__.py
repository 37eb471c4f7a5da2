"""The story: from the adjudicator's records to sentences.

paragraphs = tell(records, edition("first-edition"), translator("en"), seat="stark")
print(plain(paragraphs))
"""

from correspondence.story.paragraph import Aside, Paragraph, Row
from correspondence.story.plain import plain
from correspondence.story.summary import changes, headline, standing_rows
from correspondence.story.tell import tell
from correspondence.story.voice import Voice

__all__ = ["Aside", "Paragraph", "Row", "Voice", "changes", "headline", "plain", "standing_rows", "tell"]
