"""The answer to a player's mail: what was done or why not, and until when."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from adjudicator import documents, games
from correspondence.mail.asking import entry, moment_words, turn_name, typed_sheet, when
from correspondence.mail.payload import (
    AnswerPayload,
    GameFacts,
    LateTurnPayload,
    Picture,
    ReadinessPayload,
    Reason,
    ReceiptPayload,
    Recipient,
    Site,
    StatusPayload,
    WhatIfPayload,
)
from correspondence.mail.results import board_section, change_rows, story_of
from correspondence.mail.text import Content, content_of, prose, to_single_line
from narration.narrator import Voice
from narration.narrators import narrator_of
from narration.notation.cursor import shown
from narration.notation.reading import LASTING
from narration.paragraph import Row, separate_choices
from narration.plain import Block, Button, Heading, Map, Points, Prose, Rows, Typed
from narration.typed_sheets import entry_texts, notation_reference
from narration.words import N_, Words, capital, word_tables

TABLES = word_tables(__name__)


def late_blocks(payload: AnswerPayload, late: LateTurnPayload, recipient: Recipient, v: Voice) -> list[Block]:
    """A mail for a turn that has closed: that nothing of it was done, and why."""
    closed = prose(
        v,
        "Your email had no effect. It is for a turn that has ended: {turn}. That turn ended {when}.",
        strong=True,
        turn=turn_name(payload.game.edition, late.window, late.round, v.words),
        when=when(late.closed_at, recipient.zone, v.words),
    )
    blocks: list[Block] = [closed]
    if late.void and payload.stage != "over":
        blocks.append(prose(v, "The result of that turn no longer counts: the turn was undone."))
    return [*blocks, *_sheet_then(payload, late, recipient, v), *now_blocks(payload, recipient, v)]


def _sheet_then(payload: AnswerPayload, late: LateTurnPayload, recipient: Recipient, v: Voice) -> list[Block]:
    """The reader's sheet that was in when the turn closed, as it would be typed."""
    if not late.sheet or late.sheet_at is None:
        none = prose(
            v,
            "You had submitted no orders for it. Your earlier orders in the round, your standing "
            "orders and the defaults decide.",
        )
        return [none]
    at = when(late.sheet_at, recipient.zone, v.words)
    then = prose(v, "Your orders for it were version {n}, submitted {when}:", n=late.sheet, when=at)
    return [then, typed_sheet(late.document, payload.game.modules, v)]


def now_blocks(payload: AnswerPayload, recipient: Recipient, v: Voice) -> list[Block]:
    """What is open now and until when, or why nothing is."""
    opened = payload.opened
    if opened is None:
        return [prose(v, TABLES["stages"].get(payload.stage, TABLES["stages"]["none"]))]
    name = turn_name(payload.game.edition, opened.window, opened.round, v.words)
    if payload.stage == "paused":
        paused = paused_words(payload, recipient, v)
        now = prose(v, "Current turn: {turn}. {paused}", strong=True, turn=name, paused=paused)
    else:
        due = moment_words(opened.due_at, payload.written_at, recipient, v.words)
        now = prose(v, "Current turn: {turn}. Orders are due {when} ({soon}).", strong=True, turn=name, **due)
    blocks: list[Block] = [now, prose(v, "To send orders for this turn, reply to this email.")]
    if payload.links.sheet:
        blocks.append(Button(text=v.say(narrator_of(v.edition).mail_words.form), href=payload.links.sheet))
    return blocks


def paused_words(payload: AnswerPayload, recipient: Recipient, v: Voice) -> str:
    """Say that the game is paused, until when, and that orders can be submitted."""
    if payload.paused_until is None:
        return v.say("The game is paused. Its clock is stopped, but you can submit orders meanwhile.")
    until = when(payload.paused_until, recipient.zone, v.words)
    return v.say(
        "The game is paused until {when}. Its clock is stopped, but you can submit orders meanwhile.", when=until
    )


