"""The few words printed on the map, by language; names of areas, houses and cards come from the edition."""

from __future__ import annotations

_WORDS = {
    "en": {
        "title": "Westeros",
        "iron-throne": "Iron Throne",
        "fiefdoms": "Fiefdoms",
        "kings-court": "King’s Court",
        "supply": "Supply",
        "round": "Round",
        "wildlings": "Wildlings",
        "victory": "Victory",
        "dragons": "Dragons",
        "iron-bank": "The Iron Bank of Braavos",
        "loyalty": "Loyalty",
        "commander": "Commander",
        "houses": "Houses",
        "set-up": "Set-up",
        "westeros": "Westeros phase",
        "planning": "Planning",
        "raven": "The raven",
        "raids": "Raids",
        "marches": "Marches",
        "consolidation": "Power",
        "over": "The end",
    },
    "it": {
        "title": "Westeros",
        "iron-throne": "Trono di Spade",
        "fiefdoms": "Feudi",
        "kings-court": "Corte del Re",
        "supply": "Rifornimenti",
        "round": "Turno",
        "wildlings": "Bruti",
        "victory": "Vittoria",
        "dragons": "Draghi",
        "iron-bank": "La Banca di Ferro di Braavos",
        "loyalty": "Lealtà",
        "commander": "Comandante",
        "houses": "Casate",
        "set-up": "Preparazione",
        "westeros": "Fase Westeros",
        "planning": "Pianificazione",
        "raven": "Il corvo",
        "raids": "Incursioni",
        "marches": "Marce",
        "consolidation": "Potere",
        "over": "Fine",
    },
    "es": {
        "title": "Poniente",
        "iron-throne": "Trono de Hierro",
        "fiefdoms": "Feudos",
        "kings-court": "Corte del Rey",
        "supply": "Suministro",
        "round": "Ronda",
        "wildlings": "Salvajes",
        "victory": "Victoria",
        "dragons": "Dragones",
        "iron-bank": "El Banco de Hierro de Braavos",
        "loyalty": "Lealtad",
        "commander": "Comandante",
        "houses": "Casas",
        "set-up": "Preparación",
        "westeros": "Fase de Poniente",
        "planning": "Planificación",
        "raven": "El cuervo",
        "raids": "Incursiones",
        "marches": "Marchas",
        "consolidation": "Poder",
        "over": "Fin",
    },
}

LANGUAGES = frozenset(_WORDS)


def known(language: str) -> str:
    """The language itself if the map's words exist in it, else English."""
    return language if language in LANGUAGES else "en"


def say(word: str, language: str) -> str:
    """A printed word in a language, in English where that is unknown; a word that isn't listed is made readable."""
    listed = _WORDS.get(language, _WORDS["en"])
    return listed.get(word) or word.replace("-", " ").capitalize()
