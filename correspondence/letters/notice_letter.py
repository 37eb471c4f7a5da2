"""Short letters: one notice, or the notices of a day in a digest."""

from __future__ import annotations

import string
from collections.abc import Mapping

from adjudicator import games
from correspondence.letters.asking import Deadline, entry, entry_uid, when
from correspondence.letters.notices.registry import words_of
from correspondence.letters.payload import DigestPayload, Links, NoticePayload, Recipient, Site
from correspondence.letters.text import Content, one_line
from correspondence.names import name_in
from narration.narrators import NARRATORS
from narration.plain import Block, Button, Heading, Prose
from narration.words import N_, Words

_ENDS = {
    "game": N_("No more letters of this game"),
    "stream": N_("No more letters of this kind"),
    "digest": N_("No more digests"),
}
# Values that are somebody's name, or what stands for one.
_NAMES = ("who", "by")
# Values that are text of people, where a template ends with them.
TYPED = ("text", "note", "reason", "words")
_FIELDS = string.Formatter()


def notice(payload: NoticePayload, recipient: Recipient, site: Site, words: Words) -> Content:
    """A letter with one notice."""
    told = words_of(payload.what)
    values = _values(payload, _moments(payload, recipient, words), site.name, words)
    subject = one_line(words.say(told.subject, **values))
    paragraphs = _paragraphs(told.paragraphs, values, words)
    blocks: list[Block] = list(paragraphs)
    if told.button and payload.link:
        blocks.append(Button(text=words.say(told.button, **values), href=payload.link))
    game = payload.game
    return Content(
        subject=subject,
        preview=paragraphs[0].text if paragraphs else subject,
        title=subject,
        under=one_line(game.title) if game else site.name,
        blocks=tuple(blocks),
        footer=_footer(payload.links, site, words),
        thread=payload.thread,
        deadline=_deadline(payload, recipient, site, words),
        list_id=f"{game.id}.{site.host}" if game else "",
        unsubscribe=payload.links.unsubscribe,
        reply_to=payload.links.reply,
    )


def digest(payload: DigestPayload, recipient: Recipient, site: Site, words: Words) -> Content:
    """A letter with everything that waited for it."""
    subject = words.say_n(
        "{n} piece of news from {site}", "{n} pieces of news from {site}", len(payload.notices), site=site.name
    )
    blocks: list[Block] = []
    for told in payload.notices:
        values = _values(told, _moments(told, recipient, words), site.name, words)
        known = words_of(told.what)
        blocks.append(Heading(text=one_line(words.say(known.subject, **values))))
        blocks += _paragraphs(known.paragraphs, values, words)
        if known.button and told.link:
            blocks.append(Button(text=words.say(known.button, **values), href=told.link))
    return Content(
        subject=subject,
        preview=subject,
        title=subject,
        under=site.name,
        blocks=tuple(blocks),
        footer=_footer(payload.links, site, words),
        thread=payload.thread,
        unsubscribe=payload.links.unsubscribe,
        reply_to=_digest_reply(payload),
    )


def _digest_reply(payload: DigestPayload) -> str:
    """Where a digest is answered: as the last of its notices, if all are of one game."""
    games = {told.game.id if told.game else "" for told in payload.notices}
    return payload.notices[-1].links.reply if len(games) == 1 else payload.links.reply


def subject_of(payload: NoticePayload, moments: Mapping[str, str], site_name: str, words: Words) -> str:
    """The subject of a notice, with its moments in these words."""
    return one_line(words.say(words_of(payload.what).subject, **_values(payload, moments, site_name, words)))


def _moments(payload: NoticePayload, recipient: Recipient, words: Words) -> dict[str, str]:
    return {name: when(moment, recipient.zone, words) for name, moment in payload.moments.items()}


def _values(payload: NoticePayload, moments: Mapping[str, str], site_name: str, words: Words) -> dict[str, str | int]:
    """What fills the templates: houses by name, moments in the reader's zone, typed text on one line."""
    game = payload.game
    voice = NARRATORS.of_edition(game.edition).voice(games.edition(game.edition), words, payload.seat) if game else None
    found: dict[str, str | int] = {"title": one_line(game.title) if game else "", "site": site_name}
    for name, value in payload.values.items():
        if voice is not None and name.endswith("houses") and isinstance(value, str):
            found[name] = voice.houses(value.split(",")) if value else ""
        elif voice is not None and name.endswith("house") and isinstance(value, str):
            found[name] = voice.house(value) if value else ""
        else:
            found[name] = name_in(value, words) if name in _NAMES and isinstance(value, str) else value
    return {**found, **moments}


def _paragraphs(templates: tuple[str, ...], values: dict[str, str | int], words: Words) -> list[Prose]:
    """The paragraphs that have something to say."""
    found: list[Prose] = []
    for template in templates:
        places = [name for _, name, _, _ in _FIELDS.parse(template) if name]
        if all(values.get(place, "") != "" for place in places):
            typed = next((place for place in TYPED if template.endswith(f"{{{place}}}")), "")
            ours = words.say(template, **{**values, typed: ""} if typed else values).strip()
            # What people write has paragraphs of its own, under the words that introduce it.
            theirs = str(values[typed]).split("\n") if typed else ()
            found += [Prose(text=ours)] if ours else []
            found += [Prose(text=text, quoted=True) for text in theirs if text.strip()]
    return found


def _deadline(payload: NoticePayload, recipient: Recipient, site: Site, words: Words) -> Deadline | None:
    opened, game = payload.opened, payload.game
    if opened is None or game is None:
        return None
    uid = entry_uid(game.id, opened, payload.seat, site)
    title, at = one_line(game.title), payload.written_at
    asked = bool(opened.questions) or payload.link == payload.links.sheet != ""
    return entry(game.edition, opened, uid, payload.links, title, recipient, words, asked=asked, written_at=at)


def _footer(links: Links, site: Site, words: Words) -> tuple[tuple[str, str], ...]:
    found = []
    if links.game:
        found.append((words.say("The game"), links.game))
    if links.settings:
        found.append((words.say("Which letters you get"), links.settings))
    if links.unsubscribe:
        found.append((words.say(_ENDS.get(links.ends, _ENDS["game"])), links.unsubscribe))
    return (*found, (site.name, site.base_url))