def what_if_blocks(tried: WhatIfPayload, game: GameFacts, v: Voice) -> list[Block]:
    """All that is told of a what-if."""
    say, records = v.say, separate_choices(tried.records)
    rows, would = change_rows(tried.before, tried.after, v), say(narrator_of(v.edition).mail_words.picture_would)
    return [
        prose(v, "A what-if: nothing was submitted.", strong=True),
        prose(
            v,
            "This what-if uses what you know. Others do what you assume, and the bot guesses the "
            "rest. Everything random is drawn anew (draw {n}). The real result may differ.",
            n=tried.draw,
        ),
        Heading(text=say("What would happen")),
        Prose(text=narrator_of(v.edition).headline(records, v), strong=True),
        *([Rows(rows=tuple(rows))] if rows else []),
        Button(text=would, href=tried.link) if tried.light else Map(text=would, href=tried.link),
        story_of(records, v) or prose(v, "Nothing would happen."),
        *board_section(game, tried.after, tried.own, v, would_stand=True),
        *_sheets(tried, game, v),
        prose(v, "To submit it, send it again without the line WHATIF and without ASSUME."),
        Button(text=say("View it on the site, change it or submit it"), href=tried.link),
    ]


def _sheets(tried: WhatIfPayload, game: GameFacts, v: Voice) -> list[Block]:
    """Show the sheets as one types them: the reader's own, and those assumed."""
    blocks = [
        Heading(text=v.say("Orders used")),
        prose(v, TABLES["origins"][tried.origin]),
    ]
    if tried.origin == "typed":
        blocks.append(typed_sheet(tried.sheet, game.modules, v))
    for house, document in tried.assumed.items():
        intro = prose(v, "{house}, as you assume it; the bot guessed the rest:", house=v.house(house))
        blocks += [intro, typed_sheet(document, game.modules, v)]
    return blocks


# Typed text that ends a sentence has paragraphs of its own.
_TEXT = "{text}"
# Beside what is said of a command a longer line would leave no room.
MAX_EXAMPLE_LENGTH = 28


def format_sentence(template: str, values: dict[str, str | int], v: Voice) -> str:
    """A sentence with its values in it, houses by name."""
    named_values = dict(values)
    if isinstance(named_values.get("house"), str) and named_values["house"] in v.edition.houses:
        named_values["house"] = v.house(str(named_values["house"]))
    if "houses" in named_values:
        named_values["houses"] = v.houses(str(named_values["houses"]).split(","))
    return v.words.say(template, **named_values)


def sentence_blocks(template: str, values: dict[str, str | int], v: Voice) -> list[Block]:
    """Show what was done in a sentence; text that ends it goes in a block below."""
    if not template.endswith(_TEXT):
        return [Prose(text=format_sentence(template, values, v))]
    theirs = [line for line in str(values["text"]).split("\n") if line.strip()]
    ours = format_sentence(template, {**values, "text": ""}, v).strip()
    return [Prose(text=ours), *(Prose(text=to_single_line(line), quoted=True) for line in theirs)]


def info_blocks(payload: AnswerPayload, recipient: Recipient, v: Voice) -> list[Block]:
    """What was asked to be told."""
    blocks: list[Block] = []
    if payload.status is not None:
        blocks += _status(payload, payload.status, recipient, v)
    for closed in payload.history:
        name = turn_name(payload.game.edition, closed.window, closed.round, v.words)
        blocks.append(Heading(text=v.say("What happened: {turn}", turn=name)))
        blocks.append(story_of(separate_choices(closed.records), v) or Prose(text=v.say("Nothing happened") + "."))
    if payload.suggested:
        blocks += _plan(payload, v)
    game = payload.game
    return [*blocks, *vocabulary(v, game.modules, game.names)] if payload.help else blocks


def _status(payload: AnswerPayload, status: StatusPayload, recipient: Recipient, v: Voice) -> list[Block]:
    """Return blocks on the open turn: own orders, who is waited for, questions."""
    say, opened = v.say, payload.opened
    if opened is None:
        return now_blocks(payload, recipient, v)
    name = turn_name(payload.game.edition, opened.window, opened.round, v.words)
    blocks: list[Block] = [Heading(text=say("Current turn: {turn}", turn=name))]
    if not status.asked:
        blocks.append(prose(v, "You have nothing to decide this turn."))
    elif status.sheet and status.sheet_at is not None:
        at = when(status.sheet_at, recipient.zone, v.words)
        blocks.append(prose(v, "Your orders are in: version {n}, since {when}.", n=status.sheet, when=at))
    else:
        blocks.append(Prose(text=capital(say("you haven't submitted orders")) + ".", strong=True))
    if status.asked:
        blocks.append(prose(v, N_("You are ready.") if status.ready else N_("You are not ready yet.")))
    if status.awaited:
        awaited = v.houses(list(status.awaited))
        blocks.append(prose(v, "Waiting for: {houses}.", houses=awaited))
    for decision in (question for question in status.questions if question.id and payload.board is not None):
        put = narrator_of(v.edition).question(decision, payload.board, v)
        blocks.append(Points(text=put.text, points=put.choices))
    return blocks + board_section(payload.game, payload.board, status.own, v) if payload.board is not None else blocks


