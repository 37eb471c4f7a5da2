CREATE FUNCTION audit_log_is_only_added_to() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin raise exception 'the audit log is only added to'; end $$;
CREATE TABLE absences (
    id bigint NOT NULL,
    public_id character varying(16) NOT NULL,
    account_id bigint NOT NULL,
    first_at timestamp with time zone NOT NULL,
    last_at timestamp with time zone NOT NULL,
    note character varying(200) NOT NULL,
    created_at timestamp with time zone NOT NULL,
    cancelled_at timestamp with time zone
);
CREATE SEQUENCE absences_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE absences_id_seq OWNED BY absences.id;
CREATE TABLE accounts (
    id bigint NOT NULL,
    public_id character varying(16) NOT NULL,
    email character varying(254) NOT NULL,
    name character varying(60) NOT NULL,
    language character varying(8) NOT NULL,
    zone character varying(64) NOT NULL,
    streams text DEFAULT '{}'::text NOT NULL,
    quiet_from bigint,
    quiet_until bigint,
    digest_hour bigint DEFAULT '18'::bigint NOT NULL,
    digest_weekday bigint,
    password_hash character varying(200) DEFAULT ''::character varying NOT NULL,
    totp_secret character varying(200) DEFAULT ''::character varying NOT NULL,
    totp_step bigint DEFAULT '0'::bigint NOT NULL,
    host boolean DEFAULT false NOT NULL,
    ratings_hidden boolean DEFAULT false NOT NULL,
    light_mails boolean DEFAULT false NOT NULL,
    emergency_pause_at timestamp with time zone,
    links_ended_at timestamp with time zone,
    closed_off_at timestamp with time zone,
    deleted_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL
);
CREATE SEQUENCE accounts_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE accounts_id_seq OWNED BY accounts.id;
CREATE TABLE address_changes (
    id bigint NOT NULL,
    account_id bigint NOT NULL,
    session_id bigint,
    kept text DEFAULT ''::text NOT NULL,
    email character varying(254) NOT NULL,
    token_hash character varying(64) NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    used_at timestamp with time zone
);
CREATE SEQUENCE address_changes_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE address_changes_id_seq OWNED BY address_changes.id;
CREATE TABLE adjudications (
    id bigint NOT NULL,
    game_id bigint NOT NULL,
    turn_id bigint NOT NULL,
    number bigint NOT NULL,
    worker character varying(80) NOT NULL,
    at timestamp with time zone NOT NULL,
    sheets character varying(400) NOT NULL,
    position_digest character varying(64) NOT NULL,
    seconds double precision
);
CREATE SEQUENCE adjudications_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE adjudications_id_seq OWNED BY adjudications.id;
CREATE TABLE alembic_version (
    version_num character varying(32) NOT NULL
);
CREATE TABLE api_tokens (
    id bigint NOT NULL,
    public_id character varying(16) NOT NULL,
    token_hash character varying(64) NOT NULL,
    account_id bigint NOT NULL,
    name character varying(60) NOT NULL,
    scopes character varying(80) DEFAULT 'read,play,gm'::character varying NOT NULL,
    last_used_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    revoked_at timestamp with time zone
);
CREATE SEQUENCE api_tokens_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE api_tokens_id_seq OWNED BY api_tokens.id;
CREATE TABLE attempts (
    id bigint NOT NULL,
    key character varying(80) NOT NULL,
    at timestamp with time zone NOT NULL
);
CREATE SEQUENCE attempts_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE attempts_id_seq OWNED BY attempts.id;
CREATE TABLE attendance (
    id bigint NOT NULL,
    game_id bigint NOT NULL,
    turn_id bigint NOT NULL,
    seat_id bigint NOT NULL,
    account_id bigint,
    on_time boolean NOT NULL,
    excused character varying(24) NOT NULL,
    at timestamp with time zone NOT NULL
);
CREATE SEQUENCE attendance_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE attendance_id_seq OWNED BY attendance.id;
CREATE TABLE audit_log (
    id bigint NOT NULL,
    scope character varying(16) NOT NULL,
    number bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    actor character varying(80) NOT NULL,
    kind character varying(40) NOT NULL,
    document bytea NOT NULL,
    previous character varying(64) NOT NULL,
    digest character varying(64) NOT NULL
);
CREATE SEQUENCE audit_log_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE audit_log_id_seq OWNED BY audit_log.id;
CREATE TABLE ballots (
    id bigint NOT NULL,
    vote_id bigint NOT NULL,
    seat_id bigint NOT NULL,
    account_id bigint,
    choice character varying(8) NOT NULL,
    at timestamp with time zone NOT NULL
);
CREATE SEQUENCE ballots_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE ballots_id_seq OWNED BY ballots.id;
CREATE TABLE conversations (
    id bigint NOT NULL,
    public_id character varying(16) NOT NULL,
    game_id bigint NOT NULL,
    kind character varying(16) NOT NULL,
    members character varying(300) NOT NULL,
    last_at timestamp with time zone NOT NULL
);
CREATE SEQUENCE conversations_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE conversations_id_seq OWNED BY conversations.id;
CREATE TABLE deadline_changes (
    id bigint NOT NULL,
    turn_id bigint NOT NULL,
    sequence bigint NOT NULL,
    old_at timestamp with time zone NOT NULL,
    new_at timestamp with time zone NOT NULL,
    reason character varying(40) NOT NULL,
    note character varying(300) NOT NULL,
    account_id bigint,
    at timestamp with time zone NOT NULL
);
CREATE SEQUENCE deadline_changes_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE deadline_changes_id_seq OWNED BY deadline_changes.id;
CREATE TABLE delegations (
    id bigint NOT NULL,
    public_id character varying(16) NOT NULL,
    game_id bigint NOT NULL,
    seat_id bigint NOT NULL,
    granter_id bigint NOT NULL,
    account_id bigint NOT NULL,
    note character varying(200) NOT NULL,
    granted_at timestamp with time zone NOT NULL,
    from_at timestamp with time zone NOT NULL,
    until_at timestamp with time zone NOT NULL,
    revoked_at timestamp with time zone
);
CREATE SEQUENCE delegations_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE delegations_id_seq OWNED BY delegations.id;
CREATE TABLE digest_lines (
    id bigint NOT NULL,
    key character varying(160) NOT NULL COLLATE pg_catalog."C",
    account_id bigint NOT NULL,
    payload bytea NOT NULL,
    written_at timestamp with time zone NOT NULL,
    sent_at timestamp with time zone
);
CREATE SEQUENCE digest_lines_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE digest_lines_id_seq OWNED BY digest_lines.id;
CREATE TABLE evaluations (
    id bigint NOT NULL,
    game_id bigint NOT NULL,
    turn_number bigint NOT NULL,
    asked_by_id bigint,
    asked_at timestamp with time zone NOT NULL,
    claimed_until timestamp with time zone,
    at timestamp with time zone,
    agrees boolean,
    differences text NOT NULL,
    worker character varying(80) NOT NULL
);
CREATE SEQUENCE evaluations_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE evaluations_id_seq OWNED BY evaluations.id;
CREATE TABLE feed_addresses (
    id bigint NOT NULL,
    account_id bigint NOT NULL,
    token_hash character varying(64) NOT NULL,
    made_at timestamp with time zone NOT NULL
);
CREATE SEQUENCE feed_addresses_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE feed_addresses_id_seq OWNED BY feed_addresses.id;
CREATE TABLE game_masters (
    id bigint NOT NULL,
    game_id bigint NOT NULL,
    account_id bigint NOT NULL,
    head boolean NOT NULL,
    since timestamp with time zone NOT NULL,
    accepted_at timestamp with time zone,
    until timestamp with time zone
);
CREATE SEQUENCE game_masters_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE game_masters_id_seq OWNED BY game_masters.id;
CREATE TABLE game_statistics (
    game_id bigint NOT NULL,
    version bigint NOT NULL,
    counted_at timestamp with time zone NOT NULL,
    document bytea NOT NULL
);
CREATE TABLE games (
    id bigint NOT NULL,
    public_id character varying(16) NOT NULL,
    title character varying(80) NOT NULL,
    edition character varying(40) NOT NULL,
    players bigint NOT NULL,
    revision bigint DEFAULT '0'::bigint NOT NULL,
    modules character varying(200) DEFAULT ''::character varying NOT NULL,
    houses character varying(200) DEFAULT ''::character varying NOT NULL,
    scenario text DEFAULT ''::text NOT NULL,
    pace character varying(400) NOT NULL,
    window_seconds double precision NOT NULL,
    hold_seconds double precision NOT NULL,
    seat_choice character varying(16) NOT NULL,
    visibility character varying(16) NOT NULL,
    bots_fill_seats boolean NOT NULL,
    rated boolean DEFAULT false NOT NULL,
    preset character varying(16) DEFAULT ''::character varying NOT NULL,
    names character varying(16) DEFAULT 'named'::character varying NOT NULL,
    spectators character varying(16) DEFAULT 'open'::character varying NOT NULL,
    spectator_delay bigint DEFAULT '0'::bigint NOT NULL,
    messages character varying(80) DEFAULT 'private,group,public'::character varying NOT NULL,
    gm_reads_messages boolean DEFAULT false NOT NULL,
    votes character varying(80) DEFAULT 'pause,draw,end,replace,extend'::character varying NOT NULL,
    review character varying(16) DEFAULT 'none'::character varying NOT NULL,
    unsaid character varying(8) DEFAULT 'defaults'::character varying NOT NULL,
    news bigint DEFAULT '0'::bigint NOT NULL,
    bot_level character varying(8) DEFAULT 'steward'::character varying NOT NULL,
    clock character varying(5) DEFAULT ''::character varying NOT NULL,
    zone character varying(64) DEFAULT 'UTC'::character varying NOT NULL,
    weekdays character varying(7) DEFAULT '1234567'::character varying NOT NULL,
    first_seconds double precision DEFAULT '0'::double precision NOT NULL,
    westeros_seconds double precision DEFAULT '0'::double precision NOT NULL,
    other_seconds double precision DEFAULT '0'::double precision NOT NULL,
    least_seconds double precision DEFAULT '0'::double precision NOT NULL,
    most_seconds double precision DEFAULT '0'::double precision NOT NULL,
    early_close boolean DEFAULT true NOT NULL,
    muster_seconds double precision DEFAULT '0'::double precision NOT NULL,
    muster_until timestamp with time zone,
    extensions bigint DEFAULT '0'::bigint NOT NULL,
    extension_seconds double precision DEFAULT '86400'::double precision NOT NULL,
    extensions_in_a_row bigint DEFAULT '2'::bigint NOT NULL,
    grace_seconds double precision DEFAULT '0'::double precision NOT NULL,
    misses_allowed bigint DEFAULT '0'::bigint NOT NULL,
    absent_seat character varying(16) DEFAULT 'steward'::character varying NOT NULL,
    paused_at timestamp with time zone,
    paused_until timestamp with time zone,
    pause_reason character varying(200) DEFAULT ''::character varying NOT NULL,
    ended_by character varying(16) DEFAULT ''::character varying NOT NULL,
    imported_at timestamp with time zone,
    join_code character varying(16) NOT NULL,
    status character varying(16) NOT NULL,
    round bigint NOT NULL,
    creator_id bigint NOT NULL,
    commitment character varying(64) NOT NULL,
    seed character varying(128) NOT NULL,
    created_at timestamp with time zone NOT NULL,
    started_at timestamp with time zone,
    finished_at timestamp with time zone,
    settled character varying(8) DEFAULT ''::character varying NOT NULL,
    evaluation_requested_at timestamp with time zone,
    trouble text NOT NULL
);
CREATE SEQUENCE games_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE games_id_seq OWNED BY games.id;
CREATE TABLE heartbeats (
    name character varying(40) NOT NULL,
    at timestamp with time zone NOT NULL,
    note character varying(300) NOT NULL,
    count bigint DEFAULT '0'::bigint NOT NULL
);
CREATE TABLE house_results (
    id bigint NOT NULL,
    game_id bigint NOT NULL,
    house character varying(40) NOT NULL,
    place bigint NOT NULL,
    won boolean NOT NULL,
    castles bigint NOT NULL,
    castles_taken bigint NOT NULL,
    battles_won bigint NOT NULL,
    battles_lost bigint NOT NULL,
    throne_rounds bigint NOT NULL
);
CREATE SEQUENCE house_results_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE house_results_id_seq OWNED BY house_results.id;
CREATE TABLE imports (
    id bigint NOT NULL,
    public_id character varying(16) NOT NULL,
    account_id bigint NOT NULL,
    title character varying(80) NOT NULL,
    size bigint NOT NULL,
    document bytea NOT NULL,
    asked_at timestamp with time zone NOT NULL,
    claimed_until timestamp with time zone,
    attempts bigint NOT NULL,
    entries bigint NOT NULL,
    played bigint NOT NULL,
    at timestamp with time zone,
    game_id character varying(16) NOT NULL,
    reasons text NOT NULL
);
CREATE SEQUENCE imports_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE imports_id_seq OWNED BY imports.id;
CREATE TABLE incoming_mails (
    id bigint NOT NULL,
    public_id character varying(16) NOT NULL,
    mark character varying(64) NOT NULL,
    recipient character varying(254) NOT NULL,
    for_seat character varying(16) NOT NULL,
    message_id character varying(250) NOT NULL,
    raw bytea NOT NULL,
    size bigint NOT NULL,
    content character varying(64) DEFAULT ''::character varying NOT NULL,
    stored_bytes bigint DEFAULT '0'::bigint NOT NULL,
    vouched boolean DEFAULT false NOT NULL,
    received_at timestamp with time zone NOT NULL,
    state character varying(16) NOT NULL,
    reason character varying(40) NOT NULL,
    trouble text NOT NULL,
    next_attempt_at timestamp with time zone,
    attempts bigint NOT NULL,
    read_at timestamp with time zone,
    account_id bigint,
    seat_id bigint,
    turn_id bigint
);
CREATE SEQUENCE incoming_mails_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE incoming_mails_id_seq OWNED BY incoming_mails.id;
CREATE TABLE invitations (
    id bigint NOT NULL,
    public_id character varying(16) NOT NULL,
    game_id bigint NOT NULL,
    inviter_id bigint NOT NULL,
    email character varying(254) NOT NULL,
    house character varying(40),
    token_hash character varying(64) NOT NULL,
    sent bigint NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    used_at timestamp with time zone
);
CREATE SEQUENCE invitations_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE invitations_id_seq OWNED BY invitations.id;
CREATE TABLE journal_parts (
    id bigint NOT NULL,
    game_id bigint NOT NULL,
    first bigint NOT NULL,
    last bigint NOT NULL,
    turn_number bigint NOT NULL,
    document bytea NOT NULL
);
CREATE SEQUENCE journal_parts_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE journal_parts_id_seq OWNED BY journal_parts.id;
CREATE TABLE local_mail (
    id bigint NOT NULL,
    public_id character varying(16) NOT NULL,
    message_id character varying(250) NOT NULL,
    address character varying(254) NOT NULL,
    subject character varying(500) NOT NULL,
    raw bytea NOT NULL,
    received_at timestamp with time zone NOT NULL
);
CREATE SEQUENCE local_mail_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE local_mail_id_seq OWNED BY local_mail.id;
CREATE TABLE mail_routes (
    name character varying(253) NOT NULL,
    failures bigint NOT NULL,
    failed_at timestamp with time zone,
    until timestamp with time zone,
    reason text NOT NULL,
    paced_until timestamp with time zone
);
CREATE TABLE messages (
    id bigint NOT NULL,
    public_id character varying(16) NOT NULL,
    game_id bigint NOT NULL,
    thread_id bigint NOT NULL,
    number bigint NOT NULL,
    seat_id bigint,
    account_id bigint,
    house character varying(40) NOT NULL,
    body text NOT NULL,
    postal boolean NOT NULL,
    turn_number bigint NOT NULL,
    sent_at timestamp with time zone NOT NULL,
    released_at timestamp with time zone,
    removed_at timestamp with time zone,
    removed_by_id bigint,
    removal_reason character varying(300) NOT NULL,
    reported_at timestamp with time zone,
    report_reason character varying(300) DEFAULT ''::character varying NOT NULL
);
CREATE SEQUENCE messages_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE messages_id_seq OWNED BY messages.id;
CREATE TABLE notes (
    id bigint NOT NULL,
    public_id character varying(16) NOT NULL,
    game_id bigint NOT NULL,
    account_id bigint NOT NULL,
    body text NOT NULL,
    at timestamp with time zone NOT NULL,
    removed_at timestamp with time zone
);
CREATE SEQUENCE notes_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE notes_id_seq OWNED BY notes.id;
CREATE TABLE outbox (
    id bigint NOT NULL,
    key character varying(160) NOT NULL COLLATE pg_catalog."C",
    kind character varying(32) NOT NULL,
    account_id bigint,
    address character varying(254) NOT NULL,
    name character varying(60) NOT NULL,
    language character varying(8) NOT NULL,
    zone character varying(64) NOT NULL,
    message_id character varying(250) NOT NULL,
    payload bytea NOT NULL,
    written_at timestamp with time zone NOT NULL,
    dropped_at timestamp with time zone,
    next_attempt_at timestamp with time zone,
    claimed_until timestamp with time zone,
    attempts bigint NOT NULL,
    sent_at timestamp with time zone,
    failed_at timestamp with time zone,
    last_error text NOT NULL
);
CREATE SEQUENCE outbox_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE outbox_id_seq OWNED BY outbox.id;
CREATE TABLE overrides (
    id bigint NOT NULL,
    public_id character varying(16) NOT NULL,
    game_id bigint NOT NULL,
    turn_id bigint,
    draft_number bigint NOT NULL,
    number bigint NOT NULL,
    kind character varying(32) NOT NULL,
    document bytea NOT NULL,
    reason text NOT NULL,
    status character varying(16) NOT NULL,
    account_id bigint NOT NULL,
    at timestamp with time zone NOT NULL
);
CREATE SEQUENCE overrides_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE overrides_id_seq OWNED BY overrides.id;
CREATE TABLE pdf_files (
    key character varying(64) NOT NULL,
    account_id bigint,
    path character varying(200) NOT NULL,
    language character varying(8) NOT NULL,
    asked_at timestamp with time zone NOT NULL,
    wanted_at timestamp with time zone NOT NULL,
    claimed_until timestamp with time zone,
    attempts bigint NOT NULL,
    made_at timestamp with time zone,
    failed boolean NOT NULL,
    document bytea NOT NULL
);
CREATE TABLE pending_results (
    id bigint NOT NULL,
    public_id character varying(16) NOT NULL,
    game_id bigint NOT NULL,
    turn_id bigint NOT NULL,
    number bigint NOT NULL,
    status character varying(16) NOT NULL,
    "position" bytea NOT NULL,
    records bytea NOT NULL,
    entries bytea NOT NULL,
    sheets character varying(400) NOT NULL,
    flags text NOT NULL,
    digest character varying(64) NOT NULL,
    made_at timestamp with time zone NOT NULL
);
CREATE SEQUENCE pending_results_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE pending_results_id_seq OWNED BY pending_results.id;
CREATE TABLE pictures (
    digest character varying(64) NOT NULL,
    png bytea NOT NULL,
    width bigint NOT NULL,
    height bigint NOT NULL,
    drawn_at timestamp with time zone NOT NULL
);
CREATE TABLE positions (
    game_id bigint NOT NULL,
    turn_number bigint NOT NULL,
    document bytea NOT NULL
);
CREATE TABLE prepared_answers (
    turn_id bigint NOT NULL,
    house character varying(40) NOT NULL,
    game_id bigint NOT NULL,
    position_digest character varying(64) NOT NULL,
    document bytea NOT NULL
);
CREATE TABLE push_messages (
    id bigint NOT NULL,
    key character varying(200) NOT NULL,
    subscription_id bigint NOT NULL,
    topic character varying(32) NOT NULL,
    urgent boolean NOT NULL,
    body bytea NOT NULL,
    written_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    next_attempt_at timestamp with time zone,
    claimed_until timestamp with time zone,
    attempts bigint NOT NULL,
    sent_at timestamp with time zone,
    failed_at timestamp with time zone,
    last_error text NOT NULL
);
CREATE SEQUENCE push_messages_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE push_messages_id_seq OWNED BY push_messages.id;
CREATE TABLE push_subscriptions (
    id bigint NOT NULL,
    public_id character varying(16) NOT NULL,
    account_id bigint NOT NULL,
    session_id character varying(16) NOT NULL,
    endpoint character varying(1000) NOT NULL,
    public_key character varying(100) NOT NULL,
    auth_secret character varying(32) NOT NULL,
    our_key character varying(100) NOT NULL,
    label character varying(120) NOT NULL,
    streams character varying(80) NOT NULL,
    failures bigint NOT NULL,
    created_at timestamp with time zone NOT NULL,
    disabled_at timestamp with time zone,
    last_error text NOT NULL
);
CREATE SEQUENCE push_subscriptions_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE push_subscriptions_id_seq OWNED BY push_subscriptions.id;
CREATE TABLE rated_games (
    game_id bigint NOT NULL,
    edition character varying(40) NOT NULL,
    ended_at timestamp with time zone NOT NULL,
    counted_at timestamp with time zone NOT NULL
);
CREATE TABLE rating_bands (
    edition character varying(40) NOT NULL,
    band bigint NOT NULL,
    players bigint NOT NULL
);
CREATE TABLE rating_changes (
    id bigint NOT NULL,
    game_id bigint NOT NULL,
    account_id bigint NOT NULL,
    edition character varying(40) NOT NULL,
    number bigint NOT NULL,
    house character varying(40) NOT NULL,
    rank bigint NOT NULL,
    mu_before double precision NOT NULL,
    mu double precision NOT NULL,
    sigma double precision NOT NULL
);
CREATE SEQUENCE rating_changes_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE rating_changes_id_seq OWNED BY rating_changes.id;
CREATE TABLE ratings (
    account_id bigint NOT NULL,
    edition character varying(40) NOT NULL,
    number bigint NOT NULL,
    mu double precision NOT NULL,
    sigma double precision NOT NULL,
    sure double precision NOT NULL,
    band bigint
);
CREATE TABLE read_marks (
    id bigint NOT NULL,
    thread_id bigint NOT NULL,
    account_id bigint NOT NULL,
    read_number bigint NOT NULL,
    at timestamp with time zone NOT NULL
);
CREATE SEQUENCE read_marks_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE read_marks_id_seq OWNED BY read_marks.id;
CREATE TABLE ready (
    id bigint NOT NULL,
    turn_id bigint NOT NULL,
    seat_id bigint NOT NULL,
    at timestamp with time zone NOT NULL
);
CREATE SEQUENCE ready_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE ready_id_seq OWNED BY ready.id;
CREATE TABLE receipts (
    id bigint NOT NULL,
    public_id character varying(16) NOT NULL,
    game_id bigint NOT NULL,
    turn_id bigint NOT NULL,
    seat_id bigint NOT NULL,
    number bigint NOT NULL,
    version bigint NOT NULL,
    turn character varying(16) NOT NULL,
    house character varying(40) NOT NULL,
    by character varying(8) NOT NULL,
    accepted_at timestamp with time zone NOT NULL,
    salt character varying(32) NOT NULL,
    commitment character varying(64) NOT NULL,
    previous character varying(64) NOT NULL,
    digest character varying(64) NOT NULL,
    key character varying(64) NOT NULL,
    signature character varying(128) NOT NULL
);
CREATE SEQUENCE receipts_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE receipts_id_seq OWNED BY receipts.id;
CREATE TABLE records (
    id bigint NOT NULL,
    game_id bigint NOT NULL,
    round bigint NOT NULL,
    part bigint NOT NULL,
    first bigint NOT NULL,
    last bigint NOT NULL,
    document bytea NOT NULL
);
CREATE SEQUENCE records_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE records_id_seq OWNED BY records.id;
CREATE TABLE recovery_codes (
    id bigint NOT NULL,
    account_id bigint NOT NULL,
    code_hash character varying(64) NOT NULL,
    used_at timestamp with time zone
);
CREATE SEQUENCE recovery_codes_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE recovery_codes_id_seq OWNED BY recovery_codes.id;
CREATE TABLE reminders (
    id bigint NOT NULL,
    turn_id bigint NOT NULL,
    kind character varying(24) NOT NULL,
    due_at timestamp with time zone NOT NULL,
    done_at timestamp with time zone
);
CREATE SEQUENCE reminders_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE reminders_id_seq OWNED BY reminders.id;
CREATE TABLE returned_mails (
    id bigint NOT NULL,
    mail_id bigint NOT NULL,
    address character varying(254) NOT NULL,
    hard boolean NOT NULL,
    status character varying(16) NOT NULL,
    at timestamp with time zone NOT NULL,
    counts boolean NOT NULL
);
CREATE SEQUENCE returned_mails_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE returned_mails_id_seq OWNED BY returned_mails.id;
CREATE TABLE round_boards (
    id bigint NOT NULL,
    game_id bigint NOT NULL,
    round bigint NOT NULL,
    document bytea NOT NULL
);
CREATE SEQUENCE round_boards_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE round_boards_id_seq OWNED BY round_boards.id;
CREATE TABLE saved_sheets (
    id bigint NOT NULL,
    turn_id bigint NOT NULL,
    seat_id bigint NOT NULL,
    account_id bigint NOT NULL,
    fields bytea NOT NULL,
    document bytea NOT NULL,
    changed_at timestamp with time zone NOT NULL,
    version character varying(16) DEFAULT ''::character varying NOT NULL,
    page character varying(16) DEFAULT ''::character varying NOT NULL
);
CREATE SEQUENCE saved_sheets_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE saved_sheets_id_seq OWNED BY saved_sheets.id;
CREATE TABLE saved_standing_orders (
    id bigint NOT NULL,
    seat_id bigint NOT NULL,
    account_id bigint NOT NULL,
    fields bytea NOT NULL,
    document bytea NOT NULL,
    changed_at timestamp with time zone NOT NULL,
    version character varying(16) DEFAULT ''::character varying NOT NULL,
    page character varying(16) DEFAULT ''::character varying NOT NULL
);
CREATE SEQUENCE saved_standing_orders_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE saved_standing_orders_id_seq OWNED BY saved_standing_orders.id;
CREATE TABLE seat_holders (
    id bigint NOT NULL,
    game_id bigint NOT NULL,
    seat_id bigint NOT NULL,
    account_id bigint,
    kind character varying(16) NOT NULL,
    house character varying(40),
    began character varying(16) NOT NULL,
    ended character varying(16) NOT NULL,
    since timestamp with time zone NOT NULL,
    until timestamp with time zone,
    from_turn bigint NOT NULL,
    to_turn bigint
);
CREATE SEQUENCE seat_holders_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE seat_holders_id_seq OWNED BY seat_holders.id;
CREATE TABLE seats (
    id bigint NOT NULL,
    public_id character varying(16) NOT NULL,
    game_id bigint NOT NULL,
    house character varying(40),
    account_id bigint,
    kind character varying(16) NOT NULL,
    wants_mail boolean NOT NULL,
    preferences character varying(400) DEFAULT ''::character varying NOT NULL,
    confirmed_at timestamp with time zone,
    offered_at timestamp with time zone,
    offer_reason character varying(40) DEFAULT ''::character varying NOT NULL,
    extensions_used bigint DEFAULT '0'::bigint NOT NULL,
    misses_in_a_row bigint DEFAULT '0'::bigint NOT NULL,
    bot_until bigint DEFAULT '0'::bigint NOT NULL,
    reply_generation bigint DEFAULT '0'::bigint NOT NULL,
    by_mail boolean DEFAULT false NOT NULL,
    unready_at timestamp with time zone,
    bot_level character varying(8) DEFAULT 'steward'::character varying NOT NULL,
    joined_at timestamp with time zone NOT NULL
);
CREATE SEQUENCE seats_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE seats_id_seq OWNED BY seats.id;
CREATE TABLE service_hours (
    hour timestamp with time zone NOT NULL,
    document bytea NOT NULL
);
CREATE TABLE sheet_versions (
    id bigint NOT NULL,
    turn_id bigint NOT NULL,
    seat_id bigint NOT NULL,
    number bigint NOT NULL,
    document bytea NOT NULL,
    warnings bytea NOT NULL,
    digest character varying(64) NOT NULL,
    accepted_at timestamp with time zone NOT NULL,
    via character varying(8) DEFAULT ''::character varying NOT NULL,
    deputy boolean DEFAULT false NOT NULL,
    written_at timestamp with time zone
);
CREATE SEQUENCE sheet_versions_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE sheet_versions_id_seq OWNED BY sheet_versions.id;
CREATE TABLE sign_in_links (
    id bigint NOT NULL,
    token_hash character varying(64) NOT NULL,
    email character varying(254) NOT NULL,
    next_url character varying(500) NOT NULL,
    language character varying(8) NOT NULL,
    zone character varying(64) NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    used_at timestamp with time zone
);
CREATE SEQUENCE sign_in_links_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE sign_in_links_id_seq OWNED BY sign_in_links.id;
CREATE TABLE sign_in_sessions (
    id bigint NOT NULL,
    public_id character varying(16) NOT NULL,
    label character varying(120) DEFAULT ''::character varying NOT NULL,
    seen_at timestamp with time zone,
    strong_at timestamp with time zone,
    proved_at timestamp with time zone,
    proof_hash character varying(64) DEFAULT ''::character varying NOT NULL,
    proof_expires_at timestamp with time zone,
    token_hash character varying(64) NOT NULL,
    account_id bigint NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL
);
CREATE SEQUENCE sign_in_sessions_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE sign_in_sessions_id_seq OWNED BY sign_in_sessions.id;
CREATE TABLE silenced_addresses (
    id bigint NOT NULL,
    email_hash character varying(64) NOT NULL,
    created_at timestamp with time zone NOT NULL
);
CREATE SEQUENCE silenced_addresses_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE silenced_addresses_id_seq OWNED BY silenced_addresses.id;
CREATE TABLE snapshots (
    game_id bigint NOT NULL,
    turn_number bigint NOT NULL,
    document bytea NOT NULL
);
CREATE TABLE standing_versions (
    id bigint NOT NULL,
    seat_id bigint NOT NULL,
    number bigint NOT NULL,
    document bytea NOT NULL,
    warnings bytea NOT NULL,
    digest character varying(64) NOT NULL,
    accepted_at timestamp with time zone NOT NULL,
    via character varying(8) DEFAULT ''::character varying NOT NULL,
    deputy boolean DEFAULT false NOT NULL,
    written_at timestamp with time zone
);
CREATE SEQUENCE standing_versions_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE standing_versions_id_seq OWNED BY standing_versions.id;
CREATE TABLE stopped_addresses (
    address character varying(254) NOT NULL,
    since timestamp with time zone NOT NULL,
    stopped_at timestamp with time zone NOT NULL
);
CREATE TABLE turn_boards (
    turn_id bigint NOT NULL,
    document bytea NOT NULL
);
CREATE TABLE turns (
    id bigint NOT NULL,
    public_id character varying(16) NOT NULL,
    game_id bigint NOT NULL,
    number bigint NOT NULL,
    "window" character varying(80) NOT NULL,
    round bigint NOT NULL,
    asked character varying(400) NOT NULL,
    opened_at timestamp with time zone NOT NULL,
    due_at timestamp with time zone NOT NULL,
    closing_at timestamp with time zone,
    closes_at timestamp with time zone NOT NULL,
    closed_at timestamp with time zone,
    sequence bigint NOT NULL,
    extensions bigint DEFAULT '0'::bigint NOT NULL,
    late_at timestamp with time zone,
    remaining_seconds double precision,
    status character varying(16) NOT NULL,
    claim character varying(80) NOT NULL,
    claimed_until timestamp with time zone,
    attempts bigint NOT NULL,
    trouble text NOT NULL,
    unsaid character varying(8) DEFAULT 'defaults'::character varying NOT NULL,
    news boolean DEFAULT false NOT NULL
);
CREATE SEQUENCE turns_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE turns_id_seq OWNED BY turns.id;
CREATE TABLE voided (
    id bigint NOT NULL,
    game_id bigint NOT NULL,
    override_id bigint NOT NULL,
    kind character varying(16) NOT NULL,
    round bigint NOT NULL,
    number bigint NOT NULL,
    turn_number bigint NOT NULL,
    document bytea NOT NULL
);
CREATE SEQUENCE voided_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE voided_id_seq OWNED BY voided.id;
CREATE TABLE votes (
    id bigint NOT NULL,
    public_id character varying(16) NOT NULL,
    game_id bigint NOT NULL,
    kind character varying(16) NOT NULL,
    subject character varying(40) NOT NULL,
    reason character varying(300) NOT NULL,
    seat_id bigint,
    opened_at timestamp with time zone NOT NULL,
    closes_at timestamp with time zone NOT NULL,
    closed_at timestamp with time zone,
    result character varying(16) NOT NULL
);
CREATE SEQUENCE votes_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE votes_id_seq OWNED BY votes.id;
CREATE TABLE wait_requests (
    id bigint NOT NULL,
    turn_id bigint NOT NULL,
    seat_id bigint NOT NULL,
    at timestamp with time zone NOT NULL
);
CREATE SEQUENCE wait_requests_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE wait_requests_id_seq OWNED BY wait_requests.id;
CREATE TABLE webhook_posts (
    id bigint NOT NULL,
    public_id character varying(16) NOT NULL,
    key character varying(160) NOT NULL,
    webhook_id bigint NOT NULL,
    kind character varying(24) NOT NULL,
    body bytea NOT NULL,
    written_at timestamp with time zone NOT NULL,
    next_attempt_at timestamp with time zone,
    claimed_until timestamp with time zone,
    attempts bigint NOT NULL,
    sent_at timestamp with time zone,
    failed_at timestamp with time zone,
    last_error text NOT NULL
);
CREATE SEQUENCE webhook_posts_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE webhook_posts_id_seq OWNED BY webhook_posts.id;
CREATE TABLE webhooks (
    id bigint NOT NULL,
    public_id character varying(16) NOT NULL,
    account_id bigint NOT NULL,
    game_id bigint,
    url character varying(500) NOT NULL,
    secret character varying(200) NOT NULL,
    kinds character varying(120) NOT NULL,
    failures bigint NOT NULL,
    created_at timestamp with time zone NOT NULL,
    disabled_at timestamp with time zone,
    removed_at timestamp with time zone
);
CREATE SEQUENCE webhooks_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE webhooks_id_seq OWNED BY webhooks.id;
CREATE TABLE what_ifs (
    id bigint NOT NULL,
    turn_id bigint NOT NULL,
    seat_id bigint NOT NULL,
    account_id bigint NOT NULL,
    number bigint NOT NULL,
    name character varying(60) NOT NULL,
    document bytea NOT NULL,
    changed_at timestamp with time zone NOT NULL
);
CREATE SEQUENCE what_ifs_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE what_ifs_id_seq OWNED BY what_ifs.id;
ALTER TABLE ONLY absences ALTER COLUMN id SET DEFAULT nextval('absences_id_seq'::regclass);
ALTER TABLE ONLY accounts ALTER COLUMN id SET DEFAULT nextval('accounts_id_seq'::regclass);
ALTER TABLE ONLY address_changes ALTER COLUMN id SET DEFAULT nextval('address_changes_id_seq'::regclass);
ALTER TABLE ONLY adjudications ALTER COLUMN id SET DEFAULT nextval('adjudications_id_seq'::regclass);
ALTER TABLE ONLY api_tokens ALTER COLUMN id SET DEFAULT nextval('api_tokens_id_seq'::regclass);
ALTER TABLE ONLY attempts ALTER COLUMN id SET DEFAULT nextval('attempts_id_seq'::regclass);
ALTER TABLE ONLY attendance ALTER COLUMN id SET DEFAULT nextval('attendance_id_seq'::regclass);
ALTER TABLE ONLY audit_log ALTER COLUMN id SET DEFAULT nextval('audit_log_id_seq'::regclass);
ALTER TABLE ONLY ballots ALTER COLUMN id SET DEFAULT nextval('ballots_id_seq'::regclass);
ALTER TABLE ONLY conversations ALTER COLUMN id SET DEFAULT nextval('conversations_id_seq'::regclass);
ALTER TABLE ONLY deadline_changes ALTER COLUMN id SET DEFAULT nextval('deadline_changes_id_seq'::regclass);
ALTER TABLE ONLY delegations ALTER COLUMN id SET DEFAULT nextval('delegations_id_seq'::regclass);
ALTER TABLE ONLY digest_lines ALTER COLUMN id SET DEFAULT nextval('digest_lines_id_seq'::regclass);
ALTER TABLE ONLY evaluations ALTER COLUMN id SET DEFAULT nextval('evaluations_id_seq'::regclass);
ALTER TABLE ONLY feed_addresses ALTER COLUMN id SET DEFAULT nextval('feed_addresses_id_seq'::regclass);
ALTER TABLE ONLY game_masters ALTER COLUMN id SET DEFAULT nextval('game_masters_id_seq'::regclass);
ALTER TABLE ONLY games ALTER COLUMN id SET DEFAULT nextval('games_id_seq'::regclass);
ALTER TABLE ONLY house_results ALTER COLUMN id SET DEFAULT nextval('house_results_id_seq'::regclass);
ALTER TABLE ONLY imports ALTER COLUMN id SET DEFAULT nextval('imports_id_seq'::regclass);
ALTER TABLE ONLY incoming_mails ALTER COLUMN id SET DEFAULT nextval('incoming_mails_id_seq'::regclass);
ALTER TABLE ONLY invitations ALTER COLUMN id SET DEFAULT nextval('invitations_id_seq'::regclass);
ALTER TABLE ONLY journal_parts ALTER COLUMN id SET DEFAULT nextval('journal_parts_id_seq'::regclass);
ALTER TABLE ONLY local_mail ALTER COLUMN id SET DEFAULT nextval('local_mail_id_seq'::regclass);
ALTER TABLE ONLY messages ALTER COLUMN id SET DEFAULT nextval('messages_id_seq'::regclass);
ALTER TABLE ONLY notes ALTER COLUMN id SET DEFAULT nextval('notes_id_seq'::regclass);
ALTER TABLE ONLY outbox ALTER COLUMN id SET DEFAULT nextval('outbox_id_seq'::regclass);
ALTER TABLE ONLY overrides ALTER COLUMN id SET DEFAULT nextval('overrides_id_seq'::regclass);
ALTER TABLE ONLY pending_results ALTER COLUMN id SET DEFAULT nextval('pending_results_id_seq'::regclass);
ALTER TABLE ONLY push_messages ALTER COLUMN id SET DEFAULT nextval('push_messages_id_seq'::regclass);
ALTER TABLE ONLY push_subscriptions ALTER COLUMN id SET DEFAULT nextval('push_subscriptions_id_seq'::regclass);
ALTER TABLE ONLY rating_changes ALTER COLUMN id SET DEFAULT nextval('rating_changes_id_seq'::regclass);
ALTER TABLE ONLY read_marks ALTER COLUMN id SET DEFAULT nextval('read_marks_id_seq'::regclass);
ALTER TABLE ONLY ready ALTER COLUMN id SET DEFAULT nextval('ready_id_seq'::regclass);
ALTER TABLE ONLY receipts ALTER COLUMN id SET DEFAULT nextval('receipts_id_seq'::regclass);
ALTER TABLE ONLY records ALTER COLUMN id SET DEFAULT nextval('records_id_seq'::regclass);
ALTER TABLE ONLY recovery_codes ALTER COLUMN id SET DEFAULT nextval('recovery_codes_id_seq'::regclass);
ALTER TABLE ONLY reminders ALTER COLUMN id SET DEFAULT nextval('reminders_id_seq'::regclass);
ALTER TABLE ONLY returned_mails ALTER COLUMN id SET DEFAULT nextval('returned_mails_id_seq'::regclass);
ALTER TABLE ONLY round_boards ALTER COLUMN id SET DEFAULT nextval('round_boards_id_seq'::regclass);
ALTER TABLE ONLY saved_sheets ALTER COLUMN id SET DEFAULT nextval('saved_sheets_id_seq'::regclass);
ALTER TABLE ONLY saved_standing_orders ALTER COLUMN id SET DEFAULT nextval('saved_standing_orders_id_seq'::regclass);
ALTER TABLE ONLY seat_holders ALTER COLUMN id SET DEFAULT nextval('seat_holders_id_seq'::regclass);
ALTER TABLE ONLY seats ALTER COLUMN id SET DEFAULT nextval('seats_id_seq'::regclass);
ALTER TABLE ONLY sheet_versions ALTER COLUMN id SET DEFAULT nextval('sheet_versions_id_seq'::regclass);
ALTER TABLE ONLY sign_in_links ALTER COLUMN id SET DEFAULT nextval('sign_in_links_id_seq'::regclass);
ALTER TABLE ONLY sign_in_sessions ALTER COLUMN id SET DEFAULT nextval('sign_in_sessions_id_seq'::regclass);
ALTER TABLE ONLY silenced_addresses ALTER COLUMN id SET DEFAULT nextval('silenced_addresses_id_seq'::regclass);
ALTER TABLE ONLY standing_versions ALTER COLUMN id SET DEFAULT nextval('standing_versions_id_seq'::regclass);
ALTER TABLE ONLY turns ALTER COLUMN id SET DEFAULT nextval('turns_id_seq'::regclass);
ALTER TABLE ONLY voided ALTER COLUMN id SET DEFAULT nextval('voided_id_seq'::regclass);
ALTER TABLE ONLY votes ALTER COLUMN id SET DEFAULT nextval('votes_id_seq'::regclass);
ALTER TABLE ONLY wait_requests ALTER COLUMN id SET DEFAULT nextval('wait_requests_id_seq'::regclass);
ALTER TABLE ONLY webhook_posts ALTER COLUMN id SET DEFAULT nextval('webhook_posts_id_seq'::regclass);
ALTER TABLE ONLY webhooks ALTER COLUMN id SET DEFAULT nextval('webhooks_id_seq'::regclass);
ALTER TABLE ONLY what_ifs ALTER COLUMN id SET DEFAULT nextval('what_ifs_id_seq'::regclass);
ALTER TABLE ONLY alembic_version
    ADD CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num);
