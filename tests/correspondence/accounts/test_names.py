"""Names that would be taken for another's are not given, however they are written; those there are stay."""

from __future__ import annotations

import pytest

from correspondence.games.access import stands_for_another
from correspondence.input_validation import Invalid, looks, mixes_scripts
from correspondence.sign_in.use_cases import get_or_create_account, update_profile
from tests.correspondence.people import People

TAKEN = ["Stark", "stark", "House Stark", "Casa Lannister", "Targaryen", "St\u00e4rk", "S t a r k", "5tark", "Tyre11"]
TAKEN += ["the service", "il servizio", "Steward", "The game master", "a former player", "A Player", "Rookery", "ADMIN"]
# Greek and Cyrillic emails alone; wide emails.
TAKEN += ["\u0405\u0442\u0430\u0433k", "\uff33\uff34\uff21\uff32\uff2b"]
FREE = [
    "Ada",
    "Jon Stark",
    "Starkad",
    "Rook",
    "\u00dcnal",
    "\u0414\u043c\u0438\u0442\u0440\u0438\u0439",
    "\u5c71\u7530",
]


@pytest.mark.parametrize("name", [*TAKEN[:17], TAKEN[-1]])
def test_names_of_others_are_taken(name: str) -> None:
    assert stands_for_another(name)


@pytest.mark.parametrize("name", FREE)
def test_names_of_people_are_free(name: str) -> None:
    assert not stands_for_another(name)
    assert not mixes_scripts(name)


@pytest.mark.parametrize("name", ["\u0410d\u0430", "\u0391laska", "Bo \u0410da", "\u0455tark"])
def test_words_of_several_alphabets_are_refused(name: str) -> None:
    assert mixes_scripts(name)


@pytest.mark.parametrize("name", ["\u5c71\u7530Taro", "Ada \u0414\u0438\u043c\u0430", "\u20ac5", "na\u00efve"])
def test_what_is_written_together_is_taken(name: str) -> None:
    assert not mixes_scripts(name)


def test_looks_are_compared() -> None:
    assert looks("pay\u0440al") == looks("PAYPAL") == looks("paypa1")
    assert looks("ada") != looks("bo")


def test_a_profile_takes_no_name_of_another_and_keeps_its_own(people: People) -> None:
    with people.store.begin() as session:
        ada = people.account_in(session, "ada")
        for name, code in (("Stark", "reserved-name"), ("\u0410d\u0430", "mixed-letters")):
            with pytest.raises(Invalid, match=code) as refused:
                update_profile(session, ada, name=name, language="en", zone="UTC")
            assert refused.value.field == "name"
        ada.name = "Stark"
        update_profile(session, ada, name="Stark", language="it", zone="UTC")
        assert (ada.name, ada.language) == ("Stark", "it")


def test_an_address_makes_no_such_name(people: People) -> None:
    with people.store.begin() as session:
        assert get_or_create_account(session, "stark@rookery.example", people.now).name.startswith("stark ")
        assert get_or_create_account(session, "bran@rookery.example", people.now).name == "bran"