def _plan(payload: AnswerPayload, v: Voice) -> list[Block]:
    """What the bot would hand in, as text."""
    how = v.say("Nothing of this is submitted. Copy it above the quoted text, change what you like, and send it back.")
    left = v.say(
        "A line with BOT lets the bot decide whatever your other lines leave open, when the question comes up."
    )
    return [
        Heading(text=v.say("A plan by the bot")),
        Prose(text=f"{how} {left}" if narrator_of(v.edition).notation is not None else how),
        typed_sheet(payload.suggested, payload.game.modules, v),
    ]


def vocabulary(v: Voice, modules: Collection[str] = (), seats: Collection[str] = ()) -> list[Block]:
    """List in short what can be typed in a mail, in the words of the game's family.
    `seats` are those known to play."""
    example_house, *more = (house for house in dict.fromkeys((*seats, *v.edition.houses)) if house != v.seat)
    statements = notation_reference(v.edition, modules, v.words).statements
    # What another may hand in is a line of the family's notation.
    example_lines = (line.partition(";")[0] for statement in statements for line in statement.example)
    values = {
        "one": example_house,
        "house": example_house,
        "seat": example_house,
        "other": next(iter(more), example_house),
        "line": next((line for line in example_lines if len(line) <= MAX_EXAMPLE_LENGTH), "..."),
        "map": v.say(narrator_of(v.edition).mail_words.map_tells),
    }
    lines = dict(TABLES["lines"])
    if games.of_edition(v.edition.id).assumed_type is None:
        del lines["what-if"], lines["assume"]
    blocks: list[Block] = [Heading(text=v.say("What you can type"))]
    if not statements:
        blocks.append(
            prose(v, "You type the orders of this game as JSON. SUGGEST sends you some to change and send back.")
        )
    else:
        blocks.append(prose(v, "Your orders, one instruction per line:"))
    for statement in statements:
        blocks.append(Prose(text=f"{statement.keyword.written}: {statement.purpose}"))
        blocks += [Typed(lines=statement.example)] if statement.example else []
    return [
        *blocks,
        prose(v, "Besides your orders you can type these commands, each on its own line:"),
        Rows(rows=tuple(Row(v.say(line, **values), v.say(what, **values)) for line, what in lines.values())),
    ]


NOBODY = ReadinessPayload()


def changing_words(payload: AnswerPayload, recipient: Recipient, v: Voice) -> str:
    """Return how it can be changed; empty if it can't and nothing else applies."""
    opened, readiness, words = payload.opened, payload.readiness or NOBODY, TABLES["until"]
    if opened is None:
        return v.say(words["closed"]) if readiness.ready and readiness.closing_at is not None else ""
    if payload.stage == "paused":
        return paused_words(payload, recipient, v)
    values = moment_words(readiness.closing_at or opened.due_at, payload.written_at, recipient, v.words)
    if readiness.closing_at is not None:
        return v.say(words["all-ready" if readiness.ready else "all-ready-but-you"], **values)
    if readiness.ready and opened.early and opened.hold_minutes:
        return v.say_n(words["held"]["one"], words["held"]["many"], opened.hold_minutes, **values)
    if readiness.ready:
        return v.say(words["early" if opened.early else "at-its-hour"], **values)
    if payload.status is not None and not payload.status.sheet:
        return v.say(words["no-sheet"], **values)
    return v.say(words["changed" if readiness.asked or not opened.early else "changed-or-ready"], **values)


READY, NOT_READY = N_("You are ready."), N_("You are no longer ready.")
SAYS_READY, SAYS_NOT_READY = N_("It says that you are ready."), N_("It says that you are no longer ready.")
WITHOUT_SHEET = N_(
    "You haven't submitted orders for this turn. Unless you do, your earlier orders in "
    "the round, your standing orders and the defaults decide."
)
WITHDRAWN = N_("Line {n} of your last email is withdrawn: {text}")
WITHHELD = N_(
    "READY does not count yet. Some lines below were not read and may be orders. Send "
    "them as orders, or send only READY."
)
# An email that repeats more of what it could not read helps nobody.
MAX_UNREAD = 20
# Nor one that lists more of what it could.
MAX_LINES = 100
_LINE, _TYPED_LINE = N_("line {n}: {text}"), N_('line {n}, "{text}": {what}')


