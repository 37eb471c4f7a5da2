"""The letters that let someone in: a sign-in link, an invitation to a game."""

from __future__ import annotations

from adjudicator import games
from correspondence.letters.asking import from_now, when
from correspondence.letters.payload import GameFacts, InvitationPayload, Recipient, SignInPayload, Site
from correspondence.letters.text import Content, one_line
from correspondence.names import name_in
from narration.narrators import NARRATORS, narrator_of
from narration.plain import Block, Button, Prose
from narration.voice import Voice
from narration.words import N_, Words

SUBSTITUTE = N_("The game has begun and looks for a substitute. Whoever takes the seat first has it.")


def sign_in(payload: SignInPayload, recipient: Recipient, site: Site, words: Words) -> Content:
    """A link that works once."""
    say = words.say
    until = say(
        "The link works once, until {when}, {soon}.",
        when=when(payload.expires_at, recipient.zone, words),
        soon=from_now(payload.expires_at, payload.written_at, words),
    )
    return Content(
        subject=say("Your sign-in link for {site}", site=site.name),
        preview=until,
        title=say("Sign in to {site}", site=site.name),
        under="",
        blocks=(
            Prose(text=say("Someone, we hope you, asked to sign in with this address.")),
            Button(text=say("Sign in"), href=payload.link),
            Prose(text=until),
            Prose(text=say("If it was not you, do nothing: without the link nobody gets in.")),
        ),
        footer=((site.name, site.base_url),),
        thread=payload.thread,
    )


def pace_words(pace: str, words: Words) -> str:
    """How often a game stops for answers."""
    match pace:
        case "bulk":
            return words.say("Everyone writes one sheet for each call; a whole phase is resolved at once.")
        case "raven":
            return words.say("One sheet for each call, and a short stop after the orders are turned up.")
        case "house-cards":
            return words.say("One sheet for each call, and a stop at the House cards of each battle.")
        case "stepwise":
            return words.say("The game stops at every choice.")
    return words.say("One sheet for each call; the game also stops at some choices.")


def _with_parts(game: GameFacts, words: Words) -> list[Block]:
    """The optional parts of the rules, if the game has any."""
    v = NARRATORS.of_edition(game.edition).voice(games.edition(game.edition), words)
    played = narrator_of(v.edition).modules(game.modules, v)
    return [Prose(text=words.say("It is played with: {parts}.", parts=played))] if game.modules else []


def _houses(payload: InvitationPayload, v: Voice) -> list[Block]:
    """The house that is kept for the reader, or those among which they choose."""
    if payload.house in v.edition.houses:
        house = v.edition.houses[payload.house].name.say(v.words.language)
        if payload.substitute:
            return [Prose(text=v.say("{house} is offered to you.", house=house), strong=True)]
        return [Prose(text=v.say("{house} is kept for you.", house=house), strong=True)]
    if payload.houses:
        free = v.say("Houses that are free: {houses}.", houses=v.houses(payload.houses))
        return [Prose(text=f"{free} {narrator_of(v.edition).unplayed(v)}")]
    return []


def invitation(payload: InvitationPayload, recipient: Recipient, site: Site, words: Words) -> Content:
    """Someone asks the reader to play."""
    say = words.say
    game = payload.game
    edition = games.edition(game.edition)
    title, inviter = one_line(game.title), one_line(name_in(payload.inviter, words))
    blocks: list[Block] = [
        Prose(
            text=say(
                "{inviter} invites you to play by letter, {n} players: {edition}.",
                inviter=inviter,
                edition=edition.name.say(words.language),
                n=game.players,
            )
        )
    ]
    if payload.substitute:
        blocks.append(Prose(text=say(SUBSTITUTE)))
    blocks += _with_parts(game, words)
    blocks += _houses(payload, narrator_of(edition).voice(edition, words))
    hours = payload.window_hours
    window = words.say_n("Each call is open for {n} hour.", "Each call is open for {n} hours.", hours)
    if hours % 24 == 0:
        window = words.say_n("Each call is open for {n} day.", "Each call is open for {n} days.", hours // 24)
    blocks.append(Prose(text=f"{pace_words(game.pace, words)} {window}"))
    blocks.append(Button(text=say("Look at the game and take a seat"), href=payload.link))
    blocks.append(Prose(text=say("If you do not want to play, do nothing.")))
    footer = [(site.name, site.base_url)]
    if payload.unsubscribe:
        footer += [(say("No more invitations to this address"), payload.unsubscribe)]
    return Content(
        subject=say("{inviter} invites you to {title}", inviter=inviter, title=title),
        preview=say("A game of {edition} by letter", edition=edition.name.say(words.language)),
        title=title,
        under=say("An invitation to play"),
        blocks=tuple(blocks),
        footer=tuple(footer),
        thread=payload.thread,
        list_id=f"{game.id}.{site.host}",
        unsubscribe=payload.unsubscribe,
    )