ALTER TABLE ONLY absences
    ADD CONSTRAINT pk_absences PRIMARY KEY (id);
ALTER TABLE ONLY accounts
    ADD CONSTRAINT pk_accounts PRIMARY KEY (id);
ALTER TABLE ONLY address_changes
    ADD CONSTRAINT pk_address_changes PRIMARY KEY (id);
ALTER TABLE ONLY adjudications
    ADD CONSTRAINT pk_adjudications PRIMARY KEY (id);
ALTER TABLE ONLY api_tokens
    ADD CONSTRAINT pk_api_tokens PRIMARY KEY (id);
ALTER TABLE ONLY attempts
    ADD CONSTRAINT pk_attempts PRIMARY KEY (id);
ALTER TABLE ONLY attendance
    ADD CONSTRAINT pk_attendance PRIMARY KEY (id);
ALTER TABLE ONLY audit_log
    ADD CONSTRAINT pk_audit_log PRIMARY KEY (id);
ALTER TABLE ONLY ballots
    ADD CONSTRAINT pk_ballots PRIMARY KEY (id);
ALTER TABLE ONLY conversations
    ADD CONSTRAINT pk_conversations PRIMARY KEY (id);
ALTER TABLE ONLY deadline_changes
    ADD CONSTRAINT pk_deadline_changes PRIMARY KEY (id);