def answer(
    payload: AnswerPayload, recipient: Recipient, site: Site, words: Words, picture: Picture | None = None
) -> Content:
    """The email that answers a mail; `picture` is the map of a what-if."""
    game = payload.game
    edition = games.of_edition(game.edition).edition_played(game.edition, game.modules)
    v = narrator_of(edition).voice(edition, words, payload.seat)
    title = to_single_line(game.title)
    subject = words.say(_subject(payload), title=title)
    if payload.what == "received":
        body = _received_blocks(payload, recipient, v)
    elif payload.late is not None:
        body = late_blocks(payload, payload.late, recipient, v)
    else:
        body = (_refused_blocks if payload.what == "refused" else _confirm)(payload, recipient, v)
    blocks = [*body, *_unread(payload, v), *_deadline_blocks(payload, recipient, v)]
    opened, answered = payload.opened, payload.answered
    if payload.what == "received" and answered:
        # What was done stays in its thread, which mail programs know by the subject (RFC 5322, 3.6.5); what was not is
        # to be seen.
        head = answered if answered.lower().startswith(("re:", "re :")) else f"Re: {answered}"
    else:
        head = subject
    deadline = None
    if opened is not None and payload.stage != "paused":
        at = payload.written_at
        deadline = entry(game, payload.seat, opened, payload.links, recipient, site, orders_due=True, written_at=at)
    return content_of(
        payload,
        site,
        words,
        subject=head,
        preview=next((block.text for block in blocks if isinstance(block, Prose)), subject),
        title=subject,
        under=title,
        blocks=tuple(blocks),
        deadline=deadline,
        picture=picture,
    )


def _subject(payload: AnswerPayload) -> str:
    """Return the template of the answer's subject."""
    kind: str = payload.what
    if payload.late is not None:
        kind = "late"
    elif payload.what == "refused" and not payload.mistake:
        kind = "not-now"
    elif payload.older or payload.newer:
        kind = "older"
    elif payload.tried is not None:
        kind = "what-if"
    return str(TABLES["subjects"][kind])


def _received_blocks(payload: AnswerPayload, recipient: Recipient, v: Voice) -> list[Block]:
    """Return blocks on what a carried-out mail did and what it asked for."""
    blocks = [block for template, values in payload.done for block in sentence_blocks(template, values, v)]
    blocks += _open(payload, v)
    for receipt in payload.receipts:
        blocks += _receipt(receipt, payload.game.modules, v)
    blocks += _lines(payload, v)
    if payload.tried is not None:
        blocks += what_if_blocks(payload.tried, payload.game, v)
    blocks += info_blocks(payload, recipient, v)
    return blocks or [
        prose(v, "We found nothing to do in your email.", strong=True),
        prose(
            v,
            "Quoted lines are not read. Write above the quoted text, one instruction per line, "
            "without signs such as > before it. HELP alone on a line shows what you can type.",
        ),
    ]


def _receipt(receipt: ReceiptPayload, modules: Collection[str], v: Voice) -> list[Block]:
    """A version as it was understood, in words and as it would be typed again."""
    say = v.say
    if receipt.standing:
        blocks: list[Block] = [prose(v, "Your standing orders are in: version {n}.", strong=True, n=receipt.number)]
    else:
        not_ready = N_("You are not ready yet. Send a line with READY when you are.")
        ready = prose(v, READY if receipt.ready else not_ready)
        orders_in = capital(say("your orders are in: version {n}", n=receipt.number))
        blocks = [Prose(text=f"{orders_in}.", strong=True), ready]
    if receipt.warnings:
        blocks.append(Points(text=say("Accepted, but look at this:"), points=_reasons(receipt.warnings, v)))
    blocks += _sheet_blocks(receipt, modules, v)
    if receipt.left_open:
        blocks.append(Points(text=say("House cards"), points=_reasons(receipt.left_open, v)))
    blocks += [
        prose(v, "SHA-256 of your orders: {digest}", digest=receipt.digest),
    ]
    if receipt.receipt:
        # What a player keeps, to hold it against the chain when that is published.
        proof = prose(
            v,
            "Receipt {id}: chain {chain}, signature {signature}, salt {salt}",
            id=receipt.receipt,
            chain=receipt.chain,
            signature=receipt.signature,
            salt=receipt.salt,
        )
        blocks.append(proof)
    return blocks


