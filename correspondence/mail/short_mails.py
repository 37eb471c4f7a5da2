"""Short emails: sign-in link, invitation to a game, one notice, or a day's digest.

`words.toml` has the words of all notices, and their streams.
"""

from __future__ import annotations

import string
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from adjudicator import games
from correspondence.games.access import displayed_name
from correspondence.mail.asking import entry, moment_words, turn_name, when
from correspondence.mail.payload import (
    DigestPayload,
    InvitationPayload,
    NoticePayload,
    Recipient,
    SignInPayload,
    Site,
)
from correspondence.mail.text import Content, content_of, prose, to_single_line
from narration.narrator import Voice
from narration.narrators import NARRATORS, narrator_of
from narration.plain import Block, Button, Heading, Prose
from narration.words import Words, word_tables

Stream = Literal["results", "reminders", "deadlines", "games", "press", "gm", "account"]


@dataclass(frozen=True)
class NoticeWords:
    """The words of a notice, as templates that the notice's values and moments fill.

    `{title}` is the game's, `{site}` the service's name, `{turn}` that of the notice's turn. A paragraph one of whose
    values is empty is left out. `button` is what the link says; without it there is no button. `urgent` notices wait
    neither for a digest nor for the end of quiet hours, and cannot be turned off.
    """

    stream: Stream
    subject: str
    paragraphs: tuple[str, ...]
    button: str = ""
    urgent: bool = False


def _read() -> dict[str, NoticeWords]:
    """Read the words of each kind of notice from the table of words."""
    notices = {}
    for urgency, streams in word_tables(__name__)["notices"].items():
        for stream, groups in streams.items():
            for group in groups:
                for what, words in group["kinds"].items():
                    subject, *paragraphs = (group["subject"], *words) if "subject" in group else words
                    paragraphs += group.get("after", ())
                    button = group.get("button", "")
                    notices[what] = NoticeWords(stream, subject, tuple(paragraphs), button, urgency == "urgent")
    return notices


NOTICES = _read()
# Those about who may act as the reader; all of them are urgent.
SECURITY_MAILS = [what for what, words in NOTICES.items() if words.stream == "account" and words.urgent]
# Why a game is paused, by the code of its reason; who has none of these wrote a reason of their own.
WHY_PAUSED = {
    what.removeprefix("paused-"): words.paragraphs[0] for what, words in NOTICES.items() if what.startswith("paused-")
}


PACES = word_tables(__name__)["paces"]


def sign_in(payload: SignInPayload, recipient: Recipient, site: Site, words: Words) -> Content:
    """Compose the email with a sign-in link that works once."""
    say = words.say
    soon = moment_words(payload.expires_at, payload.written_at, recipient, words)
    until = say("The link works once, until {when} ({soon}).", **soon)
    return Content(
        subject=say("Your sign-in link for {site}", site=site.name),
        preview=until,
        title=say("Sign in to {site}", site=site.name),
        under="",
        blocks=(
            prose(words, "Someone, we hope you, asked to sign in with this address."),
            Button(text=say("Sign in"), href=payload.link),
            Prose(text=until),
            prose(words, "If it was not you, do nothing: nobody gets in without the link."),
        ),
        footer=((site.name, site.base_url),),
        thread=payload.thread,
    )


def pace_words(pace: str, words: Words) -> str:
    """How often a game stops for answers."""
    return words.say(PACES.get(pace, PACES["others"]))


def _houses(payload: InvitationPayload, v: Voice) -> list[Block]:
    """The house that is kept for the reader, or those among which they choose."""
    if payload.house in v.edition.houses:
        house = v.edition.houses[payload.house].name.say(v.words.language)
        if payload.substitute:
            return [prose(v, "{house} is offered to you.", strong=True, house=house)]
        return [prose(v, "{house} is kept for you.", strong=True, house=house)]
    if payload.houses:
        free = v.say("Free houses: {houses}.", houses=v.houses(payload.houses))
        return [Prose(text=f"{free} {narrator_of(v.edition).unplayed(v)}")]
    return []


