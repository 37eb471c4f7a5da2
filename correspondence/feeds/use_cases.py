"""Content of a player's feeds: deadlines ahead and game news; the secret address.

Whoever has the address reads only this: no orders, no messages, no board.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import delete, or_, select
from sqlalchemy.orm import Session

from correspondence import addresses, tokens
from correspondence.input_validation import NotFound
from correspondence.mail.asking import entry, turn_name
from correspondence.mail.payload import Links, Recipient
from correspondence.mail.text import Deadline
from correspondence.messages.queries import unread_count
from correspondence.models import Account, FeedAddress, Game, Seat, Turn
from correspondence.notices.use_cases import game_facts
from correspondence.outbox.delivery import site as site_of
from correspondence.store import settings_of
from correspondence.turns import calendar_turn, turn_of
from narration.words import N_, Words, translator

MAX_GAMES, MAX_TURNS = 40, 5


@dataclass(frozen=True)
class News:
    """A news item: a stable id, time, text, and link."""

    id: str
    at: datetime
    title: str
    link: str


def reader_of(session: Session, token: str) -> Account:
    """Return the account whose feeds a token opens; NotFound `no-such-feed`."""
    query = select(Account).join(FeedAddress, FeedAddress.account_id == Account.id)
    account = session.scalar(query.where(FeedAddress.token_hash == tokens.digest(token), Account.deleted_at.is_(None)))
    if account is None:
        raise NotFound("no-such-feed", N_("There is no such feed; perhaps its address was renewed."))
    return account


def deadlines_of(session: Session, account: Account) -> list[Deadline]:
    """Return the due times of one's games' open turns, with the ids used in emails."""
    settings = settings_of(session)
    site = site_of(settings)
    recipient = Recipient(address=account.email, language=account.language, zone=account.zone)
    deadlines = []
    for game, house in _games(session, account):
        turn = turn_of(session, game)
        if game.status != "running" or turn is None or turn.status != "open":
            continue
        opened, orders_due = calendar_turn(game, turn), house in turn.required_houses
        sheet = addresses.sheet(settings, turn.public_id)
        links = Links(game=addresses.game(settings, game.public_id), sheet=sheet)
        about = game_facts(game), house, opened, links, recipient, site
        deadlines.append(entry(*about, orders_due=orders_due, written_at=turn.opened_at))
    return deadlines


def news_of(session: Session, account: Account, now: datetime) -> list[News]:
    """Return recent news of one's games, newest first: results, turns, new messages."""
    words = translator(account.language)
    all_news = [
        news for game, _ in _games(session, account) for news in _news_of_game(session, account, game, words, now)
    ]
    return sorted(all_news, key=lambda news: (news.at, news.id), reverse=True)


def _news_of_game(session: Session, account: Account, game: Game, words: Words, now: datetime) -> Iterator[News]:
    """Yield a game's news for its reader: results, open turns, unread messages."""
    settings = settings_of(session)
    query = select(Turn).where(Turn.game_id == game.id, Turn.status != "void")
    turns = session.scalars(query.order_by(Turn.number.desc()).limit(MAX_TURNS)).all()
    for turn in turns:
        named = {"title": game.title, "turn": turn_name(game.edition, turn.window, turn.round, words)}
        if turn.status == "closed" and turn.closed_at is not None:
            link = addresses.results(settings, game.public_id, turn.number)
            yield News(f"{link}#results", turn.closed_at, words.say("{title}: results of {turn}", **named), link)
        elif turn.status == "open":
            link = addresses.sheet(settings, turn.public_id)
            yield News(f"{link}#opened", turn.opened_at, words.say("{title}: {turn}, open for orders", **named), link)
    unread = unread_count(session, game, account, now)
    if unread and turns:
        link = addresses.messages(settings, game.public_id)
        text = words.say_n("{title}: {n} new message", "{title}: {n} new messages", unread, title=game.title)
        # When emails came is not told of everybody; the turn in which they are new is.
        yield News(f"{link}#{turns[0].number}-{unread}", turns[0].opened_at, text, link)


def _games(session: Session, account: Account) -> list[tuple[Game, str]]:
    """The games in which somebody has a house, the newest first, and the house."""
    query = select(Game, Seat.house).join(Seat, Seat.game_id == Game.id)
    query = query.where(Seat.account_id == account.id, Seat.house.is_not(None))
    query = query.where(or_(Game.status == "running", Game.status == "finished"))
    rows = session.execute(query.order_by(Game.id.desc()).limit(MAX_GAMES))
    return [(game, house) for game, house in rows if house is not None]


def renew_address(session: Session, account: Account, now: datetime) -> str:
    """Replace the secret of one's feed addresses; return it once, the old one expires."""
    end_address(session, account)
    token = tokens.new_token()
    session.add(FeedAddress(account_id=account.id, token_hash=tokens.digest(token), made_at=now))
    return token


def end_address(session: Session, account: Account) -> None:
    """The addresses of one's feeds work no more."""
    session.execute(delete(FeedAddress).where(FeedAddress.account_id == account.id))


def feeds_created_at(session: Session, account: Account) -> datetime | None:
    """Return when an account's feeds got their present address; None: no feeds."""
    return session.scalar(select(FeedAddress.made_at).where(FeedAddress.account_id == account.id))
