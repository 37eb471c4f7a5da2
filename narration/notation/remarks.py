"""Lines that no instruction was read from: whether they nevertheless speak of the game, order something, or take
something back."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import dropwhile
from typing import NamedTuple

from narration.notation.amounts import COUNTED
from narration.notation.cursor import Token, Tongue
from narration.notation.remark_words import (
    AMOUNTS,
    DISOWNS,
    KINDLY,
    NUMBERS,
    PERSONS,
    POINTING,
    TIMES,
    UNFINISHED,
    WAVERING,
    has,
)
from narration.notation.words import COMMANDS, Names, Phrases, Said, phrases, said, spelt


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# Sorts of names by what they mean for an instruction.
_KINDS = {
    **dict.fromkeys(("area", "council"), "place"),
    **dict.fromkeys(("house", "leader"), "house"),
    **dict.fromkeys(("order", "type"), "order"),
    **dict.fromkeys(("track", "auction"), "track"),
    **dict.fromkeys(("card", "loan", "tactic", "ally", "tag", "alliance"), "card"),
    "unit": "unit",
}
# Kinds that together have the shape of an instruction.
_PAIRS = tuple(
    map(
        frozenset,
        (
            *(("place", other) for other in ("order", "unit", "number", "track")),
            *(("order", other) for other in ("house", "unit", "card")),
            *(("number", other) for other in ("track", "unit", "card")),
        ),
    )
)
MAX_NAME_WORDS = 5
# Of a longer line the beginning is looked at, and nobody thinks it prose.
MAX_WORDS = 400
# Shorter beginnings of words and of names are too often something else.
MIN_BEGINNING = 6
MIN_CARD = 4
_SHORT_ORDER = re.compile(r"[a-z]{1,2}[+-][0-9]")
_SMALL = re.compile(r"[0-9]{1,2}")
# Before a number that counts rounds and days, and no pieces.
_COUNTERS = _words("round rounds turn turns game games turno turni partita ronda rondas turnos partida")
# Everyday words that names of the games begin with or are.
_EVERYDAY = _words(
    """arbor bite reach fingers twins court claim march throne hound winter summer castle golden sunset narrow orange
    three towers eastern western northern white black stone prince princes mountain mountains finger watch grande
    castello guardia vedova torre torri morso montagne passo punta costa stretto estate corte fondo terre antigua
    estrecho puerto blanco bosque gemelos principe montana montanas valle tierras atalaya verano hierro hombres hielo
    castillo negro dedos mordisco dominio uomini ghiaccio event events ah ant bc bit dry mm nor pen pm tu hombre"""
)
# Of the commonest words with which sentences begin those that are keywords or near one.
COMMON = _words(
    """all alla alli aquello are cada cara care cari caro despues disculpad era estamos esto fra incluso keep las long
    los male move muchas must off para pasa peggio per prego prendi read really recuerda said sara scusa senza this
    tiene tienes tieni time tonight tras use usted vale voi"""
)
# What a player says who wants the same again.
_AGAIN = phrases(
    {
        "": said(
            "same as/the same/same again/same orders/same for/as before/as last/last round/last turn/last time/"
            "unchanged/repeat/previous/ditto",
            "come prima/come il/come la/come l/round scorso/turno scorso/scorso round/scorso turno/"
            "ultima volta/ultimo turno/lo stesso/la stessa/lultima volta/lultimo turno/lultimo round/stessi/"
            "stesse/uguale/uguali/ripeti/idem",
            "lo mismo/los mismos/las mismas/como antes/como la/como el/igual que/resto igual/"
            "ronda pasada/turno pasado/ultima vez/ultimo turno/repite/repito",
        )
    }
)
# What a mail brings, as its first line says.
_ORDERS = _words("orders order moves ordini ordine mosse ordenes orden jugadas")
_HOW = _words("how hows whats wie come che como que")
_BLUNT = _words("no not nope non")
_MINE = _words("my mine our ours miei mie nostri nostre mis mias nuestras")
_NOT_YET = phrases(
    {"": said("not ready/not yet/hold on", "non pronto/non sono pronto/non ancora", "no listo/todavia no")}
)
_GREETINGS = _words("hi hello hey dear greetings ciao salve buongiorno buonasera caro cara hola buenas buenos")
# With these somebody takes back what stands before, wherever they stand in a line ...
_TAKES_BACK = phrases(
    {
        "": said(
            "no wait/scratch that/scratch it/strike that/forget that/forget the above/ignore that/ignore the above/"
            "ignore the last/ignore this/cancel that/on second thought/on second thoughts/changed my mind/"
            "take that back/take it back/swap them/other way round/other way around/just kidding/only kidding/"
            "was joking/wrong game/just thinking/dont take this/take back",
            "no aspetta/no aspettate/come non detto/ripensandoci/ho cambiato idea/mi correggo/annulla quello/scherzavo/"
            "stavo scherzando/al contrario/il contrario/ignora questa/ignorate questa",
            "no espera/no esperad/pensandolo mejor/he cambiado de idea/olvida eso/ignora eso/corrijo/mejor no/"
            "al reves/lo contrario/era broma/era una broma/estaba bromeando/ignora este",
        )
    }
)
# ... and with these where the line says little else, or speaks of the game.
_MAY_TAKE_BACK = phrases(
    {
        "": said(
            "forget it/never mind/nevermind/change of plan/i meant/i mean/my mistake/make that/make it/instead/rather/"
            "was wrong/were wrong/one more so",
            "volevo dire/intendevo/ho sbagliato/lascia perdere/lasciate perdere/cambio di programma/dimentica quello/"
            "invece/scherzo/era sbagliato",
            "cambio de idea/cambio de planes/quise decir/queria decir/me equivoque/no importa/olvidalo/"
            "en cambio/era falso",
        )
    }
)
MAX_LITTLE = 4
# With these at its beginning a line that speaks of the game changes what stands before, or says when it counts.
CHANGING = _words(
    """no not nope actually instead rather but only unless except without sorry oops correction wait better if when
    dont cancel forget ignore scratch change maybe perhaps or otherwise anzi invece piuttosto pero ma solo
    soltanto tranne salvo eccetto senza scusa scusate ops correzione aspetta meglio se quando non annulla dimentica
    ignora cambia forse magari oppure altrimenti mejor sino pero solo solamente salvo excepto sin perdon ups correccion
    espera si cuando cancela olvida cambia quiza quizas o plus once until till provided assuming
    minus meno menos was were era erano fue eran"""
)
# With these first, or with _UNREAL in it, a line just above orders says that they are none, or not yet.
_BEFORE = _words(
    """if unless when maybe perhaps or either not dont se quando forse magari oppure non si cuando quiza quizas"""
)
_UNREAL = phrases(
    {
        "": said(
            "only if/only when/draft/example/last round/last turn/yesterday i/for tomorrow/"
            "to do tomorrow/will probably/would probably/i would do/in your place/i asked/i told/id do/i might/"
            "proposal/suggestion/suggested/proposed/tell me/said he/said hed/"
            "said she/said shed/said they/said theyd",
            "solo se/solo quando/soltanto se/bozza/esempio/turno scorso/scorso turno/round scorso/scorso round/ieri ho/"
            "da fare domani/per domani/secondo me/farei/proposta/propongo/suggerisco/al posto di/al posto tuo/"
            "al tuo posto/gli ho chiesto/le ho chiesto/ha detto che",
            "solo si/solo cuando/solamente si/borrador/ejemplo/ronda pasada/turno pasado/ayer/para manana/"
            "segun creo/haria/propuesta/propongo/sugiero/en lugar de/en tu lugar/le pedi/dijo que",
        )
    }
)
# Beside READY these keep it from counting.
_UNSURE = phrases(
    {
        "": said(
            "draft/ignore/not sure/not really/do not/dont/other orders/not by far/might change/may change",
            "bozza/ignora/ignorate/non sono sicuro/non sono sicura/non contare",
            "borrador/no estoy seguro/no estoy segura/no cuentes",
        )
    }
)
MAX_SHORT = 7
# What begins so is a courtesy, and changes nothing.
_COURTESIES = tuple(
    f"{text} "
    for text in said(
        "back in/back on/that should do/no hurry/no rush/no worries/no problem/no pressure/no need/"
        "no questions/sorry for/sorry about/sorry i/"
        "sorry im/sorry all/sorry guys/sorry everyone/better luck/maybe next/no idea/not bad/no hard/no comment/"
        "once again/once more/thats all/that is all/thats it/that is it/thats everything/that is everything/"
        "but thanks/but thank/if you need/if you want/if you have/if you like/dont worry/dont hesitate",
        "questo e tutto/e tutto/tutto qui/scusa per/scusate per/scusa il/scusate il/ma grazie/se vuoi/se volete/"
        "se puoi/non preoccuparti/senza fretta/"
        "senza rancore/meglio tardi/scusate ragazzi/scusate tutti",
        "eso es todo/es todo/nada mas/no pasa/no hay/no te preocupes/perdon por/perdon la/si quieres/si quereis/"
        "pero gracias/sin prisa/"
        "sin mas/sin rencor/mejor tarde/perdon a",
    ).every()
)
# Before which a line may have other words of no weight.
_FILLERS = _words("oh ah hmm uh um well ok okay eh beh bueno bah ay e y and then poi luego")


@lru_cache(maxsize=16)
def _table(names: Names) -> Phrases[str]:
    """The kinds of all whole names of a game."""
    table: Phrases[str] = Phrases(())
    for sort, kind in _KINDS.items():
        for text in names.index((sort,)).whole:
            if not text.isdecimal():
                table.known.setdefault(text, kind)
    table.measure()
    return table


class Ordered(NamedTuple):
    """What entries speak of: ids of places, kinds of names, whether of somebody or a card, whether of numbers;
    `loud`: by keywords in capitals alone."""

    named: frozenset[str]
    kinds: frozenset[str]
    persons: bool
    numbers: bool
    loud: bool


def ordered(entries: Sequence[Remark], *, loud: bool) -> Ordered:
    """What entries speak of, all together."""
    named = frozenset(one for entry in entries for one in entry.named)
    kinds = frozenset(kind for entry in entries for kind in entry.kinds)
    return Ordered(named, kinds, any(one.persons for one in entries), any(one.numbers for one in entries), loud)


class Remark:
    """A line that was read as prose: `kinds` is what it names, by kind, `named` the ids of its places."""

    def __init__(self, words: Sequence[Token], tongue: Tongue, vocabulary: Mapping[str, Said]) -> None:
        self.words, self.tongue = [token for token in words[:MAX_WORDS] if token.value is None], tongue
        self.places, self.cut = 0, len(words) > MAX_WORDS
        self.named: set[str] = set()
        self.kinds = self._kinds(vocabulary)
        self.plain = [word for token in self.words for word in token.spelt.split() if word[0].isalnum()]

    @property
    def instructs(self) -> bool:
        """Whether it has the shape of an instruction: an area and an order, a track and a number, and the like."""
        return self.places > 1 or any(pair <= self.kinds for pair in _PAIRS)

    @property
    def begins(self) -> str:
        """The kind of the name with which it begins; `code` for letters that stand for an area."""
        if not self.words or self.words[0].quoted is not None:
            return ""
        names, plain = self.tongue.names, self.words[0].spelt
        return self._named(0)[0] or ("code" if plain in names.shorts.get("area", {}) else "")

    @property
    def takes_back(self) -> bool:
        """Whether it takes back or changes what stands before it."""
        spoken = self.kinds - {"house", "number"}
        if self._has(_TAKES_BACK) or (spoken or len(self.plain) <= MAX_LITTLE) and self._has(_MAY_TAKE_BACK):
            return True
        if self._wavers:
            return True
        # "Mejor apoyo", "anzi": what stands behind says what is wanted instead.
        little = len(self.plain) <= MAX_LITTLE and (bool(self.kinds) or not self._has(_NOT_YET))
        little = little or self._terse and not self._postpones
        # "Not for Martell, for me."
        denies = self.plain[:1] == ["not"] and bool(self.kinds)
        return self.changes and (bool(spoken) or little or denies)

    @property
    def _wavers(self) -> bool:
        """Whether it disowns what stands beside it, or is short and points at it: "that is too much", "the other"."""
        if not self.plain:
            return any(token.text[-1:] in "?0123456789" for token in self.words)
        if f"{' '.join(self.plain)} ".startswith(_COURTESIES) or self._affirms:
            return False
        if self._postpones:
            return False
        pointing = "house" in self.kinds and not POINTING.isdisjoint(self.plain) or self._of_others
        refuses = self.plain[0] in _BLUNT and len(self.plain) <= MAX_SHORT
        if refuses or self._has(DISOWNS) or self._little and self._terse and not self._signs:
            return True
        return self._terse and (pointing or not WAVERING.isdisjoint(self.plain))

    @property
    def corrects(self) -> bool:
        """Whether, as a comment behind an instruction, it says another thing."""
        return self.changes or self._has(_TAKES_BACK) or self._has(DISOWNS)

    @property
    def _little(self) -> bool:
        """Whether it has hardly a word, and names no place that would be another than that of an order beside it."""
        return len(self.plain) <= MAX_LITTLE and not self.named

    @property
    def _postpones(self) -> bool:
        """Whether its writer is not ready yet, and takes nothing back."""
        return self._has(_NOT_YET) or self._has(_UNSURE) or self.unfinished

    @property
    def _of_others(self) -> bool:
        """Whether it says of what stands beside it that these are orders, and not whose: "those were his orders"."""
        points = self.plain[0] in POINTING and (self._has(_AGAIN) or not _ORDERS.isdisjoint(self.plain))
        return points and _MINE.isdisjoint(self.plain)

    @property
    def polite(self) -> bool:
        """Whether it is a courtesy, and speaks of nothing in the game."""
        return not (self.kinds or KINDLY.isdisjoint(self.plain) or self.takes_back)

    @property
    def _signs(self) -> bool:
        """Whether it may be somebody's name."""
        letters = [word.text[0] for word in self.words if word.text[0].isalpha()]
        return bool(letters) and all(letter.isupper() for letter in letters)

    @property
    def _terse(self) -> bool:
        """Whether it is short and says nothing polite."""
        return len(self.plain) <= MAX_SHORT and KINDLY.isdisjoint(self.plain)

    def bends(self, entries: Ordered) -> bool:
        """Whether it speaks of what entries beside it order: of the same place, or of what they have and it gives no
        place for; of a number beside theirs."""
        if entries.named & self.named and KINDLY.isdisjoint(self.plain):
            return True
        if entries.persons and (self.persons or self._terse and not PERSONS.isdisjoint(self.plain)):
            return True
        if "order" in self.kinds and entries.named and not self.named and self._terse:
            return True
        if "house" in self.kinds and entries.numbers and KINDLY.isdisjoint(self.plain) and not self._signs:
            return True
        shared = entries.kinds & self.kinds & {"order", "track", "card", "unit", "house"}
        if shared and not self.named and self._terse:
            return True
        return entries.numbers and (self.numbers or self._terse and not AMOUNTS.isdisjoint(self.plain))

    @property
    def persons(self) -> bool:
        """Whether it names a card or somebody, also by one word of the name."""
        names = (word for word in self.plain if len(word) >= MIN_CARD and word not in _EVERYDAY | COMMON)
        return "card" in self.kinds or any(
            self.tongue.names.matches(word, ("card", "leader", "ally")) for word in names
        )

    @property
    def numbers(self) -> bool:
        """Whether it says a number, in words too: none of rounds or days."""
        words = [*self.plain, ""]
        in_words = any(word in NUMBERS and words[place + 1] not in TIMES for place, word in enumerate(self.plain))
        return "number" in self.kinds or in_words

    @property
    def changes(self) -> bool:
        """Whether it begins as what changes something does, and as no courtesy: "sorry for the delay", "sí, claro"."""
        rest = list(dropwhile(lambda word: word in _FILLERS, self.plain))
        text = f"{' '.join(rest)} "
        return bool(rest) and rest[0] in CHANGING and not text.startswith(_COURTESIES) and not self._affirms

    @property
    def _affirms(self) -> bool:
        """Whether its first word is the Spanish for yes, which has an accent, and no "if"."""
        return self.words[0].text.lower() in ("s\u00ed", "s\u00ec")

    def belies(self, *, near: bool) -> bool:
        """Whether, above orders, it says that they are none: a condition just above them (`near`), a draft, what was or
        what may be."""
        begins = bool(self.plain) and near and self.plain[0] in _BEFORE and not self._affirms
        tables = (_UNREAL, DISOWNS, _TAKES_BACK, _NOT_YET)
        return begins or near and (self.asks or self._of_somebody) or any(map(self._has, tables))

    @property
    def asks(self) -> bool:
        """Whether it is a question, and not how somebody is."""
        polite = self.plain[:1] and self.plain[0] in _HOW or not KINDLY.isdisjoint(self.plain)
        return bool(self.words) and "?" in self.words[-1].text and not polite

    @property
    def _of_somebody(self) -> bool:
        """Whether, above orders, it speaks of a house, and does not only say whose they are: "Lannister will do"."""
        introduces = not _ORDERS.isdisjoint(self.plain) or not _GREETINGS.isdisjoint(self.plain) or "here" in self.plain
        return "house" in self.kinds and len(self.plain) > 2 and not introduces

    def unsettles(self, *, above: bool) -> bool:
        """Whether beside READY it says that it is not meant so, or not yet; `above`: just above it."""
        if above:
            # "I am not quite" goes on with the line below.
            wrapped = self._terse and self.words[-1].text[-1].isalnum() and not self._signs
            return bool(self.plain) and (wrapped or self.plain[-1] in ("not", "non", "no") or self.belies(near=True))
        return self.takes_back or self.changes and len(self.plain) <= MAX_SHORT or self._has(_UNSURE) or self.asks

    @property
    def unfinished(self) -> bool:
        """Whether it says that more is to come, or that the turn is not to close yet."""
        return self._has(UNFINISHED)

    def _has(self, table: Phrases[str]) -> bool:
        return has(table, " ".join(self.plain))

    def speaks(self, *, above: bool) -> bool:
        """Whether somebody may have thought that it orders something; `above`: it stands above what was read, as
        greetings do, so that a house and a round are no orders there."""
        if above and self.plain and self.kinds <= {"house", "number"}:
            if self._has(_NOT_YET) or self._has(_AGAIN):
                return True
            introduces = self.words[-1].spelt == ":" or not _ORDERS.isdisjoint(self.plain)
            if introduces or self.plain[0] in _GREETINGS:
                return False
        if self.kinds == {"house"} and len(self.plain) <= 2:
            # Somebody's name below a mail.
            return False
        # "Wait, not ready."
        waits = bool(self.plain) and COMMANDS.known.get(self.plain[0]) == "wait" and len(self.plain) <= MAX_LITTLE
        delays = waits or self._has(_NOT_YET)
        return self.cut or bool(self.kinds) or delays or self._has(_AGAIN)

    def _kinds(self, vocabulary: Mapping[str, Said]) -> set[str]:
        found: set[str] = set()
        kinds = [(kind, tuple(map(spelt, beginnings.every()))) for kind, beginnings in vocabulary.items()]
        place = 0
        while place < len(self.words):
            kind, length = self._named(place)
            if not kind:
                kind = self._said(place, kinds)
            if kind:
                found.add(kind)
            if kind == "place":
                self.places += 1
                text = " ".join(token.spelt for token in self.words[place : place + length])
                self.named.update(self.tongue.names.matches(text, ("area", "council")))
            place += length
        return found

    def _named(self, place: int) -> tuple[str, int]:
        """The kind of the longest name that begins here, and how many words it has; or nothing, and one."""
        table = _table(self.tongue.names)
        text, found = "", ("", 1)
        for count, token in enumerate(self.words[place : place + MAX_NAME_WORDS], 1):
            text = f"{text} {token.spelt}" if text else token.spelt
            if text not in table.begins:
                break
            if text in table.known and not (text in _EVERYDAY and token.text.islower()):
                found = table.known[text], count
        return found

    def _said(self, place: int, vocabulary: Sequence[tuple[str, tuple[str, ...]]]) -> str:
        """The kind of what a single word says: a number, letters that stand for something, part of a name."""
        token = self.words[place]
        names, plain = self.tongue.names, token.spelt
        if _SMALL.fullmatch(plain):
            return "number" if self._counts(place) else ""
        counted = COUNTED.fullmatch(plain)
        if counted is not None and counted[2] in names.shorts.get("unit", {}):
            return "unit"
        if _SHORT_ORDER.fullmatch(plain):
            return "order"
        if plain in names.shorts.get("area", {}) and (plain not in _EVERYDAY or token.text.isupper()):
            return "place"
        # In capitals alone: "CP", but no line of capitals.
        if len(plain) > 1 and token.text.isupper() and plain in names.shorts.get("order", {}):
            return "order" if not all(other.text.isupper() for other in self.words) else ""
        for kind, beginnings in vocabulary:
            if plain.startswith(beginnings):
                return kind
        if len(plain) >= MIN_BEGINNING and plain not in _EVERYDAY and len(names.matches(plain, ("area",))) == 1:
            return "place"
        return ""

    def _counts(self, place: int) -> bool:
        """Whether a number may be one of pieces: no round, time of day or date."""
        before = self.words[place - 1].spelt if place else ""
        after = self.words[place + 1].spelt if place + 1 < len(self.words) else ""
        return (
            before not in _COUNTERS
            and after not in TIMES
            and not (
                before == ":"
                and place > 1
                and self.words[place - 2].spelt.isdecimal()
                or after == ":"
                and self._time(place)
            )
        )

    def _time(self, place: int) -> bool:
        return place + 2 < len(self.words) and self.words[place + 2].spelt.isdecimal()
