"""One's account: emails, notifications, absences, webhooks, feeds, data."""

from __future__ import annotations

from flask import Blueprint, Response, render_template, request, url_for

from correspondence import personal_data
from correspondence.accounts import use_cases
from correspondence.accounts.use_cases import allow_invitations, is_silenced, tell_owner
from correspondence.feeds.use_cases import end_address, feeds_created_at, renew_address
from correspondence.games.access import choose_mails, mail_settings_of
from correspondence.input_validation import Denied, Invalid, NotFound, UserError
from correspondence.overview.game_lists import my_games
from correspondence.personal_data import export_account
from correspondence.push import subscriptions
from correspondence.push.subscriptions import PUSHED, Offered, public_key
from correspondence.sign_in.factors import has_password
from correspondence.webhooks import use_cases as webhook_cases
from narration.words import word_tables
from web.app_context import app_context
from web.assets import FOLDER
from web.errors import at_field, in_words, show_errors
from web.form_values import day_in, forbid_caching, go_to, number_in, redirect_to, text_posted
from web.request_context import (
    SignInFirst,
    browser_label,
    cached_session,
    commit,
    count_attempt,
    fetch,
    forget_session,
    now,
    read,
    say,
    signed_in,
    unseen,
    wake_worker,
    where,
    words,
    write,
    write_transaction,
)
from web.views.terms import TermWords

mails_pages = Blueprint("mail", __name__)

TABLES = word_tables(__name__)
# What emails are about, by stream: in a word, and at length.
STREAMS: dict[str, tuple[str, str]] = TABLES["streams"]


@mails_pages.get("/account/mail")
def mails(error: UserError | None = None) -> str:
    """One's choices."""
    me = signed_in()
    preferences = use_cases.preferences_of(me)
    hours = ("quiet_from", "quiet_until", "digest_hour", "digest_weekday")
    shown = {name: "" if getattr(preferences, name) is None else str(getattr(preferences, name)) for name in hours}
    return render_template(
        "account/mail.html",
        kept=preferences,
        hours=shown | request.form.to_dict(),
        streams=STREAMS,
        allowed=use_cases.CHOICES,
        choices=TABLES["ways"],
        mail=read(mail_settings_of),
        no_invitations=fetch(is_silenced, me.email),
        errors=at_field(error),
        days=TermWords(words()).days(),
    )


@mails_pages.post("/account/mail")
def choose_games() -> Response:
    """Say which games' emails one wants."""
    write(choose_mails, request.form.getlist("letters"))
    return _confirm_saved()


@mails_pages.post("/account/mail/streams")
@show_errors(mails, Invalid)
def choose_streams() -> Response:
    """Say how the emails of each kind come."""
    me = signed_in()
    ways_by_stream = {stream: request.form[stream] for stream in STREAMS if stream in request.form}
    with write_transaction() as session:
        use_cases.choose_streams(session, me, ways_by_stream)
        use_cases.choose_light(session, me, "light" in request.form)
    return _confirm_saved()


@mails_pages.post("/account/mail/hours")
@show_errors(mails, Invalid)
def choose_hours() -> Response:
    """Say when emails rest, and when the digest leaves."""
    hour = number_in("digest_hour")
    write(
        use_cases.choose_hours,
        quiet_from=number_in("quiet_from"),
        quiet_until=number_in("quiet_until"),
        digest_hour=signed_in().digest_hour if hour is None else hour,
        digest_weekday=number_in("digest_weekday"),
    )
    return _confirm_saved()


@mails_pages.post("/account/mail/invitations")
def take_invitations() -> Response:
    """Invitations may come to one's address again."""
    me = signed_in()
    commit(allow_invitations, me.email)
    return _confirm_saved()


def _confirm_saved() -> Response:
    return redirect_to("mail.mails", say("Settings saved."))


notifications_pages = Blueprint("notifications", __name__)
# What came in the form that turns a browser on, beside the kinds.
OFFERED = ("endpoint", "public_key", "auth_secret")
# A worker runs without a page: it loads nothing, and asks nobody.
WORKER_POLICY = "default-src 'none'; frame-ancestors 'none'"


