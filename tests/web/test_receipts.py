"""What the site tells of signed receipts: to who handed in at once, to everybody when the turn is over."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from adjudicator.documents import Opened, Receipts
from correspondence.receipts import faults_of_file, public_key
from tests.correspondence.people import People
from tests.correspondence.receipts.test_receipts import without_receipts
from tests.web.visitors import Browser, Program

Browsers = Callable[[str], Browser]


def test_the_page_after_handing_in_names_the_receipt(people: People, signed_in: Browsers) -> None:
    game = people.game()
    proof = people.submit(game).proof
    page = signed_in("ada").get(f"/turns/{people.turn(game)}/sheets/1").text
    assert f"Receipt {proof.id}: chain {proof.digest[:32]}, signature {proof.signature[:16]}" in page
    for whole in (proof.at, proof.salt, proof.commitment, proof.digest, proof.signature, proof.key):
        assert f"<code>{whole}</code>" in page


def test_sheet_older_than_receipts_has_a_page_without_one(people: People, signed_in: Browsers) -> None:
    game = people.game()
    people.submit(game)
    without_receipts(people)
    page = signed_in("ada").get(f"/turns/{people.turn(game)}/sheets/1")
    assert page.status_code == 200
    assert 'id="proof"' not in page.text


def test_programs_get_the_proof_and_later_the_chain(program: Callable[[str], Program], people: People) -> None:
    game = people.game({"stark": "ada", "tyrell": "bo"})
    ada, bo, sheet, export = program("ada"), program("bo"), f"/turns/{people.turn(game)}/sheet", f"/games/{game}/export"
    receipt = ada.put(sheet, {}).get_json()
    proof = receipt["proof"]
    assert proof["key"] == public_key(people.store.settings.secret_key)
    opening = Opened(at=proof["at"], sheet=receipt["digest"], salt=proof["salt"])
    assert opening.commitment() == proof["commitment"]
    assert ada.get(sheet).get_json()["proof"] == proof
    assert "receipts" not in bo.get(export).get_json()
    people.adjudicate(game)
    mine, other = (one.get(export).get_json()["receipts"] for one in (ada, bo))
    assert mine["chain"][0]["opened"]["salt"] == proof["salt"]
    assert "opened" not in other["chain"][0]
    assert other["chain"][0]["digest"] == proof["digest"]
    assert faults_of_file(msgspec.convert(other, Receipts)) == []
