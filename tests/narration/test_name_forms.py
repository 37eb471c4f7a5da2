"""Names and people in the forms that Italian and Spanish sentences need."""

from __future__ import annotations

import re
from itertools import chain

import pytest
from babel.messages.pofile import read_po

from adjudicator import games
from adjudicator.engine import Counted
from adjudicator.thrones.sheets.battle import SupportRule
from adjudicator.thrones.sheets.warnings.words import warn
from narration.btwixt.condition_phrases import CONDITIONS as BTWIXT
from narration.catalogs import TRANSLATED
from narration.narrators import NARRATORS
from narration.thrones.condition_phrases import CONDITIONS as THRONES
from narration.thrones.questions import refusal_words
from narration.thrones.sheet_words import WORDS
from narration.words import catalog_path, name_forms, translator

FORM = re.compile(r"\{\w+(?::(?:and|or|else|then|list|power))?:([a-z]\w*)(?:\|[^{}]*)?\}")
# Joints of the slots of sheets.
JOINTS = {"and", "or", "else", "then", "list", "power"}


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_form_of_a_translation_is_there(language: str) -> None:
    with catalog_path(language).open("rb") as file:
        for message in read_po(file, locale=language):
            strings = message.string if isinstance(message.string, (list, tuple)) else [message.string]
            forms = {form for text in strings for form in FORM.findall(text)}
            assert forms <= name_forms(language).keys() | JOINTS, message.id


@pytest.mark.parametrize(
    ("language", "typed", "told"),
    [
        ("it", "anyone attacked me", "qualcuno ha attaccato me"),
        ("it", "I opposed enemy", "ho dato supporto contro un'altra Casa"),
        ("it", "stark opposed me last round", "Stark ha dato supporto contro di me nel round scorso"),
        ("it", "I supports attacker", "do supporto all'attaccante"),
        ("es", "anyone attacked me", "alguien me ha atacado a mí"),
        ("es", "opponent attacked stark last round", "el adversario atacó a Stark en la ronda anterior"),
        ("es", "stark opposed me", "Stark ha dado apoyo contra mí"),
        ("es", "I supports attacker", "apoyo al atacante"),
    ],
)
def test_people_stand_behind_prepositions(language: str, typed: str, told: str) -> None:
    edition = games.edition("first-edition")
    v = NARRATORS.of_edition(edition.id).voice(edition, translator(language))
    assert THRONES.tell(THRONES.parse(typed, edition, ()), v) == told


@pytest.mark.parametrize(
    ("language", "typed", "told"),
    [
        ("it", "first player is me", "il primo giocatore sono io"),
        ("it", "pile of left has red", "la pila delle offerte del mio vicino di sinistra contiene una carta rossa"),
        ("it", "tokens in jon-cersei >= 2", "numero di segnalini nel concilio Jon–Cersei ≥ 2"),
        ("es", "first player is me", "el jugador inicial soy yo"),
        ("es", "pile of first player has red", "la pila de puja del jugador inicial contiene una carta roja"),
    ],
)
def test_leaders_stand_behind_prepositions(language: str, typed: str, told: str) -> None:
    edition = games.edition("btwixt")
    v = NARRATORS.of_edition(edition.id).voice(edition, translator(language))
    assert BTWIXT.tell(BTWIXT.parse(typed, edition, ()), v) == told


@pytest.mark.parametrize(
    ("whom", "told"), [("me", "ayudarme a mí"), ("attacker", "ayudar al atacante"), ("stark", "ayudar a Stark")]
)
def test_rules_of_sheets_have_forms_too(whom: str, told: str) -> None:
    edition = games.edition("first-edition")
    v = NARRATORS.of_edition(edition.id).voice(edition, translator("es"))
    assert WORDS.rule(SupportRule(whom=whom), v) == told


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("it", "aiutare l'attaccante nei combattimenti per il Mare Stretto o per Pyke"),
        ("es", "ayudar al atacante en las batallas por el Mar Angosto o Pyke"),
    ],
)
def test_joined_names_of_sheets_have_forms_each(language: str, told: str) -> None:
    edition = games.edition("first-edition")
    v = NARRATORS.of_edition(edition.id).voice(edition, translator(language))
    assert WORDS.rule(SupportRule(whom="attacker", battles=("the-narrow-sea", "pyke")), v) == told