def _sheet_blocks(receipt: ReceiptPayload, modules: Collection[str], v: Voice, heading: str = "") -> list[Block]:
    """A sheet in sentences, and in notation."""
    say, narrator = v.say, narrator_of(v.edition)
    sheet = documents.stored_sheet(v.edition.id, receipt.document.encode())
    blocks: list[Block] = [Heading(text=heading or say("Your orders as we understood them"))]
    if receipt.translated:
        old = N_(
            "You wrote goals or values in an older form. We read them as the closest wishes. Please check your marches."
        )
        blocks.append(prose(v, old))
    sections = narrator.sheet(sheet, v)
    blocks += [Points(text=title, points=tuple(lines)) for title, lines in sections]
    if not sections:
        return [*blocks, prose(v, "It is empty: everything is left open.")]
    blocks.append(prose(v, "This is how you would type it. Change it and send it back:"))
    return [*blocks, typed_sheet(receipt.document, modules, v)]


def _refused_blocks(payload: AnswerPayload, recipient: Recipient, v: Voice) -> list[Block]:
    """Return blocks on a mail that had no effect: why, and what was typed."""
    say = v.say
    blocks: list[Block] = [prose(v, "Your email had no effect. What you submitted before still counts.", strong=True)]
    if not payload.mistake:
        blocks += [Prose(text=reason) for reason in _reasons(payload.reasons, v)]
        return blocks + (now_blocks(payload, recipient, v) if payload.opened is None else [])
    blocks += [
        Points(text=say("What is wrong:"), points=_reasons(payload.reasons, v)),
        *_nearest(payload, v),
        prose(
            v,
            "Correct the text and send all of it again as a reply to this email. HELP alone on a "
            "line sends you an example of each instruction.",
        ),
    ]
    if payload.typed:
        blocks += [Prose(text=v.say("What you wrote") + ":"), Typed(lines=tuple(payload.typed.split("\n")))]
    return blocks


def _confirm(payload: AnswerPayload, recipient: Recipient, v: Voice) -> list[Block]:
    """Show what would be done and how to confirm it, as the sender is not proven."""
    say = v.say
    if payload.older or payload.newer:
        blocks = _older(payload, recipient, v)
    else:
        foreign = prose(
            v,
            "We received an email for your seat that may not be from you. It came from another "
            "address, or no mail server vouches for its sender. Nothing was done yet.",
            strong=True,
        )
        how = prose(v, "If it is yours, confirm it on this page. If not, do nothing.")
        blocks = [foreign, how, Button(text=say("View it and confirm that it is mine"), href=payload.link)]
    for template, values in payload.done:
        blocks += sentence_blocks(template, values, v)
    for receipt in payload.receipts:
        heading = say("What your email would submit") if payload.newer else ""
        blocks += _sheet_blocks(receipt, payload.game.modules, v, heading)
    return [*blocks, *_open(payload, v), *_lines(payload, v)]


def _older(payload: AnswerPayload, recipient: Recipient, v: Voice) -> list[Block]:
    """Say that a mail predates what is in, what that is, and how to apply it anyway."""
    say = v.say
    blocks: list[Block] = [
        prose(
            v,
            "You have sent something newer than this email. The email had no effect, and nothing is lost.",
            strong=True,
        )
    ]
    for version in payload.newer:
        values: dict[str, Any] = {
            "n": version.number,
            "time": when(version.accepted_at, recipient.zone, v.words),
            "who": say(version.brought_by),
        }
        if version.standing:
            text = prose(v, "Version {n} of your standing orders is in: {time}, {who}.", **values)
        else:
            text = prose(v, "Version {n} of your orders is in: {time}, {who}.", **values)
        blocks += [text, *_sheet_blocks(version, payload.game.modules, v, say("Current version"))]
    if not payload.newer:
        blocks.append(prose(v, "Since then you have said that you are not ready."))
    return [
        *blocks,
        prose(v, "To make your email count anyway, say so on this page. Otherwise do nothing."),
        Button(text=say("Compare and decide"), href=payload.link),
    ]