ALTER TABLE ONLY delegations
    ADD CONSTRAINT pk_delegations PRIMARY KEY (id);
ALTER TABLE ONLY digest_lines
    ADD CONSTRAINT pk_digest_lines PRIMARY KEY (id);
ALTER TABLE ONLY evaluations
    ADD CONSTRAINT pk_evaluations PRIMARY KEY (id);
ALTER TABLE ONLY feed_addresses
    ADD CONSTRAINT pk_feed_addresses PRIMARY KEY (id);
ALTER TABLE ONLY game_masters
    ADD CONSTRAINT pk_game_masters PRIMARY KEY (id);
ALTER TABLE ONLY game_statistics
    ADD CONSTRAINT pk_game_statistics PRIMARY KEY (game_id);
ALTER TABLE ONLY games
    ADD CONSTRAINT pk_games PRIMARY KEY (id);
ALTER TABLE ONLY heartbeats
    ADD CONSTRAINT pk_heartbeats PRIMARY KEY (name);
ALTER TABLE ONLY house_results
    ADD CONSTRAINT pk_house_results PRIMARY KEY (id);
ALTER TABLE ONLY imports
    ADD CONSTRAINT pk_imports PRIMARY KEY (id);
ALTER TABLE ONLY incoming_mails
    ADD CONSTRAINT pk_incoming_mails PRIMARY KEY (id);