def test_a_builder_shows_prepositions_before_its_places() -> None:
    assert translator("es").open("{doer} attacked {whom}") == "{doer} ha atacado a {whom}"
    assert translator("en").open("{doer} attacked {whom}") == "{doer} attacked {whom}"


@pytest.mark.parametrize(
    ("language", "items", "both", "either"),
    [
        ("es", ("Jon", "Invernalia"), "Jon e Invernalia", "Jon o Invernalia"),
        ("es", ("cobre", "hierro"), "cobre y hierro", "cobre o hierro"),
        ("es", ("Jon", "Pyke", "Hijos"), "Jon, Pyke e Hijos", "Jon, Pyke o Hijos"),
        ("es", ("Jon", "Olenna"), "Jon y Olenna", "Jon u Olenna"),
        ("es", ("Jon", "Ygritte", "Yohn"), "Jon, Ygritte y Yohn", "Jon, Ygritte o Yohn"),
        ("es", ("Jon", "Ygritte"), "Jon e Ygritte", "Jon o Ygritte"),
        ("es", ("7", "8"), "7 y 8", "7 u 8"),
        ("it", ("Jon", "Eddard"), "Jon ed Eddard", "Jon o Eddard"),
        ("it", ("Jon", "Altopiano"), "Jon e Altopiano", "Jon o Altopiano"),
    ],
)
def test_joints_follow_the_sound(language: str, items: tuple[str, ...], both: str, either: str) -> None:
    words = translator(language)
    assert words.both(items) == both
    assert words.either(items) == either


def test_joints_of_conditions_follow_the_sound() -> None:
    edition = games.edition("first-edition")
    v = NARRATORS.of_edition(edition.id).voice(edition, translator("it"))
    assert THRONES.tell(THRONES.parse("sure and stark opposed me", edition, ()), v).startswith(
        "vinco di sicuro e Stark"
    )
    assert translator("es").joined(" or ", ("gano", "hoy")) == "gano u hoy"


@pytest.mark.parametrize(
    ("language", "form", "name", "told"),
    [
        ("it", "da", "Le Dita", "dalle Dita"),
        ("it", "in", "Mare Stretto", "nel Mare Stretto"),
        ("it", "in", "Grande Inverno", "a Grande Inverno"),
        ("it", "in", "Approdo del Re", "ad Approdo del Re"),
        ("it", "in", "Torri Gemelle", "alle Torri Gemelle"),
        ("it", "in", "Costa Pietrosa", "sulla Costa Pietrosa"),
        ("it", "in", "Alto Giardino", "ad Alto Giardino"),
        ("it", "in", "Altopiano", "nell'Altopiano"),
        ("it", "a", "Arryn", "ad Arryn"),
        ("it", "a", "Eddard", "a Eddard"),
        ("it", "e", "Eddard Stark", "ed Eddard Stark"),
        ("it", "e", "Arryn", "e Arryn"),
        ("es", "y", "Invernalia", "e Invernalia"),
        ("es", "y", "Mar Angosto", "y el Mar Angosto"),
        ("it", "di", "Altopiano", "dell'Altopiano"),
        ("it", "per", "Stretto Dorato", "per lo Stretto Dorato"),
        ("es", "a", "Mar Angosto", "al Mar Angosto"),
        ("es", "de", "El Dominio", "del Dominio"),
        ("es", "de", "Puerto Blanco", "de Puerto Blanco"),
        ("es", "el", "Los Gemelos", "los Gemelos"),
    ],
)
def test_areas_stand_behind_prepositions(language: str, form: str, name: str, told: str) -> None:
    assert translator(language).form(form, name) == told


def every_name(language: str) -> set[str]:
    """Names of houses, areas, units, orders and cards of all editions."""
    editions = [games.edition(name) for name in (*games.EDITIONS, "btwixt")]
    tables = [getattr(edition, field) for edition in editions for field in edition.__struct_fields__]
    entries = chain.from_iterable(table.values() for table in tables if isinstance(table, dict))
    return {entry.name.say(language) for entry in entries if hasattr(entry, "name") and hasattr(entry.name, "say")}