def _open(payload: AnswerPayload, v: Voice) -> list[Block]:
    """The lines that were not taken: why, and what may be meant, to be copied."""
    if not payload.open:
        return []
    refusal, points = narrator_of(v.edition).refusal, dict[str, str]()
    for line in payload.open:
        why = "; ".join(refusal(reason.words, v) for reason in line.reasons)
        # A reason may name the line itself, and be the reason of several.
        if f'"{refusal(shown(line.text), v)}"' in why:
            points[why] = v.say(_LINE, n=line.number, text=why)
        else:
            points[f"{line.number}"] = v.say(_TYPED_LINE, n=line.number, text=to_single_line(line.text), what=why)
    head = v.say("These lines were not accepted. Everything else counts.")
    blocks: list[Block] = [Points(text=head, points=tuple(points.values()))]
    blocks += _nearest(payload, v)
    if payload.what == "received":
        blocks.append(prose(v, "Correct these lines and send only them in your reply. The rest is already accepted."))
    return blocks


def _nearest(payload: AnswerPayload, v: Voice) -> list[Block]:
    """Return blocks that offer the nearest valid lines for lines left open."""
    blocks: list[Block] = []
    for line in payload.open:
        if line.nearest:
            blocks.append(prose(v, "For line {n}, send the one you mean:", n=line.number))
            blocks.append(Typed(lines=line.nearest))
    return blocks


def _lines(payload: AnswerPayload, v: Voice) -> list[Block]:
    """The lines that were taken, as typed and as they would be written."""
    written: dict[int, str] = {}
    for receipt in payload.receipts:
        sheet, prefix = documents.stored_sheet(v.edition.id, receipt.document.encode()), LASTING * receipt.standing
        places = {
            place.removeprefix(prefix): line.number
            for line in payload.lines
            for place in line.places
            if place.startswith(LASTING) == receipt.standing
        }
        written |= entry_texts(sheet, v.edition, payload.game.modules, v.words.language, places)
    points = []
    for line in payload.lines[:MAX_LINES]:
        what = written.get(line.number) or to_single_line(line.understood)
        points.append(v.say(_TYPED_LINE, n=line.number, text=to_single_line(line.text), what=what or "-"))
    if not points:
        return []
    head = (
        N_("What is left of your last email, line by line:") if payload.corrected else N_("Your email, line by line:")
    )
    how = N_("Did we misread a line? Reply with WRONG and its number: WRONG {n}")
    may = [prose(v, how, n=payload.lines[0].number)] if payload.what == "received" else []
    return [Points(text=v.say(head), points=tuple(points)), *may]


def _unread(payload: AnswerPayload, v: Voice) -> list[Block]:
    """List files and lines skipped as prose, so that nobody takes them for orders."""
    blocks: list[Block] = []
    if payload.unread:
        lines = tuple(v.say(_LINE, n=n, text=to_single_line(text)) for n, text in payload.unread[:MAX_UNREAD])
        blocks.append(Points(text=v.say("These lines were not read as orders:"), points=lines))
    if payload.attachments:
        files = tuple(to_single_line(name) for name in payload.attachments[:MAX_UNREAD])
        blocks.append(Points(text=v.say("We read only the text of your email, not its attachments:"), points=files))
    return blocks


def _deadline_blocks(payload: AnswerPayload, recipient: Recipient, v: Voice) -> list[Block]:
    """Say how and until when a sheet can change; nothing if the mail was not on that."""
    done = {template for template, _ in payload.done}
    other = bool(done or payload.help or payload.history or payload.tried) and not done & {READY, NOT_READY, WITHHELD}
    if payload.late is not None or (other and not payload.receipts and payload.status is None):
        return []
    text = changing_words(payload, recipient, v)
    blocks: list[Block] = [Prose(text=text)] if text else []
    if payload.links.sheet and payload.opened is not None:
        blocks.append(Button(text=v.say(narrator_of(v.edition).mail_words.form), href=payload.links.sheet))
    return blocks


def _reasons(reasons: tuple[Reason, ...], v: Voice) -> tuple[str, ...]:
    """Refusals and warnings, each with its line or place."""
    narrator = narrator_of(v.edition)
    lines = []
    for reason in reasons:
        if reason.values is not None:
            text = v.words.say(reason.words, **reason.values)
        else:
            text = narrator.refusal(reason.words, v)
        where = reason.where if reason.where.startswith("line ") else ""
        lines.append(f"{_line(where, v)}: {text}" if where else text)
    return tuple(lines)


def _line(where: str, v: Voice) -> str:
    """`line 3, column 9` in the reader's language."""
    words = where.replace(",", "").split()
    if len(words) == 4:
        return v.say("line {n}, column {m}", n=words[1], m=words[3])
    return v.say("line {n}", n=words[1])
