"""The auction in words, as a drawing and as a form."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from atlas.drawer import Drawer
from atlas.raster import rasterise
from atlas.svg import PLAIN, Look, tag, words
from narration.narrator import Narrator, Voice
from narration.paragraph import Question


class AuctionNarrator(Narrator):
    """Tells what was sold to whom."""

    def sentence(self, event: Any, v: Voice) -> str:
        match getattr(event, "__struct_config__", None) and event.__struct_config__.tag:
            case "round-began":
                return f"Lot {event.round}: {event.lot}"
            case "lot-sold":
                bids = ", ".join(f"{v.house(house)} {coins}" for house, coins in event.bids.items())
                return f"{v.house(event.to) if event.to else 'Nobody'} has the {event.lot} ({bids})"
            case "auction-over":
                return f"{v.houses(event.winners)} wins the auction"
            case "issued":
                return f"Edict, {self.override(event.override, v)}: {event.reason}"
        return super().sentence(event, v)

    def answer(self, answer: Mapping[str, Any], v: Voice) -> str:
        return f"{answer['coins']} coins"

    def question(self, decision: Any, board: Any, v: Voice) -> Question:
        return Question(f"What do you bid for the {decision.lot}? You have {decision.up_to} coins.")


class AuctionDrawer(Drawer):
    """A row of purses."""

    def draw(self, view: Any, look: Look = PLAIN) -> str:
        ((name, lines),) = self.layers(view, look).items()
        return tag(
            "svg",
            tag("g", *lines, id=name),
            xmlns="http://www.w3.org/2000/svg",
            viewBox="0 0 400 200",
            width=400,
            height=200,
        )

    def layers(self, view: Any, look: Look = PLAIN) -> dict[str, tuple[str, ...]]:
        lines = enumerate(self.lines(view, look.language))
        return {"map-purses": tuple(tag("text", words(line), x=10, y=30 + 20 * n) for n, line in lines)}

    def picture(
        self, view: Any, look: Look = PLAIN, *, width: int = 1000, cache: Path | None = None, few: bool = False
    ) -> bytes:
        return rasterise(self.draw(view, look), width)

    def size(self, edition_id: str, board: Any) -> tuple[int, int]:
        return (400, 200)

    def lines(self, view: Any, language: str = "en") -> list[str]:
        return [f"{house}: {coins} coins" for house, coins in view.board.purses.items()]