ALTER TABLE ONLY invitations
    ADD CONSTRAINT pk_invitations PRIMARY KEY (id);
ALTER TABLE ONLY journal_parts
    ADD CONSTRAINT pk_journal_parts PRIMARY KEY (id);
ALTER TABLE ONLY local_mail
    ADD CONSTRAINT pk_local_mail PRIMARY KEY (id);
ALTER TABLE ONLY mail_routes
    ADD CONSTRAINT pk_mail_routes PRIMARY KEY (name);
ALTER TABLE ONLY messages
    ADD CONSTRAINT pk_messages PRIMARY KEY (id);
ALTER TABLE ONLY notes
    ADD CONSTRAINT pk_notes PRIMARY KEY (id);
ALTER TABLE ONLY outbox
    ADD CONSTRAINT pk_outbox PRIMARY KEY (id);
ALTER TABLE ONLY overrides
    ADD CONSTRAINT pk_overrides PRIMARY KEY (id);
ALTER TABLE ONLY pdf_files
    ADD CONSTRAINT pk_pdf_files PRIMARY KEY (key);
ALTER TABLE ONLY pending_results
    ADD CONSTRAINT pk_pending_results PRIMARY KEY (id);
ALTER TABLE ONLY pictures
    ADD CONSTRAINT pk_pictures PRIMARY KEY (digest);