@pytest.mark.parametrize(("language", "joint"), [("it", "[ae]"), ("es", "y")])
def test_translations_ask_for_the_form_of_a_name(language: str, joint: str) -> None:
    """So that "a" becomes "ad" before Arryn; names of other slots do not begin with these sounds."""
    bare = re.compile(rf"(?<![\w’']){joint} \{{(?:house|houses|other|card|to_house|victim|holders)[:}}]")
    with catalog_path(language).open("rb") as file:
        for message in read_po(file, locale=language):
            strings = message.string if isinstance(message.string, (list, tuple)) else [message.string]
            assert not any(bare.search(text) for text in strings), message.id


def test_italian_names_have_a_d_before_the_same_vowel() -> None:
    italian, names = translator("it"), every_name("it")
    assert {"Altopiano", "Approdo del Re", "Eddard", "Asha Greyjoy"} <= names
    for name in names:
        bare = not italian.form("il", name)[0].islower()
        to, together = italian.form("a", name), italian.form("e", name)
        assert to.startswith("ad ") == (bare and name[0] == "A"), to
        assert together.startswith("ed ") == (bare and name[0] in "EÈ"), together
        assert (" ed " in italian.both(("Jon", name))) == (name[0] in "EÈ"), name


def test_spanish_names_have_the_joint_of_their_sound() -> None:
    spanish, names = translator("es"), every_name("es")
    assert {"Invernalia", "Obara Sand", "Hondonada", "Yohn Royce Bronce"} <= names
    for name in names:
        sound = name.lower().removeprefix("h").translate(str.maketrans("íó", "io"))
        assert spanish.both(("Jon", name)) == f"Jon {'e' if sound[0] == 'i' else 'y'} {name}"
        assert spanish.either(("Jon", name)) == f"Jon {'u' if sound[0] == 'o' else 'o'} {name}"
        if spanish.form("el", name)[0].isupper():
            assert spanish.form("y", name) == spanish.both(("", name)).strip()


def test_each_of_several_areas_has_its_form() -> None:
    italian, spanish = translator("it"), translator("es")
    areas = ("Mare Stretto", "Le Dita", "Pyke")
    text = italian.say("Routed units in {areas} stand back up.", areas=italian.both(areas))
    assert text == "Le unità in rotta nel Mare Stretto, nelle Dita e a Pyke tornano in piedi."
    assert spanish.say("loses {areas}", areas=spanish.both(("Mar Angosto", "Invernalia"))).endswith(
        "el Mar Angosto e Invernalia"
    )


def test_refusals_have_names_in_their_forms() -> None:
    edition = games.edition("first-edition")
    said = {
        language: refusal_words(
            "stark has no units in the-narrow-sea",
            NARRATORS.of_edition(edition.id).voice(edition, translator(language)),
        )
        for language in TRANSLATED
    }
    assert said == {
        "it": "Stark non ha unità nel Mare Stretto",
        "es": "Stark no tiene unidades en el Mar Angosto",
    }


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "Winterfell can have 1 knight when it marches, not 3: name fewer, or all"),
        ("it", "marcia da Grande Inverno: al massimo 1 cavaliere, non 3; indicane meno, oppure tutte"),
        (
            "es",
            "cuando se marche desde Invernalia, allí puede haber como mucho 1 caballero, no 3: indica menos, o «todas»",
        ),
    ],
)
def test_units_of_warnings_are_counted(language: str, told: str) -> None:
    edition = games.edition("first-edition")
    v = NARRATORS.of_edition(edition.id).voice(edition, translator(language))
    warning = warn("more-units-than-there", "marches", area="winterfell", pieces="1 knight", count=3)
    assert refusal_words(warning.words, v) == told


def test_tables_of_messages_count_by_a_value() -> None:
    message = Counted("{n} hours", "{n} hour", "n")
    assert [translator("en").say(message, n=n) for n in (1, 2)] == ["1 hour", "2 hours"]