def invitation(payload: InvitationPayload, recipient: Recipient, site: Site, words: Words) -> Content:
    """Someone asks the reader to play."""
    say = words.say
    game = payload.game
    edition = games.edition(game.edition)
    title, inviter = to_single_line(game.title), to_single_line(displayed_name(payload.inviter, words))
    blocks: list[Block] = [
        prose(
            words,
            "{inviter} invites you to play by mail, {n} players: {edition}.",
            inviter=inviter,
            edition=edition.name.say(words.language),
            n=game.players,
        )
    ]
    if payload.substitute:
        substitute = prose(words, "The game has begun and needs a substitute. The first to take the seat gets it.")
        blocks.append(substitute)
    v = narrator_of(edition).voice(edition, words)
    if game.modules:
        parts = narrator_of(edition).modules(game.modules, v)
        blocks.append(prose(words, "It is played with: {parts}.", parts=parts))
    blocks += _houses(payload, v)
    hours = payload.window_hours
    window = words.say_n("Each turn lasts {n} hour.", "Each turn lasts {n} hours.", hours)
    if hours % 24 == 0:
        window = words.say_n("Each turn lasts {n} day.", "Each turn lasts {n} days.", hours // 24)
    blocks.append(Prose(text=f"{pace_words(game.pace, words)} {window}"))
    blocks.append(Button(text=say("Go to the game and take a seat"), href=payload.link))
    if payload.expires_at is not None:
        until = when(payload.expires_at, recipient.zone, words)
        blocks.append(prose(words, "This link is for you alone. It works once, until {until}.", until=until))
    blocks.append(prose(words, "If you do not want to play, do nothing."))
    footer = [(site.name, site.base_url)]
    if payload.unsubscribe:
        footer += [(say("Stop invitations to this address"), payload.unsubscribe)]
    return Content(
        subject=say("{inviter} invites you to {title}", inviter=inviter, title=title),
        preview=say("A game of {edition} by mail", edition=edition.name.say(words.language)),
        title=title,
        under=say("An invitation to play"),
        blocks=tuple(blocks),
        footer=tuple(footer),
        thread=payload.thread,
        list_id=f"{game.id}.{site.host}",
        unsubscribe=payload.unsubscribe,
    )


# Values that are somebody's name, or what stands for one.
_NAMES = ("who", "by")
# Values that are text of people, where a template ends with them.
TYPED = ("text", "note", "reason", "words")
_FIELDS = string.Formatter()


def notice(payload: NoticePayload, recipient: Recipient, site: Site, words: Words) -> Content:
    """An email with one notice."""
    subject, paragraphs, button = _notice_content(payload, recipient, site, words)
    game, opened, links, deadline = payload.game, payload.opened, payload.links, None
    if opened is not None and game is not None:
        orders_due = bool(opened.questions) or payload.link == links.sheet != ""
        at = payload.written_at
        deadline = entry(game, payload.seat, opened, links, recipient, site, orders_due=orders_due, written_at=at)
    return content_of(
        payload,
        site,
        words,
        subject=subject,
        preview=paragraphs[0].text if paragraphs else subject,
        title=subject,
        under=to_single_line(game.title) if game else site.name,
        blocks=(*paragraphs, *button),
        deadline=deadline,
    )


def digest(payload: DigestPayload, recipient: Recipient, site: Site, words: Words) -> Content:
    """An email with everything that waited for it."""
    subject = words.say_n(
        "{n} piece of news from {site}", "{n} pieces of news from {site}", len(payload.notices), site=site.name
    )
    blocks: list[Block] = []
    for notice_payload in payload.notices:
        title, paragraphs, button = _notice_content(notice_payload, recipient, site, words)
        blocks += [Heading(text=title), *paragraphs, *button]
    fields = {"subject": subject, "preview": subject, "title": subject, "under": site.name, "blocks": tuple(blocks)}
    if len({notice_payload.game.id if notice_payload.game else "" for notice_payload in payload.notices}) == 1:
        # All are of one game: it is answered as the last of them.
        fields["reply_to"] = payload.notices[-1].links.reply
    return content_of(payload, site, words, **fields)


def _notice_content(
    payload: NoticePayload, recipient: Recipient, site: Site, words: Words
) -> tuple[str, list[Prose], list[Button]]:
    """The subject of a notice, its paragraphs, and its button if it has one."""
    notice_words = NOTICES[payload.what]
    moments = {name: when(moment, recipient.zone, words) for name, moment in payload.moments.items()}
    values = _values(payload, moments, site.name, words)
    button = []
    if notice_words.button and payload.link:
        button.append(Button(text=words.say(notice_words.button, **values), href=payload.link))
    subject = to_single_line(words.say(notice_words.subject, **values))
    return subject, _paragraphs(notice_words.paragraphs, values, words), button


def subject_of(payload: NoticePayload, moments: Mapping[str, str], site_name: str, words: Words) -> str:
    """Return the subject of a notice, with its moments in these words."""
    return to_single_line(words.say(NOTICES[payload.what].subject, **_values(payload, moments, site_name, words)))


def _values(payload: NoticePayload, moments: Mapping[str, str], site_name: str, words: Words) -> dict[str, str | int]:
    """Return template values: house names, moments in the reader's zone, one-liners."""
    game = payload.game
    voice = NARRATORS.of_edition(game.edition).voice(games.edition(game.edition), words, payload.seat) if game else None
    template_values: dict[str, str | int] = {"title": to_single_line(game.title) if game else "", "site": site_name}
    opened, number = payload.opened, payload.values.get("n", 0)
    if game and (turn := payload.turn or (opened and (opened.window, opened.round))):
        template_values["turn"] = turn_name(game.edition, *turn, words)
    elif game:
        # Emails from before they told the turn have its number.
        template_values["turn"] = words.say("turn {n}", n=number)
    for name, value in payload.values.items():
        if voice is not None and name.endswith("houses") and isinstance(value, str):
            template_values[name] = voice.houses(value.split(",")) if value else ""
        elif voice is not None and name.endswith("house") and isinstance(value, str):
            template_values[name] = voice.house(value) if value else ""
        else:
            template_values[name] = displayed_name(value, words) if name in _NAMES and isinstance(value, str) else value
    return {**template_values, **moments}


def _paragraphs(templates: tuple[str, ...], values: dict[str, str | int], words: Words) -> list[Prose]:
    """The paragraphs that have something to say."""
    paragraphs: list[Prose] = []
    for template in templates:
        places = [name for _, name, _, _ in _FIELDS.parse(template) if name]
        if all(values.get(place, "") != "" for place in places):
            typed = next((place for place in TYPED if template.endswith(f"{{{place}}}")), "")
            ours = words.say(template, **{**values, typed: ""} if typed else values).strip()
            # What people write has paragraphs of its own, under the words that introduce it.
            theirs = str(values[typed]).split("\n") if typed else ()
            paragraphs += [Prose(text=ours)] if ours else []
            paragraphs += [Prose(text=text, quoted=True) for text in theirs if text.strip()]
    return paragraphs