ALTER TABLE ONLY positions
    ADD CONSTRAINT pk_positions PRIMARY KEY (game_id);
ALTER TABLE ONLY prepared_answers
    ADD CONSTRAINT pk_prepared_answers PRIMARY KEY (turn_id, house);
ALTER TABLE ONLY push_messages
    ADD CONSTRAINT pk_push_messages PRIMARY KEY (id);
ALTER TABLE ONLY push_subscriptions
    ADD CONSTRAINT pk_push_subscriptions PRIMARY KEY (id);
ALTER TABLE ONLY rated_games
    ADD CONSTRAINT pk_rated_games PRIMARY KEY (game_id);
ALTER TABLE ONLY rating_bands
    ADD CONSTRAINT pk_rating_bands PRIMARY KEY (edition, band);
ALTER TABLE ONLY rating_changes
    ADD CONSTRAINT pk_rating_changes PRIMARY KEY (id);
ALTER TABLE ONLY ratings
    ADD CONSTRAINT pk_ratings PRIMARY KEY (account_id, edition);
ALTER TABLE ONLY read_marks
    ADD CONSTRAINT pk_read_marks PRIMARY KEY (id);
ALTER TABLE ONLY ready
    ADD CONSTRAINT pk_ready PRIMARY KEY (id);
ALTER TABLE ONLY receipts
    ADD CONSTRAINT pk_receipts PRIMARY KEY (id);
ALTER TABLE ONLY records
    ADD CONSTRAINT pk_records PRIMARY KEY (id);
ALTER TABLE ONLY recovery_codes
    ADD CONSTRAINT pk_recovery_codes PRIMARY KEY (id);
ALTER TABLE ONLY reminders
    ADD CONSTRAINT pk_reminders PRIMARY KEY (id);
ALTER TABLE ONLY returned_mails
    ADD CONSTRAINT pk_returned_mails PRIMARY KEY (id);
ALTER TABLE ONLY round_boards
    ADD CONSTRAINT pk_round_boards PRIMARY KEY (id);
ALTER TABLE ONLY saved_sheets
    ADD CONSTRAINT pk_saved_sheets PRIMARY KEY (id);
ALTER TABLE ONLY saved_standing_orders
    ADD CONSTRAINT pk_saved_standing_orders PRIMARY KEY (id);
ALTER TABLE ONLY seat_holders
    ADD CONSTRAINT pk_seat_holders PRIMARY KEY (id);
ALTER TABLE ONLY seats
    ADD CONSTRAINT pk_seats PRIMARY KEY (id);
ALTER TABLE ONLY service_hours
    ADD CONSTRAINT pk_service_hours PRIMARY KEY (hour);
ALTER TABLE ONLY sheet_versions
    ADD CONSTRAINT pk_sheet_versions PRIMARY KEY (id);
ALTER TABLE ONLY sign_in_links
    ADD CONSTRAINT pk_sign_in_links PRIMARY KEY (id);
ALTER TABLE ONLY sign_in_sessions
    ADD CONSTRAINT pk_sign_in_sessions PRIMARY KEY (id);
ALTER TABLE ONLY silenced_addresses
    ADD CONSTRAINT pk_silenced_addresses PRIMARY KEY (id);
ALTER TABLE ONLY snapshots
    ADD CONSTRAINT pk_snapshots PRIMARY KEY (game_id, turn_number);
ALTER TABLE ONLY standing_versions
    ADD CONSTRAINT pk_standing_versions PRIMARY KEY (id);
ALTER TABLE ONLY stopped_addresses
    ADD CONSTRAINT pk_stopped_addresses PRIMARY KEY (address);
ALTER TABLE ONLY turn_boards
    ADD CONSTRAINT pk_turn_boards PRIMARY KEY (turn_id);
ALTER TABLE ONLY turns
    ADD CONSTRAINT pk_turns PRIMARY KEY (id);
ALTER TABLE ONLY voided
    ADD CONSTRAINT pk_voided PRIMARY KEY (id);
ALTER TABLE ONLY votes
    ADD CONSTRAINT pk_votes PRIMARY KEY (id);
ALTER TABLE ONLY wait_requests
    ADD CONSTRAINT pk_wait_requests PRIMARY KEY (id);
ALTER TABLE ONLY webhook_posts
    ADD CONSTRAINT pk_webhook_posts PRIMARY KEY (id);
ALTER TABLE ONLY webhooks
    ADD CONSTRAINT pk_webhooks PRIMARY KEY (id);
ALTER TABLE ONLY what_ifs
    ADD CONSTRAINT pk_what_ifs PRIMARY KEY (id);
ALTER TABLE ONLY absences
    ADD CONSTRAINT uq_absences_public_id UNIQUE (public_id);
ALTER TABLE ONLY accounts
    ADD CONSTRAINT uq_accounts_email UNIQUE (email);
ALTER TABLE ONLY accounts
    ADD CONSTRAINT uq_accounts_public_id UNIQUE (public_id);
ALTER TABLE ONLY address_changes
    ADD CONSTRAINT uq_address_changes_token_hash UNIQUE (token_hash);
ALTER TABLE ONLY adjudications
    ADD CONSTRAINT uq_adjudications_game_id_number UNIQUE (game_id, number);
ALTER TABLE ONLY adjudications
    ADD CONSTRAINT uq_adjudications_turn_id UNIQUE (turn_id);
ALTER TABLE ONLY api_tokens
    ADD CONSTRAINT uq_api_tokens_public_id UNIQUE (public_id);
ALTER TABLE ONLY api_tokens
    ADD CONSTRAINT uq_api_tokens_token_hash UNIQUE (token_hash);
ALTER TABLE ONLY attendance
    ADD CONSTRAINT uq_attendance_turn_id_seat_id UNIQUE (turn_id, seat_id);
ALTER TABLE ONLY audit_log
    ADD CONSTRAINT uq_audit_log_scope_number UNIQUE (scope, number);
ALTER TABLE ONLY ballots
    ADD CONSTRAINT uq_ballots_vote_id_seat_id UNIQUE (vote_id, seat_id);
ALTER TABLE ONLY conversations
    ADD CONSTRAINT uq_conversations_game_id_kind_members UNIQUE (game_id, kind, members);
ALTER TABLE ONLY conversations
    ADD CONSTRAINT uq_conversations_public_id UNIQUE (public_id);
ALTER TABLE ONLY deadline_changes
    ADD CONSTRAINT uq_deadline_changes_turn_id_sequence UNIQUE (turn_id, sequence);
ALTER TABLE ONLY delegations
    ADD CONSTRAINT uq_delegations_public_id UNIQUE (public_id);
ALTER TABLE ONLY digest_lines
    ADD CONSTRAINT uq_digest_lines_key UNIQUE (key);
ALTER TABLE ONLY feed_addresses
    ADD CONSTRAINT uq_feed_addresses_account_id UNIQUE (account_id);
ALTER TABLE ONLY feed_addresses
    ADD CONSTRAINT uq_feed_addresses_token_hash UNIQUE (token_hash);
ALTER TABLE ONLY game_masters
    ADD CONSTRAINT uq_game_masters_game_id_account_id UNIQUE (game_id, account_id);
ALTER TABLE ONLY games
    ADD CONSTRAINT uq_games_public_id UNIQUE (public_id);
ALTER TABLE ONLY house_results
    ADD CONSTRAINT uq_house_results_game_id_house UNIQUE (game_id, house);
ALTER TABLE ONLY imports
    ADD CONSTRAINT uq_imports_public_id UNIQUE (public_id);
ALTER TABLE ONLY incoming_mails
    ADD CONSTRAINT uq_incoming_mails_mark UNIQUE (mark);
ALTER TABLE ONLY incoming_mails
    ADD CONSTRAINT uq_incoming_mails_public_id UNIQUE (public_id);
