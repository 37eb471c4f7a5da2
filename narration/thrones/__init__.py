"""The story: from the adjudicator's records to sentences.

paragraphs = tell(records, edition("first-edition"), translator("en"), seat="stark")
print(plain(paragraphs))
"""

from narration.paragraph import Aside, Paragraph, Row
from narration.plain import plain
from narration.thrones.summary import changes, headline, standing_rows
from narration.thrones.tell import tell
from narration.thrones.voice import Voice

__all__ = ["Aside", "Paragraph", "Row", "Voice", "changes", "headline", "plain", "standing_rows", "tell"]