@notifications_pages.get("/account/notifications")
def notifications(error: UserError | None = None) -> str:
    """The browsers in which one is told, and the form that turns this one on."""
    signed_in()
    here = cached_session()
    browsers = read(subscriptions.browsers_of, here.public_id if here else "")
    return render_template(
        "account/notifications.html",
        browsers=browsers,
        kinds={stream: (STREAMS[stream][0], TABLES["pushed"].get(stream, STREAMS[stream][1])) for stream in PUSHED},
        key=public_key(app_context().settings.secret_key),
        error=in_words(error),
    )


@notifications_pages.post("/account/notifications")
@show_errors(notifications)
def turn_on() -> Response:
    """Send notifications to this browser from now on, and tell its owner by email.
    Raises SignInFirst without a session."""
    me = signed_in()
    here = cached_session()
    if here is None:
        raise SignInFirst
    offered = Offered(*(text_posted(name) for name in OFFERED))
    label = browser_label(request.user_agent.string)
    with write_transaction() as session:
        streams = request.form.getlist("streams")
        subscriptions.turn_on(session, me, offered, streams, here, label, now())
        tell_owner(session, "browser-told", me, now(), where())
    return go_to("notifications.notifications", say("This browser now gets notifications."), "mail")


@notifications_pages.post("/account/notifications/<browser_id>")
@show_errors(notifications, Invalid)
def choose(browser_id: str) -> Response:
    """Say of what a browser is told."""
    write(subscriptions.choose, browser_id, request.form.getlist("streams"))
    return go_to("notifications.notifications", say("Settings saved."))


@notifications_pages.post("/account/notifications/<browser_id>/test")
def test_browser(browser_id: str) -> Response:
    """Tell a browser that it can be told."""
    write(subscriptions.try_out, browser_id, now())
    return go_to("notifications.notifications", say("A notification is on its way."), "browsers")


@notifications_pages.post("/account/notifications/<browser_id>/off")
def turn_off(browser_id: str) -> Response:
    """Tell a browser nothing more."""
    write(subscriptions.turn_off, browser_id)
    return go_to("notifications.notifications", say("This browser no longer gets notifications."))


@notifications_pages.get("/account/notifications/worker.js")
def worker() -> Response:
    """Serve the push service worker; its scope is an address without pages."""
    response = Response((FOLDER / "push_worker.js").read_bytes(), mimetype="text/javascript")
    response.headers["Content-Security-Policy"] = WORKER_POLICY
    response.headers["Cache-Control"] = "no-cache"
    return response


absences_pages = Blueprint("absences", __name__)


@absences_pages.get("/account/absences")
def absences(error: UserError | None = None) -> str:
    """One's absences ahead, and the form for another."""
    return render_template(
        "account/absences.html",
        lines=read(use_cases.absences_of, now()),
        left=read(use_cases.remaining_absence_days, now()),
        limits=use_cases,
        errors=at_field(error, "first"),
        typed=request.form.to_dict(),
    )


@absences_pages.post("/account/absences")
@show_errors(absences)
def enter() -> Response:
    """Be away for some days."""
    write(use_cases.enter_absence, day_in("first"), day_in("last"), now(), text_posted("note"))
    return redirect_to(
        "absences.absences",
        say("Absence saved. Turns that open from now on respect it, within their games' rules."),
    )


@absences_pages.post("/account/absences/<absence_id>/cancel")
def cancel(absence_id: str) -> Response:
    """Be there after all."""
    write(use_cases.cancel_absence, absence_id, now())
    return redirect_to("absences.absences", say("Welcome back: the absence is cancelled."))


webhooks_pages = Blueprint("webhooks", __name__)
# Whoever wants emails posted says so.
TICKED = ("results", "call-opened", "reminder")


@webhooks_pages.get("/account/webhooks")
def webhooks(error: UserError | None = None, secret: str = "") -> str:
    """One's webhooks, and the form for another."""
    form = request.form
    return render_template(
        "account/webhooks.html",
        lines=read(webhook_cases.webhooks_of),
        games=read(my_games, now()),
        kinds=TABLES["webhooks"],
        errors=at_field(error, "game"),
        typed={"url": form.get("url", ""), "kinds": form.getlist("kinds"), "game": form.get("game", "")}
        if error
        else {"url": "", "kinds": TICKED, "game": ""},
        secret=secret,
    )


@webhooks_pages.post("/account/webhooks")
@show_errors(lambda error: forbid_caching(webhooks(error)), Invalid, Denied, NotFound)
def add() -> Response:
    """Make a webhook; its secret is shown this once."""
    url, kinds, game = text_posted("url"), request.form.getlist("kinds"), text_posted("game")
    _, secret = write(webhook_cases.add_webhook, url, kinds, game, now(), where())
    wake_worker("mail")
    return forbid_caching(webhooks(secret=secret))