ALTER TABLE ONLY invitations
    ADD CONSTRAINT uq_invitations_game_id_email UNIQUE (game_id, email);
ALTER TABLE ONLY invitations
    ADD CONSTRAINT uq_invitations_public_id UNIQUE (public_id);
ALTER TABLE ONLY invitations
    ADD CONSTRAINT uq_invitations_token_hash UNIQUE (token_hash);
ALTER TABLE ONLY journal_parts
    ADD CONSTRAINT uq_journal_parts_game_id_first UNIQUE (game_id, first);
ALTER TABLE ONLY local_mail
    ADD CONSTRAINT uq_local_mail_message_id UNIQUE (message_id);
ALTER TABLE ONLY local_mail
    ADD CONSTRAINT uq_local_mail_public_id UNIQUE (public_id);
ALTER TABLE ONLY messages
    ADD CONSTRAINT uq_messages_public_id UNIQUE (public_id);
ALTER TABLE ONLY messages
    ADD CONSTRAINT uq_messages_thread_id_number UNIQUE (thread_id, number);
ALTER TABLE ONLY notes
    ADD CONSTRAINT uq_notes_public_id UNIQUE (public_id);
ALTER TABLE ONLY outbox
    ADD CONSTRAINT uq_outbox_key UNIQUE (key);
ALTER TABLE ONLY outbox
    ADD CONSTRAINT uq_outbox_message_id UNIQUE (message_id);
ALTER TABLE ONLY overrides
    ADD CONSTRAINT uq_overrides_game_id_number UNIQUE (game_id, number);
ALTER TABLE ONLY overrides
    ADD CONSTRAINT uq_overrides_public_id UNIQUE (public_id);
ALTER TABLE ONLY pending_results
    ADD CONSTRAINT uq_pending_results_public_id UNIQUE (public_id);
ALTER TABLE ONLY pending_results
    ADD CONSTRAINT uq_pending_results_turn_id_number UNIQUE (turn_id, number);
ALTER TABLE ONLY push_messages
    ADD CONSTRAINT uq_push_messages_key UNIQUE (key);
ALTER TABLE ONLY push_subscriptions
    ADD CONSTRAINT uq_push_subscriptions_endpoint UNIQUE (endpoint);
ALTER TABLE ONLY push_subscriptions
    ADD CONSTRAINT uq_push_subscriptions_public_id UNIQUE (public_id);
ALTER TABLE ONLY rating_changes
    ADD CONSTRAINT uq_rating_changes_edition_account_id_number UNIQUE (edition, account_id, number);
ALTER TABLE ONLY rating_changes
    ADD CONSTRAINT uq_rating_changes_game_id_account_id UNIQUE (game_id, account_id);
ALTER TABLE ONLY read_marks
    ADD CONSTRAINT uq_read_marks_thread_id_account_id UNIQUE (thread_id, account_id);
ALTER TABLE ONLY ready
    ADD CONSTRAINT uq_ready_turn_id_seat_id UNIQUE (turn_id, seat_id);
ALTER TABLE ONLY receipts
    ADD CONSTRAINT uq_receipts_game_id_number UNIQUE (game_id, number);
ALTER TABLE ONLY receipts
    ADD CONSTRAINT uq_receipts_public_id UNIQUE (public_id);
ALTER TABLE ONLY receipts
    ADD CONSTRAINT uq_receipts_turn_id_seat_id_version UNIQUE (turn_id, seat_id, version);
ALTER TABLE ONLY records
    ADD CONSTRAINT uq_records_game_id_first UNIQUE (game_id, first);
ALTER TABLE ONLY records
    ADD CONSTRAINT uq_records_game_id_round_part UNIQUE (game_id, round, part);
ALTER TABLE ONLY recovery_codes
    ADD CONSTRAINT uq_recovery_codes_account_id_code_hash UNIQUE (account_id, code_hash);
ALTER TABLE ONLY reminders
    ADD CONSTRAINT uq_reminders_turn_id_kind UNIQUE (turn_id, kind);
ALTER TABLE ONLY returned_mails
    ADD CONSTRAINT uq_returned_mails_mail_id_hard UNIQUE (mail_id, hard);
ALTER TABLE ONLY round_boards
    ADD CONSTRAINT uq_round_boards_game_id_round UNIQUE (game_id, round);
ALTER TABLE ONLY saved_sheets
    ADD CONSTRAINT uq_saved_sheets_turn_id_seat_id_account_id UNIQUE (turn_id, seat_id, account_id);
ALTER TABLE ONLY saved_standing_orders
    ADD CONSTRAINT uq_saved_standing_orders_seat_id_account_id UNIQUE (seat_id, account_id);
ALTER TABLE ONLY seats
    ADD CONSTRAINT uq_seats_game_id_account_id UNIQUE (game_id, account_id);
ALTER TABLE ONLY seats
    ADD CONSTRAINT uq_seats_game_id_house UNIQUE (game_id, house);
ALTER TABLE ONLY seats
    ADD CONSTRAINT uq_seats_public_id UNIQUE (public_id);
ALTER TABLE ONLY sheet_versions
    ADD CONSTRAINT uq_sheet_versions_turn_id_seat_id_number UNIQUE (turn_id, seat_id, number);
ALTER TABLE ONLY sign_in_links
    ADD CONSTRAINT uq_sign_in_links_token_hash UNIQUE (token_hash);
ALTER TABLE ONLY sign_in_sessions
    ADD CONSTRAINT uq_sign_in_sessions_public_id UNIQUE (public_id);
ALTER TABLE ONLY sign_in_sessions
    ADD CONSTRAINT uq_sign_in_sessions_token_hash UNIQUE (token_hash);
ALTER TABLE ONLY silenced_addresses
    ADD CONSTRAINT uq_silenced_addresses_email_hash UNIQUE (email_hash);
ALTER TABLE ONLY standing_versions
    ADD CONSTRAINT uq_standing_versions_seat_id_number UNIQUE (seat_id, number);
ALTER TABLE ONLY turns
    ADD CONSTRAINT uq_turns_game_id_number UNIQUE (game_id, number);
ALTER TABLE ONLY turns
    ADD CONSTRAINT uq_turns_public_id UNIQUE (public_id);
ALTER TABLE ONLY votes
    ADD CONSTRAINT uq_votes_public_id UNIQUE (public_id);
ALTER TABLE ONLY wait_requests
    ADD CONSTRAINT uq_wait_requests_turn_id_seat_id UNIQUE (turn_id, seat_id);
ALTER TABLE ONLY webhook_posts
    ADD CONSTRAINT uq_webhook_posts_key UNIQUE (key);
ALTER TABLE ONLY webhook_posts
    ADD CONSTRAINT uq_webhook_posts_public_id UNIQUE (public_id);
ALTER TABLE ONLY webhooks
    ADD CONSTRAINT uq_webhooks_public_id UNIQUE (public_id);
ALTER TABLE ONLY what_ifs
    ADD CONSTRAINT uq_what_ifs_turn_id_seat_id_account_id_number UNIQUE (turn_id, seat_id, account_id, number);
