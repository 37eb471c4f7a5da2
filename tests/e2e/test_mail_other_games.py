"""One round by mail of the other games, by people who write in three languages."""

from __future__ import annotations

import re
from pathlib import Path

from tests.e2e import mail_programs
from tests.e2e.correspondents import Correspondent, in_one_line, typed_in
from tests.e2e.mail_table import results, seated, taking_mail
from tests.e2e.relay import relay

LEADERS = (
    ("ned", "cersei", mail_programs.gmail),
    ("carlo", "doran", mail_programs.k9, "it"),
    ("ines", "euron", mail_programs.thunderbird, "es"),
)
HOUSES = (
    ("ned", "stark", mail_programs.gmail),
    ("carlo", "lannister", mail_programs.k9, "it"),
    ("ines", "baratheon", mail_programs.thunderbird, "es"),
    ("balon", "greyjoy", mail_programs.outlook),
)


# Allies that choose where they go, whatever was said.
OWN_WAY = ("Jaqen", "Mance", "Sansa")
CLAIMED = re.compile(r"Cersei claims (\D+) \(\d+\)(?: for|, whose own text says where: to) the (\S+) council\.")
RECEIVED = {
    "en": ("Your orders are in: version 1.", "You are ready."),
    "it": ("Hai consegnato gli ordini: versione 1.", "Hai dato il via."),
    "es": ("Has entregado tus órdenes: versión 1.", "Has dado el visto bueno."),
}


def hand_in(who: Correspondent, language: str, text: str) -> str:
    """Answer the email of the turn; the answer, its lines as one, says in the player's language that it is in."""
    told = who.ask(text)
    for words in RECEIVED[language]:
        assert words in told, told
    return in_one_line(told)


def outcome(who: Correspondent) -> str:
    """What the email with the results of the first turn says, its lines as one."""
    return in_one_line(who.wait_for(lambda: results(who), f"the results for {who.name}")[0])


def test_a_round_of_programmes(tmp_path: Path) -> None:
    """Bids and councils are typed; who wins claims for the council that was named."""
    with relay() as server, taking_mail(tmp_path, server) as house:
        (ned, carlo, ines), _ = seated(house, server, LEADERS, edition="btwixt")
        told = hand_in(ned, "en", "BID enough, stay upto 30\nCOUNCILS claim: with doran\nREADY")
        typed = "CLEAR BID enough, stay upto 30 COUNCILS claim: with-doran"
        assert typed in told
        told = hand_in(carlo, "it", "OFFRI inginocchiati\nCONCILI conquista: il mio più debole; evita destra\nPRONTO")
        assert "CONCILI conquista: mio-più-debole, evita destra" in told
        told = hand_in(ines, "es", "PUJA suficiente hasta 9 si round > 3\n  si no de rodillas\nLISTO")
        assert "PUJA suficiente hasta 9" in told
        story = outcome(ned)
        assert "Cersei wins the bid" in story
        # Some allies die as soon as they are won, and leave nobody to claim.
        claimed = CLAIMED.search(story)
        assert claimed or "There is no ally left for Cersei to claim." in story, story
        assert claimed is None or "Doran" in claimed[2] or claimed[1].startswith(OWN_WAY)
        # What was meant comes again, to begin the next sheet with.
        assert typed in story
        assert "Doran si inginocchia." in outcome(carlo)
        assert "Sono stati usati i tuoi ordini, versione 1." in outcome(carlo)
        assert "Tus órdenes (regla 2 de tu programa): jugar o arrodillarse: arrodillarse." in outcome(ines)


def test_a_hostage_is_asked_for_and_given(tmp_path: Path) -> None:
    """An offer in English and an answer to it in Italian meet; a plan of the bot is sent back in Spanish."""
    with relay() as server, taking_mail(tmp_path, server) as house:
        (ned, carlo, ines, balon), _ = seated(house, server, HOUSES, edition="storm-of-swords")
        orders = "ORDERS Winterfell D+1; The Twins S; Greywater Watch: consolidate power"
        told = hand_in(ned, "en", f"{orders}\nOFFER Eddard Stark, to Lannister, power 4\nREADY")
        assert "offer 4 power for Eddard Stark to Lannister" in told
        orders = "ORDINI Lannisport difesa+1\n  Approdo del Re supporto\n  Tana Profonda difesa+2"
        told = hand_in(carlo, "it", f"{orders}\nRISPONDI Eddard Stark, da Stark, potere 3\nPRONTO")
        assert "accettare offerte per Eddard Stark da Stark, se portano 3 segnalini Potere" in told
        hand_in(balon, "en", "ORDERS Pyke D+1; Flint's Finger S; Cape of Eagles D+2\nREADY")
        plan = typed_in(ines.ask("SUGIERE"))
        hand_in(ines, "es", f"{plan}LISTO")
        assert "Stark asks Lannister for Eddard Stark and offers 4 power." in outcome(ned)
        story = outcome(carlo)
        assert "Lannister accetta ciò che Stark offre." in story
        assert "Eddard Stark lascia la cella di Lannister" in story
        assert "Lannister acepta lo que ofrece Stark." in outcome(ines)
        assert "Eddard Stark is released from Lannister's cell" in outcome(balon)
