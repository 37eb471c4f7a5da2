"""What each kind of question decides, in a word or two, in the order in which a round comes to them."""

from __future__ import annotations

from narration.words import N_

ASKED = {
    "keep-card": N_("card kept"),
    "play-or-kneel": N_("play or kneel"),
    "use-ability": N_("ability used"),
    "choose-leader": N_("leader chosen"),
    "choose-card": N_("card chosen"),
    "choose-ally": N_("ally chosen"),
    "choose-council": N_("council chosen"),
    "arrange-top": N_("order of the next allies"),
    "order-abilities": N_("order of the abilities"),
}