CREATE INDEX ix_absences_account_id ON absences USING btree (account_id);
CREATE INDEX ix_absences_last_at ON absences USING btree (last_at);
CREATE INDEX ix_address_changes_account_id ON address_changes USING btree (account_id);
CREATE INDEX ix_address_changes_expires_at ON address_changes USING btree (expires_at);
CREATE INDEX ix_adjudications_at ON adjudications USING btree (at);
CREATE INDEX ix_api_tokens_account_id ON api_tokens USING btree (account_id);
CREATE INDEX ix_attempts_key_at ON attempts USING btree (key, at);
CREATE INDEX ix_attendance_account_id_at ON attendance USING btree (account_id, at);
CREATE INDEX ix_attendance_game_id ON attendance USING btree (game_id);
CREATE INDEX ix_attendance_seat_id ON attendance USING btree (seat_id);
CREATE INDEX ix_deadline_changes_at ON deadline_changes USING btree (at);
CREATE INDEX ix_delegations_account_id ON delegations USING btree (account_id);
CREATE INDEX ix_delegations_game_id ON delegations USING btree (game_id);
CREATE INDEX ix_delegations_granter_id ON delegations USING btree (granter_id);
CREATE INDEX ix_delegations_seat_id ON delegations USING btree (seat_id);
CREATE INDEX ix_delegations_until_at ON delegations USING btree (until_at) WHERE (revoked_at IS NULL);
CREATE INDEX ix_digest_lines_account_id ON digest_lines USING btree (account_id);
CREATE INDEX ix_digest_lines_sent_at ON digest_lines USING btree (sent_at);
CREATE INDEX ix_evaluations_at ON evaluations USING btree (at);
CREATE INDEX ix_evaluations_game_id_asked_at ON evaluations USING btree (game_id, asked_at);
CREATE INDEX ix_game_masters_account_id ON game_masters USING btree (account_id);
CREATE INDEX ix_games_creator_id ON games USING btree (creator_id);
CREATE INDEX ix_games_paused_until ON games USING btree (paused_until) WHERE (paused_until IS NOT NULL);
CREATE INDEX ix_games_preset_created_at ON games USING btree (preset, created_at);
CREATE INDEX ix_games_status_created_at ON games USING btree (status, created_at);
CREATE INDEX ix_games_status_evaluation_requested_at ON games USING btree (status, evaluation_requested_at);
CREATE INDEX ix_games_status_finished_at ON games USING btree (status, finished_at);
CREATE INDEX ix_games_status_muster_until ON games USING btree (status, muster_until);
CREATE INDEX ix_games_status_settled ON games USING btree (status, settled);
CREATE INDEX ix_games_status_visibility_id ON games USING btree (status, visibility, id);
CREATE INDEX ix_imports_account_id_asked_at ON imports USING btree (account_id, asked_at);
CREATE INDEX ix_imports_at ON imports USING btree (at);
CREATE INDEX ix_incoming_mails_account_id ON incoming_mails USING btree (account_id);
CREATE INDEX ix_incoming_mails_content ON incoming_mails USING btree (content);
CREATE INDEX ix_incoming_mails_next_attempt_at ON incoming_mails USING btree (next_attempt_at);
CREATE INDEX ix_incoming_mails_read_at ON incoming_mails USING btree (read_at);
CREATE INDEX ix_incoming_mails_read_at_stored_bytes ON incoming_mails USING btree (read_at, stored_bytes) WHERE (stored_bytes > 0);
CREATE INDEX ix_incoming_mails_seat_id ON incoming_mails USING btree (seat_id);
CREATE INDEX ix_incoming_mails_state_for_seat ON incoming_mails USING btree (state, for_seat);
CREATE INDEX ix_incoming_mails_state_recipient ON incoming_mails USING btree (state, recipient, id);
CREATE INDEX ix_invitations_email ON invitations USING btree (email);
CREATE INDEX ix_invitations_inviter_id ON invitations USING btree (inviter_id);
CREATE INDEX ix_local_mail_address ON local_mail USING btree (address);
CREATE INDEX ix_messages_game_id_released_at ON messages USING btree (game_id, released_at);
CREATE INDEX ix_notes_game_id ON notes USING btree (game_id);
CREATE INDEX ix_outbox_account_id ON outbox USING btree (account_id);
CREATE INDEX ix_outbox_dropped_at ON outbox USING btree (dropped_at) WHERE (dropped_at IS NOT NULL);
CREATE INDEX ix_outbox_failed_at ON outbox USING btree (failed_at) WHERE (failed_at IS NOT NULL);
CREATE INDEX ix_outbox_next_attempt_at ON outbox USING btree (next_attempt_at);
CREATE INDEX ix_outbox_sent_at ON outbox USING btree (sent_at) WHERE (sent_at IS NOT NULL);
CREATE INDEX ix_overrides_turn_id ON overrides USING btree (turn_id);
CREATE INDEX ix_pdf_files_account_id ON pdf_files USING btree (account_id);
CREATE INDEX ix_pdf_files_made_at ON pdf_files USING btree (made_at);
CREATE INDEX ix_pending_results_game_id ON pending_results USING btree (game_id);
CREATE INDEX ix_pending_results_made_at ON pending_results USING btree (made_at);
CREATE INDEX ix_pictures_drawn_at ON pictures USING btree (drawn_at);
CREATE INDEX ix_prepared_answers_game_id ON prepared_answers USING btree (game_id);
CREATE INDEX ix_push_messages_failed_at ON push_messages USING btree (failed_at) WHERE (failed_at IS NOT NULL);
CREATE INDEX ix_push_messages_next_attempt_at ON push_messages USING btree (next_attempt_at);
CREATE INDEX ix_push_messages_subscription_id ON push_messages USING btree (subscription_id);
CREATE INDEX ix_push_messages_written_at ON push_messages USING btree (written_at);
CREATE INDEX ix_push_subscriptions_account_id ON push_subscriptions USING btree (account_id);
CREATE INDEX ix_push_subscriptions_session_id ON push_subscriptions USING btree (session_id);
CREATE INDEX ix_rated_games_edition_ended_at ON rated_games USING btree (edition, ended_at);
CREATE INDEX ix_rating_changes_account_id ON rating_changes USING btree (account_id);
CREATE INDEX ix_ratings_edition_band_sure_number ON ratings USING btree (edition, band, sure, number);
CREATE INDEX ix_read_marks_account_id ON read_marks USING btree (account_id);
CREATE INDEX ix_receipts_seat_id ON receipts USING btree (seat_id);
CREATE INDEX ix_reminders_done_at_due_at ON reminders USING btree (done_at, due_at);
CREATE INDEX ix_returned_mails_address ON returned_mails USING btree (address);
CREATE INDEX ix_returned_mails_at ON returned_mails USING btree (at);
CREATE INDEX ix_saved_sheets_account_id ON saved_sheets USING btree (account_id);
CREATE INDEX ix_saved_standing_orders_account_id ON saved_standing_orders USING btree (account_id);
CREATE INDEX ix_seat_holders_account_id ON seat_holders USING btree (account_id);
CREATE INDEX ix_seat_holders_game_id_account_id ON seat_holders USING btree (game_id, account_id);
CREATE INDEX ix_seat_holders_seat_id ON seat_holders USING btree (seat_id);
CREATE INDEX ix_seats_account_id ON seats USING btree (account_id);
CREATE INDEX ix_seats_offered_at ON seats USING btree (offered_at) WHERE (offered_at IS NOT NULL);
CREATE INDEX ix_sheet_versions_seat_id ON sheet_versions USING btree (seat_id);
CREATE INDEX ix_sign_in_links_email_created_at ON sign_in_links USING btree (email, created_at);
CREATE INDEX ix_sign_in_links_expires_at ON sign_in_links USING btree (expires_at);
CREATE INDEX ix_sign_in_sessions_account_id ON sign_in_sessions USING btree (account_id);
CREATE INDEX ix_sign_in_sessions_expires_at ON sign_in_sessions USING btree (expires_at);
CREATE INDEX ix_turns_status_closes_at ON turns USING btree (status, closes_at);
CREATE INDEX ix_voided_game_id ON voided USING btree (game_id);
CREATE INDEX ix_votes_closed_at_closes_at ON votes USING btree (closed_at, closes_at);
CREATE INDEX ix_votes_game_id ON votes USING btree (game_id);
CREATE INDEX ix_webhook_posts_failed_at ON webhook_posts USING btree (failed_at) WHERE (failed_at IS NOT NULL);
CREATE INDEX ix_webhook_posts_next_attempt_at ON webhook_posts USING btree (next_attempt_at);
CREATE INDEX ix_webhook_posts_webhook_id ON webhook_posts USING btree (webhook_id);
CREATE INDEX ix_webhook_posts_written_at ON webhook_posts USING btree (written_at);
CREATE INDEX ix_webhooks_account_id ON webhooks USING btree (account_id);
CREATE INDEX ix_what_ifs_account_id ON what_ifs USING btree (account_id);
CREATE UNIQUE INDEX uq_imports_waiting ON imports USING btree (account_id) WHERE (at IS NULL);
CREATE TRIGGER audit_log_no_change BEFORE DELETE OR UPDATE ON audit_log FOR EACH ROW EXECUTE FUNCTION audit_log_is_only_added_to();
ALTER TABLE ONLY absences
    ADD CONSTRAINT fk_absences_account_id FOREIGN KEY (account_id) REFERENCES accounts(id);
ALTER TABLE ONLY address_changes
    ADD CONSTRAINT fk_address_changes_account_id FOREIGN KEY (account_id) REFERENCES accounts(id);
ALTER TABLE ONLY adjudications
    ADD CONSTRAINT fk_adjudications_game_id FOREIGN KEY (game_id) REFERENCES games(id);
ALTER TABLE ONLY adjudications
    ADD CONSTRAINT fk_adjudications_turn_id FOREIGN KEY (turn_id) REFERENCES turns(id);
ALTER TABLE ONLY api_tokens
    ADD CONSTRAINT fk_api_tokens_account_id FOREIGN KEY (account_id) REFERENCES accounts(id);
ALTER TABLE ONLY attendance
    ADD CONSTRAINT fk_attendance_account_id FOREIGN KEY (account_id) REFERENCES accounts(id);
ALTER TABLE ONLY attendance
    ADD CONSTRAINT fk_attendance_game_id FOREIGN KEY (game_id) REFERENCES games(id);
ALTER TABLE ONLY attendance
    ADD CONSTRAINT fk_attendance_seat_id FOREIGN KEY (seat_id) REFERENCES seats(id) ON DELETE CASCADE;
ALTER TABLE ONLY attendance
    ADD CONSTRAINT fk_attendance_turn_id FOREIGN KEY (turn_id) REFERENCES turns(id);
ALTER TABLE ONLY ballots
    ADD CONSTRAINT fk_ballots_account_id FOREIGN KEY (account_id) REFERENCES accounts(id);
ALTER TABLE ONLY ballots
    ADD CONSTRAINT fk_ballots_seat_id FOREIGN KEY (seat_id) REFERENCES seats(id) ON DELETE CASCADE;
ALTER TABLE ONLY ballots
    ADD CONSTRAINT fk_ballots_vote_id FOREIGN KEY (vote_id) REFERENCES votes(id);
ALTER TABLE ONLY conversations
    ADD CONSTRAINT fk_conversations_game_id FOREIGN KEY (game_id) REFERENCES games(id);
ALTER TABLE ONLY deadline_changes
    ADD CONSTRAINT fk_deadline_changes_account_id FOREIGN KEY (account_id) REFERENCES accounts(id);
ALTER TABLE ONLY deadline_changes
    ADD CONSTRAINT fk_deadline_changes_turn_id FOREIGN KEY (turn_id) REFERENCES turns(id);
ALTER TABLE ONLY delegations
    ADD CONSTRAINT fk_delegations_account_id FOREIGN KEY (account_id) REFERENCES accounts(id);
ALTER TABLE ONLY delegations
    ADD CONSTRAINT fk_delegations_game_id FOREIGN KEY (game_id) REFERENCES games(id);
ALTER TABLE ONLY delegations
    ADD CONSTRAINT fk_delegations_granter_id FOREIGN KEY (granter_id) REFERENCES accounts(id);
ALTER TABLE ONLY delegations
    ADD CONSTRAINT fk_delegations_seat_id FOREIGN KEY (seat_id) REFERENCES seats(id) ON DELETE CASCADE;
ALTER TABLE ONLY digest_lines
    ADD CONSTRAINT fk_digest_lines_account_id FOREIGN KEY (account_id) REFERENCES accounts(id);
ALTER TABLE ONLY evaluations
    ADD CONSTRAINT fk_evaluations_asked_by_id FOREIGN KEY (asked_by_id) REFERENCES accounts(id);
ALTER TABLE ONLY evaluations
    ADD CONSTRAINT fk_evaluations_game_id FOREIGN KEY (game_id) REFERENCES games(id);
ALTER TABLE ONLY feed_addresses
    ADD CONSTRAINT fk_feed_addresses_account_id FOREIGN KEY (account_id) REFERENCES accounts(id);
ALTER TABLE ONLY game_masters
    ADD CONSTRAINT fk_game_masters_account_id FOREIGN KEY (account_id) REFERENCES accounts(id);
ALTER TABLE ONLY game_masters
    ADD CONSTRAINT fk_game_masters_game_id FOREIGN KEY (game_id) REFERENCES games(id);
ALTER TABLE ONLY game_statistics
    ADD CONSTRAINT fk_game_statistics_game_id FOREIGN KEY (game_id) REFERENCES games(id);
ALTER TABLE ONLY games
    ADD CONSTRAINT fk_games_creator_id FOREIGN KEY (creator_id) REFERENCES accounts(id);
ALTER TABLE ONLY house_results
    ADD CONSTRAINT fk_house_results_game_id FOREIGN KEY (game_id) REFERENCES games(id);
ALTER TABLE ONLY imports
    ADD CONSTRAINT fk_imports_account_id FOREIGN KEY (account_id) REFERENCES accounts(id);
ALTER TABLE ONLY incoming_mails
    ADD CONSTRAINT fk_incoming_mails_account_id FOREIGN KEY (account_id) REFERENCES accounts(id);
ALTER TABLE ONLY incoming_mails
    ADD CONSTRAINT fk_incoming_mails_seat_id FOREIGN KEY (seat_id) REFERENCES seats(id) ON DELETE CASCADE;
ALTER TABLE ONLY incoming_mails
    ADD CONSTRAINT fk_incoming_mails_turn_id FOREIGN KEY (turn_id) REFERENCES turns(id) ON DELETE CASCADE;
ALTER TABLE ONLY invitations
    ADD CONSTRAINT fk_invitations_game_id FOREIGN KEY (game_id) REFERENCES games(id);