@webhooks_pages.post("/account/webhooks/<webhook_id>/secret")
def rotate(webhook_id: str) -> Response:
    """Another secret, shown this once."""
    secret = write(webhook_cases.rotate_secret, webhook_id, now(), where())
    wake_worker("mail")
    return forbid_caching(webhooks(secret=secret))


@webhooks_pages.post("/account/webhooks/<webhook_id>/test")
def test_webhook(webhook_id: str) -> Response:
    """Post a greeting."""
    write(webhook_cases.try_out, webhook_id, now())
    return go_to("webhooks.webhooks", say("We sent a test."), "turns")


@webhooks_pages.post("/account/webhooks/<webhook_id>/on")
def switch_on(webhook_id: str) -> Response:
    """Switch a webhook on again, so that news is posted to it."""
    write(webhook_cases.switch_on_webhook, webhook_id)
    return go_to("webhooks.webhooks", say("The webhook is on."))


@webhooks_pages.post("/account/webhooks/<webhook_id>/remove")
def remove(webhook_id: str) -> Response:
    """Post nothing more to it."""
    write(webhook_cases.remove_webhook, webhook_id, now())
    return go_to("webhooks.webhooks", say("The webhook is removed."))


own_feeds_pages = Blueprint("own_feeds", __name__)


@own_feeds_pages.get("/account/feeds")
def feeds(calendar: str = "", news: str = "") -> str:
    """Show whether one's feeds have an address, with buttons to renew or end it."""
    return render_template("account/feeds.html", since=read(feeds_created_at), calendar=calendar, news=news)


@own_feeds_pages.post("/account/feeds")
def renew() -> Response:
    """A new address, shown this once; the one before works no more."""
    token = write(renew_address, now())
    base = app_context().settings.base_url
    return forbid_caching(
        feeds(
            calendar=base + url_for("feeds.calendar", token=token),
            news=base + url_for("feeds.news", token=token),
        )
    )


@own_feeds_pages.post("/account/feeds/end")
def end() -> Response:
    """The addresses work no more."""
    write(end_address)
    return go_to("own_feeds.feeds", say("Your feeds no longer have an address."))


data_pages = Blueprint("data", __name__)


@data_pages.get("/account/data")
def data(error: UserError | None = None) -> str:
    """What can be done with one's data."""
    return render_template(
        "account/data.html",
        me=signed_in(),
        password=read(has_password),
        games=read(mail_settings_of),
        error=in_words(error),
    )


@data_pages.get("/account/data.json")
def export() -> Response:
    """Everything the service knows of its reader, as a file."""
    me = signed_in()
    if unseen():
        # The owner is told of who takes it; a browser that only looks ahead asks again when it is wanted.
        return Response(status=503, headers={"Retry-After": "0", "Cache-Control": "no-store"})
    commit(tell_owner, "data-taken", me, now(), where())
    wake_worker("mail")
    document = fetch(export_account, me, now())
    response = Response(document, mimetype="application/json")
    response.headers["Content-Disposition"] = 'attachment; filename="my-data.json"'
    response.headers["Cache-Control"] = "no-store"
    return response


@data_pages.post("/account/delete")
@show_errors(data, Denied)
def ask() -> Response:
    """Delete one's account: at once with one's password, else by a link in an email."""
    if not request.form.get("password"):
        write(personal_data.request_deletion, now())
        return redirect_to(
            "data.data", say("We sent an email with a link. Nothing is deleted before you use it."), "mail"
        )
    count_attempt()
    write(personal_data.delete_by_password, request.form["password"], now())
    return _end_account()


@data_pages.get("/account/delete/<token>")
def look_at(token: str) -> Response:
    """Show what an account deletion link does, with a button that does it."""
    account = fetch(personal_data.look_at_deletion, token, now())
    games = fetch(mail_settings_of, account)
    return forbid_caching(render_template("account/delete.html", account=account, games=games, token=token))


@data_pages.post("/account/delete/<token>")
def delete(token: str) -> Response:
    """The account is deleted."""
    commit(personal_data.delete_by_link, token, now())
    return _end_account()


def _end_account() -> Response:
    response = redirect_to("home.home", say("Your account is deleted. Thank you for playing."), "mail")
    forget_session(response)
    return response