ALTER TABLE ONLY invitations
    ADD CONSTRAINT fk_invitations_inviter_id FOREIGN KEY (inviter_id) REFERENCES accounts(id);
ALTER TABLE ONLY journal_parts
    ADD CONSTRAINT fk_journal_parts_game_id FOREIGN KEY (game_id) REFERENCES games(id);
ALTER TABLE ONLY messages
    ADD CONSTRAINT fk_messages_account_id FOREIGN KEY (account_id) REFERENCES accounts(id);
ALTER TABLE ONLY messages
    ADD CONSTRAINT fk_messages_game_id FOREIGN KEY (game_id) REFERENCES games(id);
ALTER TABLE ONLY messages
    ADD CONSTRAINT fk_messages_removed_by_id FOREIGN KEY (removed_by_id) REFERENCES accounts(id);
ALTER TABLE ONLY messages
    ADD CONSTRAINT fk_messages_seat_id FOREIGN KEY (seat_id) REFERENCES seats(id) ON DELETE SET NULL;
ALTER TABLE ONLY messages
    ADD CONSTRAINT fk_messages_thread_id FOREIGN KEY (thread_id) REFERENCES conversations(id);
ALTER TABLE ONLY notes
    ADD CONSTRAINT fk_notes_account_id FOREIGN KEY (account_id) REFERENCES accounts(id);
ALTER TABLE ONLY notes
    ADD CONSTRAINT fk_notes_game_id FOREIGN KEY (game_id) REFERENCES games(id);
ALTER TABLE ONLY outbox
    ADD CONSTRAINT fk_outbox_account_id FOREIGN KEY (account_id) REFERENCES accounts(id);
ALTER TABLE ONLY overrides
    ADD CONSTRAINT fk_overrides_account_id FOREIGN KEY (account_id) REFERENCES accounts(id);
ALTER TABLE ONLY overrides
    ADD CONSTRAINT fk_overrides_game_id FOREIGN KEY (game_id) REFERENCES games(id);
ALTER TABLE ONLY overrides
    ADD CONSTRAINT fk_overrides_turn_id FOREIGN KEY (turn_id) REFERENCES turns(id);
ALTER TABLE ONLY pdf_files
    ADD CONSTRAINT fk_pdf_files_account_id FOREIGN KEY (account_id) REFERENCES accounts(id);
ALTER TABLE ONLY pending_results
    ADD CONSTRAINT fk_pending_results_game_id FOREIGN KEY (game_id) REFERENCES games(id);
ALTER TABLE ONLY pending_results
    ADD CONSTRAINT fk_pending_results_turn_id FOREIGN KEY (turn_id) REFERENCES turns(id);
ALTER TABLE ONLY positions
    ADD CONSTRAINT fk_positions_game_id FOREIGN KEY (game_id) REFERENCES games(id);
ALTER TABLE ONLY prepared_answers
    ADD CONSTRAINT fk_prepared_answers_game_id FOREIGN KEY (game_id) REFERENCES games(id);
ALTER TABLE ONLY prepared_answers
    ADD CONSTRAINT fk_prepared_answers_turn_id FOREIGN KEY (turn_id) REFERENCES turns(id);
ALTER TABLE ONLY push_messages
    ADD CONSTRAINT fk_push_messages_subscription_id FOREIGN KEY (subscription_id) REFERENCES push_subscriptions(id);
ALTER TABLE ONLY push_subscriptions
    ADD CONSTRAINT fk_push_subscriptions_account_id FOREIGN KEY (account_id) REFERENCES accounts(id);
ALTER TABLE ONLY rated_games
    ADD CONSTRAINT fk_rated_games_game_id FOREIGN KEY (game_id) REFERENCES games(id);
ALTER TABLE ONLY rating_changes
    ADD CONSTRAINT fk_rating_changes_account_id FOREIGN KEY (account_id) REFERENCES accounts(id);
ALTER TABLE ONLY rating_changes
    ADD CONSTRAINT fk_rating_changes_game_id FOREIGN KEY (game_id) REFERENCES games(id);
ALTER TABLE ONLY ratings
    ADD CONSTRAINT fk_ratings_account_id FOREIGN KEY (account_id) REFERENCES accounts(id);
ALTER TABLE ONLY read_marks
    ADD CONSTRAINT fk_read_marks_account_id FOREIGN KEY (account_id) REFERENCES accounts(id);
ALTER TABLE ONLY read_marks
    ADD CONSTRAINT fk_read_marks_thread_id FOREIGN KEY (thread_id) REFERENCES conversations(id);
ALTER TABLE ONLY ready
    ADD CONSTRAINT fk_ready_seat_id FOREIGN KEY (seat_id) REFERENCES seats(id);
ALTER TABLE ONLY ready
    ADD CONSTRAINT fk_ready_turn_id FOREIGN KEY (turn_id) REFERENCES turns(id);
ALTER TABLE ONLY receipts
    ADD CONSTRAINT fk_receipts_game_id FOREIGN KEY (game_id) REFERENCES games(id);
ALTER TABLE ONLY receipts
    ADD CONSTRAINT fk_receipts_seat_id FOREIGN KEY (seat_id) REFERENCES seats(id);
ALTER TABLE ONLY receipts
    ADD CONSTRAINT fk_receipts_turn_id FOREIGN KEY (turn_id) REFERENCES turns(id);
ALTER TABLE ONLY records
    ADD CONSTRAINT fk_records_game_id FOREIGN KEY (game_id) REFERENCES games(id);
ALTER TABLE ONLY recovery_codes
    ADD CONSTRAINT fk_recovery_codes_account_id FOREIGN KEY (account_id) REFERENCES accounts(id);
ALTER TABLE ONLY reminders
    ADD CONSTRAINT fk_reminders_turn_id FOREIGN KEY (turn_id) REFERENCES turns(id);
ALTER TABLE ONLY round_boards
    ADD CONSTRAINT fk_round_boards_game_id FOREIGN KEY (game_id) REFERENCES games(id);
ALTER TABLE ONLY saved_sheets
    ADD CONSTRAINT fk_saved_sheets_account_id FOREIGN KEY (account_id) REFERENCES accounts(id);
ALTER TABLE ONLY saved_sheets
    ADD CONSTRAINT fk_saved_sheets_seat_id FOREIGN KEY (seat_id) REFERENCES seats(id);
ALTER TABLE ONLY saved_sheets
    ADD CONSTRAINT fk_saved_sheets_turn_id FOREIGN KEY (turn_id) REFERENCES turns(id);
ALTER TABLE ONLY saved_standing_orders
    ADD CONSTRAINT fk_saved_standing_orders_account_id FOREIGN KEY (account_id) REFERENCES accounts(id);
ALTER TABLE ONLY saved_standing_orders
    ADD CONSTRAINT fk_saved_standing_orders_seat_id FOREIGN KEY (seat_id) REFERENCES seats(id);
ALTER TABLE ONLY seat_holders
    ADD CONSTRAINT fk_seat_holders_account_id FOREIGN KEY (account_id) REFERENCES accounts(id);
ALTER TABLE ONLY seat_holders
    ADD CONSTRAINT fk_seat_holders_game_id FOREIGN KEY (game_id) REFERENCES games(id);
ALTER TABLE ONLY seat_holders
    ADD CONSTRAINT fk_seat_holders_seat_id FOREIGN KEY (seat_id) REFERENCES seats(id) ON DELETE CASCADE;
ALTER TABLE ONLY seats
    ADD CONSTRAINT fk_seats_account_id FOREIGN KEY (account_id) REFERENCES accounts(id);
ALTER TABLE ONLY seats
    ADD CONSTRAINT fk_seats_game_id FOREIGN KEY (game_id) REFERENCES games(id);
ALTER TABLE ONLY sheet_versions
    ADD CONSTRAINT fk_sheet_versions_seat_id FOREIGN KEY (seat_id) REFERENCES seats(id);
ALTER TABLE ONLY sheet_versions
    ADD CONSTRAINT fk_sheet_versions_turn_id FOREIGN KEY (turn_id) REFERENCES turns(id);
ALTER TABLE ONLY sign_in_sessions
    ADD CONSTRAINT fk_sign_in_sessions_account_id FOREIGN KEY (account_id) REFERENCES accounts(id);
ALTER TABLE ONLY snapshots
    ADD CONSTRAINT fk_snapshots_game_id FOREIGN KEY (game_id) REFERENCES games(id);
ALTER TABLE ONLY standing_versions
    ADD CONSTRAINT fk_standing_versions_seat_id FOREIGN KEY (seat_id) REFERENCES seats(id);
ALTER TABLE ONLY turn_boards
    ADD CONSTRAINT fk_turn_boards_turn_id FOREIGN KEY (turn_id) REFERENCES turns(id);
ALTER TABLE ONLY turns
    ADD CONSTRAINT fk_turns_game_id FOREIGN KEY (game_id) REFERENCES games(id);
ALTER TABLE ONLY voided
    ADD CONSTRAINT fk_voided_game_id FOREIGN KEY (game_id) REFERENCES games(id);
ALTER TABLE ONLY voided
    ADD CONSTRAINT fk_voided_override_id FOREIGN KEY (override_id) REFERENCES overrides(id);
ALTER TABLE ONLY votes
    ADD CONSTRAINT fk_votes_game_id FOREIGN KEY (game_id) REFERENCES games(id);
ALTER TABLE ONLY votes
    ADD CONSTRAINT fk_votes_seat_id FOREIGN KEY (seat_id) REFERENCES seats(id) ON DELETE SET NULL;
ALTER TABLE ONLY wait_requests
    ADD CONSTRAINT fk_wait_requests_seat_id FOREIGN KEY (seat_id) REFERENCES seats(id) ON DELETE CASCADE;
ALTER TABLE ONLY wait_requests
    ADD CONSTRAINT fk_wait_requests_turn_id FOREIGN KEY (turn_id) REFERENCES turns(id);
ALTER TABLE ONLY webhook_posts
    ADD CONSTRAINT fk_webhook_posts_webhook_id FOREIGN KEY (webhook_id) REFERENCES webhooks(id);
ALTER TABLE ONLY webhooks
    ADD CONSTRAINT fk_webhooks_account_id FOREIGN KEY (account_id) REFERENCES accounts(id);
ALTER TABLE ONLY webhooks
    ADD CONSTRAINT fk_webhooks_game_id FOREIGN KEY (game_id) REFERENCES games(id);
ALTER TABLE ONLY what_ifs
    ADD CONSTRAINT fk_what_ifs_account_id FOREIGN KEY (account_id) REFERENCES accounts(id);
ALTER TABLE ONLY what_ifs
    ADD CONSTRAINT fk_what_ifs_seat_id FOREIGN KEY (seat_id) REFERENCES seats(id);
ALTER TABLE ONLY what_ifs
    ADD CONSTRAINT fk_what_ifs_turn_id FOREIGN KEY (turn_id) REFERENCES turns(id);
INSERT INTO alembic_version VALUES ('0037');
