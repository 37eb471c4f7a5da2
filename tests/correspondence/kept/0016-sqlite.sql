CREATE TABLE alembic_version (
    version_num VARCHAR(32) NOT NULL,
    CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
CREATE TABLE local_mail (
    id INTEGER NOT NULL,
    public_id VARCHAR(16) NOT NULL,
    message_id VARCHAR(250) NOT NULL,
    address VARCHAR(254) NOT NULL,
    subject VARCHAR(500) NOT NULL,
    raw BLOB NOT NULL,
    received_at DATETIME NOT NULL,
    CONSTRAINT pk_local_mail PRIMARY KEY (id),
    CONSTRAINT uq_local_mail_message_id UNIQUE (message_id),
    CONSTRAINT uq_local_mail_public_id UNIQUE (public_id)
);
CREATE TABLE pictures (
    digest VARCHAR(64) NOT NULL,
    png BLOB NOT NULL,
    width INTEGER NOT NULL,
    height INTEGER NOT NULL,
    drawn_at DATETIME NOT NULL,
    CONSTRAINT pk_pictures PRIMARY KEY (digest)
);
CREATE TABLE sign_in_links (
    id INTEGER NOT NULL,
    token_hash VARCHAR(64) NOT NULL,
    email VARCHAR(254) NOT NULL,
    next_url VARCHAR(500) NOT NULL,
    language VARCHAR(8) NOT NULL,
    zone VARCHAR(64) NOT NULL,
    created_at DATETIME NOT NULL,
    expires_at DATETIME NOT NULL,
    used_at DATETIME,
    CONSTRAINT pk_sign_in_links PRIMARY KEY (id),
    CONSTRAINT uq_sign_in_links_token_hash UNIQUE (token_hash)
);
CREATE TABLE silenced_addresses (
    id INTEGER NOT NULL,
    email_hash VARCHAR(64) NOT NULL,
    created_at DATETIME NOT NULL,
    CONSTRAINT pk_silenced_addresses PRIMARY KEY (id),
    CONSTRAINT uq_silenced_addresses_email_hash UNIQUE (email_hash)
);
CREATE TABLE api_tokens (
    id INTEGER NOT NULL,
    public_id VARCHAR(16) NOT NULL,
    token_hash VARCHAR(64) NOT NULL,
    account_id INTEGER NOT NULL,
    name VARCHAR(60) NOT NULL,
    created_at DATETIME NOT NULL,
    revoked_at DATETIME, scopes VARCHAR(80) DEFAULT 'read,play,gm' NOT NULL, last_used_at DATETIME,
    CONSTRAINT pk_api_tokens PRIMARY KEY (id),
    CONSTRAINT fk_api_tokens_account_id FOREIGN KEY(account_id) REFERENCES accounts (id),
    CONSTRAINT uq_api_tokens_public_id UNIQUE (public_id),
    CONSTRAINT uq_api_tokens_token_hash UNIQUE (token_hash)
);
CREATE TABLE outbox (
    id INTEGER NOT NULL,
    "key" VARCHAR(160) NOT NULL,
    kind VARCHAR(32) NOT NULL,
    account_id INTEGER,
    address VARCHAR(254) NOT NULL,
    name VARCHAR(60) NOT NULL,
    language VARCHAR(8) NOT NULL,
    zone VARCHAR(64) NOT NULL,
    message_id VARCHAR(250) NOT NULL,
    payload BLOB NOT NULL,
    written_at DATETIME NOT NULL,
    next_attempt_at DATETIME,
    claimed_until DATETIME,
    attempts INTEGER NOT NULL,
    sent_at DATETIME,
    failed_at DATETIME,
    last_error TEXT NOT NULL, dropped_at DATETIME,
    CONSTRAINT pk_outbox PRIMARY KEY (id),
    CONSTRAINT fk_outbox_account_id FOREIGN KEY(account_id) REFERENCES accounts (id),
    CONSTRAINT uq_outbox_key UNIQUE ("key"),
    CONSTRAINT uq_outbox_message_id UNIQUE (message_id)
);
CREATE TABLE calls (
    id INTEGER NOT NULL,
    public_id VARCHAR(16) NOT NULL,
    game_id INTEGER NOT NULL,
    number INTEGER NOT NULL,
    window VARCHAR(80) NOT NULL,
    round INTEGER NOT NULL,
    asked VARCHAR(400) NOT NULL,
    opened_at DATETIME NOT NULL,
    due_at DATETIME NOT NULL,
    closing_at DATETIME,
    closes_at DATETIME NOT NULL,
    closed_at DATETIME,
    sequence INTEGER NOT NULL,
    status VARCHAR(16) NOT NULL,
    claim VARCHAR(80) NOT NULL,
    claimed_until DATETIME,
    attempts INTEGER NOT NULL,
    trouble TEXT NOT NULL, extensions INTEGER DEFAULT '0' NOT NULL, late_at DATETIME, remaining_seconds FLOAT,
    CONSTRAINT pk_calls PRIMARY KEY (id),
    CONSTRAINT fk_calls_game_id FOREIGN KEY(game_id) REFERENCES games (id),
    CONSTRAINT uq_calls_game_id_number UNIQUE (game_id, number),
    CONSTRAINT uq_calls_public_id UNIQUE (public_id)
);
CREATE TABLE invitations (
    id INTEGER NOT NULL,
    public_id VARCHAR(16) NOT NULL,
    game_id INTEGER NOT NULL,
    inviter_id INTEGER NOT NULL,
    email VARCHAR(254) NOT NULL,
    house VARCHAR(40),
    token_hash VARCHAR(64) NOT NULL,
    sent INTEGER NOT NULL,
    created_at DATETIME NOT NULL,
    expires_at DATETIME NOT NULL,
    used_at DATETIME,
    CONSTRAINT pk_invitations PRIMARY KEY (id),
    CONSTRAINT fk_invitations_game_id FOREIGN KEY(game_id) REFERENCES games (id),
    CONSTRAINT fk_invitations_inviter_id FOREIGN KEY(inviter_id) REFERENCES accounts (id),
    CONSTRAINT uq_invitations_game_id_email UNIQUE (game_id, email),
    CONSTRAINT uq_invitations_public_id UNIQUE (public_id),
    CONSTRAINT uq_invitations_token_hash UNIQUE (token_hash)
);
CREATE TABLE positions (
    game_id INTEGER NOT NULL,
    call_number INTEGER NOT NULL,
    document BLOB NOT NULL,
    CONSTRAINT pk_positions PRIMARY KEY (game_id),
    CONSTRAINT fk_positions_game_id FOREIGN KEY(game_id) REFERENCES games (id)
);
CREATE TABLE records (
    id INTEGER NOT NULL,
    game_id INTEGER NOT NULL,
    round INTEGER NOT NULL,
    part INTEGER NOT NULL,
    first INTEGER NOT NULL,
    last INTEGER NOT NULL,
    document BLOB NOT NULL,
    CONSTRAINT pk_records PRIMARY KEY (id),
    CONSTRAINT fk_records_game_id FOREIGN KEY(game_id) REFERENCES games (id),
    CONSTRAINT uq_records_game_id_first UNIQUE (game_id, first),
    CONSTRAINT uq_records_game_id_round_part UNIQUE (game_id, round, part)
);
CREATE TABLE round_boards (
    id INTEGER NOT NULL,
    game_id INTEGER NOT NULL,
    round INTEGER NOT NULL,
    document BLOB NOT NULL,
    CONSTRAINT pk_round_boards PRIMARY KEY (id),
    CONSTRAINT fk_round_boards_game_id FOREIGN KEY(game_id) REFERENCES games (id),
    CONSTRAINT uq_round_boards_game_id_round UNIQUE (game_id, round)
);
CREATE TABLE seats (
    id INTEGER NOT NULL,
    public_id VARCHAR(16) NOT NULL,
    game_id INTEGER NOT NULL,
    house VARCHAR(40),
    account_id INTEGER,
    kind VARCHAR(16) NOT NULL,
    letters BOOLEAN NOT NULL,
    joined_at DATETIME NOT NULL, preferences VARCHAR(400) DEFAULT '' NOT NULL, confirmed_at DATETIME, offered_at DATETIME, offer_reason VARCHAR(40) DEFAULT '' NOT NULL, extensions_used INTEGER DEFAULT '0' NOT NULL, misses_in_a_row INTEGER DEFAULT '0' NOT NULL,
    CONSTRAINT pk_seats PRIMARY KEY (id),
    CONSTRAINT fk_seats_account_id FOREIGN KEY(account_id) REFERENCES accounts (id),
    CONSTRAINT fk_seats_game_id FOREIGN KEY(game_id) REFERENCES games (id),
    CONSTRAINT uq_seats_game_id_account_id UNIQUE (game_id, account_id),
    CONSTRAINT uq_seats_game_id_house UNIQUE (game_id, house),
    CONSTRAINT uq_seats_public_id UNIQUE (public_id)
);
CREATE TABLE adjudications (
    id INTEGER NOT NULL,
    game_id INTEGER NOT NULL,
    call_id INTEGER NOT NULL,
    number INTEGER NOT NULL,
    worker VARCHAR(80) NOT NULL,
    at DATETIME NOT NULL,
    sheets VARCHAR(400) NOT NULL,
    position_digest VARCHAR(64) NOT NULL, seconds FLOAT,
    CONSTRAINT pk_adjudications PRIMARY KEY (id),
    CONSTRAINT fk_adjudications_call_id FOREIGN KEY(call_id) REFERENCES calls (id),
    CONSTRAINT fk_adjudications_game_id FOREIGN KEY(game_id) REFERENCES games (id),
    CONSTRAINT uq_adjudications_call_id UNIQUE (call_id),
    CONSTRAINT uq_adjudications_game_id_number UNIQUE (game_id, number)
);
CREATE TABLE call_boards (
    call_id INTEGER NOT NULL,
    document BLOB NOT NULL,
    CONSTRAINT pk_call_boards PRIMARY KEY (call_id),
    CONSTRAINT fk_call_boards_call_id FOREIGN KEY(call_id) REFERENCES calls (id)
);
CREATE TABLE ready (
    id INTEGER NOT NULL,
    call_id INTEGER NOT NULL,
    seat_id INTEGER NOT NULL,
    at DATETIME NOT NULL,
    CONSTRAINT pk_ready PRIMARY KEY (id),
    CONSTRAINT fk_ready_call_id FOREIGN KEY(call_id) REFERENCES calls (id),
    CONSTRAINT fk_ready_seat_id FOREIGN KEY(seat_id) REFERENCES seats (id),
    CONSTRAINT uq_ready_call_id_seat_id UNIQUE (call_id, seat_id)
);
CREATE TABLE sheet_versions (
    id INTEGER NOT NULL,
    call_id INTEGER NOT NULL,
    seat_id INTEGER NOT NULL,
    number INTEGER NOT NULL,
    document BLOB NOT NULL,
    warnings BLOB NOT NULL,
    digest VARCHAR(64) NOT NULL,
    accepted_at DATETIME NOT NULL,
    CONSTRAINT pk_sheet_versions PRIMARY KEY (id),
    CONSTRAINT fk_sheet_versions_call_id FOREIGN KEY(call_id) REFERENCES calls (id),
    CONSTRAINT fk_sheet_versions_seat_id FOREIGN KEY(seat_id) REFERENCES seats (id),
    CONSTRAINT uq_sheet_versions_call_id_seat_id_number UNIQUE (call_id, seat_id, number)
);
CREATE TABLE standing_versions (
    id INTEGER NOT NULL,
    seat_id INTEGER NOT NULL,
    number INTEGER NOT NULL,
    document BLOB NOT NULL,
    warnings BLOB NOT NULL,
    digest VARCHAR(64) NOT NULL,
    accepted_at DATETIME NOT NULL,
    CONSTRAINT pk_standing_versions PRIMARY KEY (id),
    CONSTRAINT fk_standing_versions_seat_id FOREIGN KEY(seat_id) REFERENCES seats (id),
    CONSTRAINT uq_standing_versions_seat_id_number UNIQUE (seat_id, number)
);
CREATE TABLE ledger (
    id INTEGER NOT NULL,
    scope VARCHAR(16) NOT NULL,
    number INTEGER NOT NULL,
    at DATETIME NOT NULL,
    actor VARCHAR(80) NOT NULL,
    kind VARCHAR(40) NOT NULL,
    document BLOB NOT NULL,
    previous VARCHAR(64) NOT NULL,
    digest VARCHAR(64) NOT NULL,
    CONSTRAINT pk_ledger PRIMARY KEY (id),
    CONSTRAINT uq_ledger_scope_number UNIQUE (scope, number)
);
CREATE TABLE pulses (
    name VARCHAR(40) NOT NULL,
    at DATETIME NOT NULL,
    note VARCHAR(300) NOT NULL, count INTEGER DEFAULT '0' NOT NULL,
    CONSTRAINT pk_pulses PRIMARY KEY (name)
);
CREATE TABLE absences (
    id INTEGER NOT NULL,
    public_id VARCHAR(16) NOT NULL,
    account_id INTEGER NOT NULL,
    first_at DATETIME NOT NULL,
    last_at DATETIME NOT NULL,
    note VARCHAR(200) NOT NULL,
    created_at DATETIME NOT NULL,
    cancelled_at DATETIME,
    CONSTRAINT pk_absences PRIMARY KEY (id),
    CONSTRAINT fk_absences_account_id FOREIGN KEY(account_id) REFERENCES accounts (id),
    CONSTRAINT uq_absences_public_id UNIQUE (public_id)
);
CREATE TABLE address_changes (
    id INTEGER NOT NULL,
    account_id INTEGER NOT NULL,
    email VARCHAR(254) NOT NULL,
    token_hash VARCHAR(64) NOT NULL,
    created_at DATETIME NOT NULL,
    expires_at DATETIME NOT NULL,
    used_at DATETIME, session_id INTEGER, kept TEXT DEFAULT '' NOT NULL,
    CONSTRAINT pk_address_changes PRIMARY KEY (id),
    CONSTRAINT fk_address_changes_account_id FOREIGN KEY(account_id) REFERENCES accounts (id),
    CONSTRAINT uq_address_changes_token_hash UNIQUE (token_hash)
);
CREATE TABLE digest_lines (
    id INTEGER NOT NULL,
    "key" VARCHAR(160) NOT NULL,
    account_id INTEGER NOT NULL,
    payload BLOB NOT NULL,
    written_at DATETIME NOT NULL,
    sent_at DATETIME,
    CONSTRAINT pk_digest_lines PRIMARY KEY (id),
    CONSTRAINT fk_digest_lines_account_id FOREIGN KEY(account_id) REFERENCES accounts (id),
    CONSTRAINT uq_digest_lines_key UNIQUE ("key")
);
CREATE TABLE recovery_codes (
    id INTEGER NOT NULL,
    account_id INTEGER NOT NULL,
    code_hash VARCHAR(64) NOT NULL,
    used_at DATETIME,
    CONSTRAINT pk_recovery_codes PRIMARY KEY (id),
    CONSTRAINT fk_recovery_codes_account_id FOREIGN KEY(account_id) REFERENCES accounts (id),
    CONSTRAINT uq_recovery_codes_account_id_code_hash UNIQUE (account_id, code_hash)
);
CREATE TABLE evaluations (
    id INTEGER NOT NULL,
    game_id INTEGER NOT NULL,
    call_number INTEGER NOT NULL,
    asked_by_id INTEGER,
    asked_at DATETIME NOT NULL,
    at DATETIME,
    agrees BOOLEAN,
    differences TEXT NOT NULL,
    worker VARCHAR(80) NOT NULL, claimed_until DATETIME,
    CONSTRAINT pk_evaluations PRIMARY KEY (id),
    CONSTRAINT fk_evaluations_asked_by_id FOREIGN KEY(asked_by_id) REFERENCES accounts (id),
    CONSTRAINT fk_evaluations_game_id FOREIGN KEY(game_id) REFERENCES games (id)
);
CREATE TABLE game_masters (
    id INTEGER NOT NULL,
    game_id INTEGER NOT NULL,
    account_id INTEGER NOT NULL,
    head BOOLEAN NOT NULL,
    since DATETIME NOT NULL,
    accepted_at DATETIME,
    until DATETIME,
    CONSTRAINT pk_game_masters PRIMARY KEY (id),
    CONSTRAINT fk_game_masters_account_id FOREIGN KEY(account_id) REFERENCES accounts (id),
    CONSTRAINT fk_game_masters_game_id FOREIGN KEY(game_id) REFERENCES games (id),
    CONSTRAINT uq_game_masters_game_id_account_id UNIQUE (game_id, account_id)
);
CREATE TABLE notes (
    id INTEGER NOT NULL,
    public_id VARCHAR(16) NOT NULL,
    game_id INTEGER NOT NULL,
    account_id INTEGER NOT NULL,
    body TEXT NOT NULL,
    at DATETIME NOT NULL,
    removed_at DATETIME,
    CONSTRAINT pk_notes PRIMARY KEY (id),
    CONSTRAINT fk_notes_account_id FOREIGN KEY(account_id) REFERENCES accounts (id),
    CONSTRAINT fk_notes_game_id FOREIGN KEY(game_id) REFERENCES games (id),
    CONSTRAINT uq_notes_public_id UNIQUE (public_id)
);
CREATE TABLE press_threads (
    id INTEGER NOT NULL,
    public_id VARCHAR(16) NOT NULL,
    game_id INTEGER NOT NULL,
    kind VARCHAR(16) NOT NULL,
    members VARCHAR(300) NOT NULL,
    last_at DATETIME NOT NULL,
    CONSTRAINT pk_press_threads PRIMARY KEY (id),
    CONSTRAINT fk_press_threads_game_id FOREIGN KEY(game_id) REFERENCES games (id),
    CONSTRAINT uq_press_threads_game_id_kind_members UNIQUE (game_id, kind, members),
    CONSTRAINT uq_press_threads_public_id UNIQUE (public_id)
);
CREATE TABLE snapshots (
    game_id INTEGER NOT NULL,
    call_number INTEGER NOT NULL,
    document BLOB NOT NULL,
    CONSTRAINT pk_snapshots PRIMARY KEY (game_id, call_number),
    CONSTRAINT fk_snapshots_game_id FOREIGN KEY(game_id) REFERENCES games (id)
);
CREATE TABLE attendance (
    id INTEGER NOT NULL,
    game_id INTEGER NOT NULL,
    call_id INTEGER NOT NULL,
    seat_id INTEGER NOT NULL,
    account_id INTEGER,
    on_time BOOLEAN NOT NULL,
    excused VARCHAR(24) NOT NULL,
    at DATETIME NOT NULL,
    CONSTRAINT pk_attendance PRIMARY KEY (id),
    CONSTRAINT fk_attendance_account_id FOREIGN KEY(account_id) REFERENCES accounts (id),
    CONSTRAINT fk_attendance_call_id FOREIGN KEY(call_id) REFERENCES calls (id),
    CONSTRAINT fk_attendance_game_id FOREIGN KEY(game_id) REFERENCES games (id),
    CONSTRAINT fk_attendance_seat_id FOREIGN KEY(seat_id) REFERENCES seats (id) ON DELETE CASCADE,
    CONSTRAINT uq_attendance_call_id_seat_id UNIQUE (call_id, seat_id)
);
CREATE TABLE deadline_changes (
    id INTEGER NOT NULL,
    call_id INTEGER NOT NULL,
    sequence INTEGER NOT NULL,
    old_at DATETIME NOT NULL,
    new_at DATETIME NOT NULL,
    reason VARCHAR(40) NOT NULL,
    note VARCHAR(300) NOT NULL,
    account_id INTEGER,
    at DATETIME NOT NULL,
    CONSTRAINT pk_deadline_changes PRIMARY KEY (id),
    CONSTRAINT fk_deadline_changes_account_id FOREIGN KEY(account_id) REFERENCES accounts (id),
    CONSTRAINT fk_deadline_changes_call_id FOREIGN KEY(call_id) REFERENCES calls (id),
    CONSTRAINT uq_deadline_changes_call_id_sequence UNIQUE (call_id, sequence)
);
CREATE TABLE delegations (
    id INTEGER NOT NULL,
    public_id VARCHAR(16) NOT NULL,
    game_id INTEGER NOT NULL,
    seat_id INTEGER NOT NULL,
    granter_id INTEGER NOT NULL,
    account_id INTEGER NOT NULL,
    note VARCHAR(200) NOT NULL,
    granted_at DATETIME NOT NULL,
    from_at DATETIME NOT NULL,
    until_at DATETIME NOT NULL,
    revoked_at DATETIME,
    CONSTRAINT pk_delegations PRIMARY KEY (id),
    CONSTRAINT fk_delegations_account_id FOREIGN KEY(account_id) REFERENCES accounts (id),
    CONSTRAINT fk_delegations_game_id FOREIGN KEY(game_id) REFERENCES games (id),
    CONSTRAINT fk_delegations_granter_id FOREIGN KEY(granter_id) REFERENCES accounts (id),
    CONSTRAINT fk_delegations_seat_id FOREIGN KEY(seat_id) REFERENCES seats (id) ON DELETE CASCADE,
    CONSTRAINT uq_delegations_public_id UNIQUE (public_id)
);
CREATE TABLE drafts (
    id INTEGER NOT NULL,
    public_id VARCHAR(16) NOT NULL,
    game_id INTEGER NOT NULL,
    call_id INTEGER NOT NULL,
    number INTEGER NOT NULL,
    status VARCHAR(16) NOT NULL,
    position BLOB NOT NULL,
    records BLOB NOT NULL,
    entries BLOB NOT NULL,
    sheets VARCHAR(400) NOT NULL,
    flags TEXT NOT NULL,
    digest VARCHAR(64) NOT NULL,
    made_at DATETIME NOT NULL,
    CONSTRAINT pk_drafts PRIMARY KEY (id),
    CONSTRAINT fk_drafts_call_id FOREIGN KEY(call_id) REFERENCES calls (id),
    CONSTRAINT fk_drafts_game_id FOREIGN KEY(game_id) REFERENCES games (id),
    CONSTRAINT uq_drafts_call_id_number UNIQUE (call_id, number),
    CONSTRAINT uq_drafts_public_id UNIQUE (public_id)
);
CREATE TABLE edicts (
    id INTEGER NOT NULL,
    public_id VARCHAR(16) NOT NULL,
    game_id INTEGER NOT NULL,
    call_id INTEGER,
    draft_number INTEGER NOT NULL,
    number INTEGER NOT NULL,
    kind VARCHAR(32) NOT NULL,
    document BLOB NOT NULL,
    reason TEXT NOT NULL,
    status VARCHAR(16) NOT NULL,
    account_id INTEGER NOT NULL,
    at DATETIME NOT NULL,
    CONSTRAINT pk_edicts PRIMARY KEY (id),
    CONSTRAINT fk_edicts_account_id FOREIGN KEY(account_id) REFERENCES accounts (id),
    CONSTRAINT fk_edicts_call_id FOREIGN KEY(call_id) REFERENCES calls (id),
    CONSTRAINT fk_edicts_game_id FOREIGN KEY(game_id) REFERENCES games (id),
    CONSTRAINT uq_edicts_game_id_number UNIQUE (game_id, number),
    CONSTRAINT uq_edicts_public_id UNIQUE (public_id)
);
CREATE TABLE press_marks (
    id INTEGER NOT NULL,
    thread_id INTEGER NOT NULL,
    account_id INTEGER NOT NULL,
    read_number INTEGER NOT NULL,
    at DATETIME NOT NULL,
    CONSTRAINT pk_press_marks PRIMARY KEY (id),
    CONSTRAINT fk_press_marks_account_id FOREIGN KEY(account_id) REFERENCES accounts (id),
    CONSTRAINT fk_press_marks_thread_id FOREIGN KEY(thread_id) REFERENCES press_threads (id),
    CONSTRAINT uq_press_marks_thread_id_account_id UNIQUE (thread_id, account_id)
);
CREATE TABLE press_messages (
    id INTEGER NOT NULL,
    public_id VARCHAR(16) NOT NULL,
    game_id INTEGER NOT NULL,
    thread_id INTEGER NOT NULL,
    number INTEGER NOT NULL,
    seat_id INTEGER,
    account_id INTEGER,
    house VARCHAR(40) NOT NULL,
    body TEXT NOT NULL,
    postal BOOLEAN NOT NULL,
    call_number INTEGER NOT NULL,
    sent_at DATETIME NOT NULL,
    released_at DATETIME,
    removed_at DATETIME,
    removed_by_id INTEGER,
    removal_reason VARCHAR(300) NOT NULL, reported_at DATETIME, report_reason VARCHAR(300) DEFAULT '' NOT NULL,
    CONSTRAINT pk_press_messages PRIMARY KEY (id),
    CONSTRAINT fk_press_messages_account_id FOREIGN KEY(account_id) REFERENCES accounts (id),
    CONSTRAINT fk_press_messages_game_id FOREIGN KEY(game_id) REFERENCES games (id),
    CONSTRAINT fk_press_messages_removed_by_id FOREIGN KEY(removed_by_id) REFERENCES accounts (id),
    CONSTRAINT fk_press_messages_seat_id FOREIGN KEY(seat_id) REFERENCES seats (id) ON DELETE SET NULL,
    CONSTRAINT fk_press_messages_thread_id FOREIGN KEY(thread_id) REFERENCES press_threads (id),
    CONSTRAINT uq_press_messages_public_id UNIQUE (public_id),
    CONSTRAINT uq_press_messages_thread_id_number UNIQUE (thread_id, number)
);
CREATE TABLE reminders (
    id INTEGER NOT NULL,
    call_id INTEGER NOT NULL,
    kind VARCHAR(24) NOT NULL,
    due_at DATETIME NOT NULL,
    done_at DATETIME,
    CONSTRAINT pk_reminders PRIMARY KEY (id),
    CONSTRAINT fk_reminders_call_id FOREIGN KEY(call_id) REFERENCES calls (id),
    CONSTRAINT uq_reminders_call_id_kind UNIQUE (call_id, kind)
);
CREATE TABLE seat_holders (
    id INTEGER NOT NULL,
    game_id INTEGER NOT NULL,
    seat_id INTEGER NOT NULL,
    account_id INTEGER,
    kind VARCHAR(16) NOT NULL,
    house VARCHAR(40),
    began VARCHAR(16) NOT NULL,
    ended VARCHAR(16) NOT NULL,
    since DATETIME NOT NULL,
    until DATETIME,
    from_call INTEGER NOT NULL,
    to_call INTEGER,
    CONSTRAINT pk_seat_holders PRIMARY KEY (id),
    CONSTRAINT fk_seat_holders_account_id FOREIGN KEY(account_id) REFERENCES accounts (id),
    CONSTRAINT fk_seat_holders_game_id FOREIGN KEY(game_id) REFERENCES games (id),
    CONSTRAINT fk_seat_holders_seat_id FOREIGN KEY(seat_id) REFERENCES seats (id) ON DELETE CASCADE
);
CREATE TABLE votes (
    id INTEGER NOT NULL,
    public_id VARCHAR(16) NOT NULL,
    game_id INTEGER NOT NULL,
    kind VARCHAR(16) NOT NULL,
    subject VARCHAR(40) NOT NULL,
    reason VARCHAR(300) NOT NULL,
    seat_id INTEGER,
    opened_at DATETIME NOT NULL,
    closes_at DATETIME NOT NULL,
    closed_at DATETIME,
    result VARCHAR(16) NOT NULL,
    CONSTRAINT pk_votes PRIMARY KEY (id),
    CONSTRAINT fk_votes_game_id FOREIGN KEY(game_id) REFERENCES games (id),
    CONSTRAINT fk_votes_seat_id FOREIGN KEY(seat_id) REFERENCES seats (id) ON DELETE SET NULL,
    CONSTRAINT uq_votes_public_id UNIQUE (public_id)
);
CREATE TABLE wait_requests (
    id INTEGER NOT NULL,
    call_id INTEGER NOT NULL,
    seat_id INTEGER NOT NULL,
    at DATETIME NOT NULL,
    CONSTRAINT pk_wait_requests PRIMARY KEY (id),
    CONSTRAINT fk_wait_requests_call_id FOREIGN KEY(call_id) REFERENCES calls (id),
    CONSTRAINT fk_wait_requests_seat_id FOREIGN KEY(seat_id) REFERENCES seats (id) ON DELETE CASCADE,
    CONSTRAINT uq_wait_requests_call_id_seat_id UNIQUE (call_id, seat_id)
);
CREATE TABLE webhook_posts (
    id INTEGER NOT NULL,
    public_id VARCHAR(16) NOT NULL,
    "key" VARCHAR(160) NOT NULL,
    webhook_id INTEGER NOT NULL,
    kind VARCHAR(24) NOT NULL,
    body BLOB NOT NULL,
    written_at DATETIME NOT NULL,
    next_attempt_at DATETIME,
    claimed_until DATETIME,
    attempts INTEGER NOT NULL,
    sent_at DATETIME,
    failed_at DATETIME,
    last_error TEXT NOT NULL,
    CONSTRAINT pk_webhook_posts PRIMARY KEY (id),
    CONSTRAINT fk_webhook_posts_webhook_id FOREIGN KEY(webhook_id) REFERENCES webhooks (id),
    CONSTRAINT uq_webhook_posts_key UNIQUE ("key"),
    CONSTRAINT uq_webhook_posts_public_id UNIQUE (public_id)
);
CREATE TABLE ballots (
    id INTEGER NOT NULL,
    vote_id INTEGER NOT NULL,
    seat_id INTEGER NOT NULL,
    account_id INTEGER,
    choice VARCHAR(8) NOT NULL,
    at DATETIME NOT NULL,
    CONSTRAINT pk_ballots PRIMARY KEY (id),
    CONSTRAINT fk_ballots_account_id FOREIGN KEY(account_id) REFERENCES accounts (id),
    CONSTRAINT fk_ballots_seat_id FOREIGN KEY(seat_id) REFERENCES seats (id) ON DELETE CASCADE,
    CONSTRAINT fk_ballots_vote_id FOREIGN KEY(vote_id) REFERENCES votes (id),
    CONSTRAINT uq_ballots_vote_id_seat_id UNIQUE (vote_id, seat_id)
);
CREATE TABLE voided (
    id INTEGER NOT NULL,
    game_id INTEGER NOT NULL,
    edict_id INTEGER NOT NULL,
    kind VARCHAR(16) NOT NULL,
    round INTEGER NOT NULL,
    number INTEGER NOT NULL,
    call_number INTEGER NOT NULL,
    document BLOB NOT NULL,
    CONSTRAINT pk_voided PRIMARY KEY (id),
    CONSTRAINT fk_voided_edict_id FOREIGN KEY(edict_id) REFERENCES edicts (id),
    CONSTRAINT fk_voided_game_id FOREIGN KEY(game_id) REFERENCES games (id)
);
CREATE TABLE "games" (
    id INTEGER NOT NULL,
    public_id VARCHAR(16) NOT NULL,
    title VARCHAR(80) NOT NULL,
    edition VARCHAR(40) NOT NULL,
    players INTEGER NOT NULL,
    pace VARCHAR(400) NOT NULL,
    window_seconds FLOAT NOT NULL,
    hold_seconds FLOAT NOT NULL,
    seat_choice VARCHAR(16) NOT NULL,
    visibility VARCHAR(16) NOT NULL,
    steward_rest BOOLEAN NOT NULL,
    join_code VARCHAR(16) NOT NULL,
    status VARCHAR(16) NOT NULL,
    round INTEGER NOT NULL,
    creator_id INTEGER NOT NULL,
    commitment VARCHAR(64) NOT NULL,
    seed VARCHAR(128) NOT NULL,
    created_at DATETIME NOT NULL,
    started_at DATETIME,
    finished_at DATETIME,
    trouble TEXT NOT NULL,
    preset VARCHAR(16) DEFAULT '' NOT NULL,
    names VARCHAR(16) DEFAULT 'named' NOT NULL,
    spectators VARCHAR(16) DEFAULT 'open' NOT NULL,
    spectator_delay INTEGER DEFAULT '0' NOT NULL,
    press VARCHAR(80) DEFAULT 'private,group,public' NOT NULL,
    gm_reads_press BOOLEAN DEFAULT 0 NOT NULL,
    votes VARCHAR(80) DEFAULT 'pause,draw,end,replace,extend' NOT NULL,
    review VARCHAR(16) DEFAULT 'none' NOT NULL,
    clock VARCHAR(5) DEFAULT '' NOT NULL,
    zone VARCHAR(64) DEFAULT 'UTC' NOT NULL,
    weekdays VARCHAR(7) DEFAULT '1234567' NOT NULL,
    first_seconds FLOAT DEFAULT '0' NOT NULL,
    westeros_seconds FLOAT DEFAULT '0' NOT NULL,
    other_seconds FLOAT DEFAULT '0' NOT NULL,
    least_seconds FLOAT DEFAULT '0' NOT NULL,
    most_seconds FLOAT DEFAULT '0' NOT NULL,
    early_close BOOLEAN DEFAULT 1 NOT NULL,
    muster_seconds FLOAT DEFAULT '0' NOT NULL,
    muster_until DATETIME,
    extensions INTEGER DEFAULT '0' NOT NULL,
    extension_seconds FLOAT DEFAULT '86400' NOT NULL,
    extensions_in_a_row INTEGER DEFAULT '2' NOT NULL,
    grace_seconds FLOAT DEFAULT '0' NOT NULL,
    misses_allowed INTEGER DEFAULT '0' NOT NULL,
    absent_seat VARCHAR(16) DEFAULT 'steward' NOT NULL,
    paused_at DATETIME,
    paused_until DATETIME,
    pause_reason VARCHAR(200) DEFAULT '' NOT NULL,
    ended_by VARCHAR(16) DEFAULT '' NOT NULL,
    imported_at DATETIME, modules VARCHAR(200) DEFAULT '' NOT NULL, houses VARCHAR(200) DEFAULT '' NOT NULL, revision INTEGER DEFAULT '0' NOT NULL,
    CONSTRAINT pk_games PRIMARY KEY (id),
    CONSTRAINT fk_games_creator_id FOREIGN KEY(creator_id) REFERENCES accounts (id),
    CONSTRAINT uq_games_public_id UNIQUE (public_id)
);
CREATE TABLE "sign_in_sessions" (
    id INTEGER NOT NULL,
    token_hash VARCHAR(64) NOT NULL,
    account_id INTEGER NOT NULL,
    created_at DATETIME NOT NULL,
    expires_at DATETIME NOT NULL,
    public_id VARCHAR(16) NOT NULL,
    label VARCHAR(120) DEFAULT ('') NOT NULL,
    seen_at DATETIME,
    strong_at DATETIME, proved_at DATETIME, proof_hash VARCHAR(64) DEFAULT '' NOT NULL, proof_expires_at DATETIME,
    CONSTRAINT pk_sign_in_sessions PRIMARY KEY (id),
    CONSTRAINT fk_sign_in_sessions_account_id FOREIGN KEY(account_id) REFERENCES accounts (id),
    CONSTRAINT uq_sign_in_sessions_token_hash UNIQUE (token_hash),
    CONSTRAINT uq_sign_in_sessions_public_id UNIQUE (public_id)
);
CREATE TABLE attempts (
    id INTEGER NOT NULL,
    "key" VARCHAR(80) NOT NULL,
    at DATETIME NOT NULL,
    CONSTRAINT pk_attempts PRIMARY KEY (id)
);
CREATE TABLE game_statistics (
    game_id INTEGER NOT NULL,
    version INTEGER NOT NULL,
    counted_at DATETIME NOT NULL,
    document BLOB NOT NULL,
    CONSTRAINT pk_game_statistics PRIMARY KEY (game_id),
    CONSTRAINT fk_game_statistics_game_id FOREIGN KEY(game_id) REFERENCES games (id)
);
CREATE TABLE house_results (
    id INTEGER NOT NULL,
    game_id INTEGER NOT NULL,
    house VARCHAR(40) NOT NULL,
    place INTEGER NOT NULL,
    won BOOLEAN NOT NULL,
    castles INTEGER NOT NULL,
    castles_taken INTEGER NOT NULL,
    battles_won INTEGER NOT NULL,
    battles_lost INTEGER NOT NULL,
    throne_rounds INTEGER NOT NULL,
    CONSTRAINT pk_house_results PRIMARY KEY (id),
    CONSTRAINT fk_house_results_game_id FOREIGN KEY(game_id) REFERENCES games (id),
    CONSTRAINT uq_house_results_game_id_house UNIQUE (game_id, house)
);
CREATE TABLE service_hours (
    hour DATETIME NOT NULL,
    document BLOB NOT NULL,
    CONSTRAINT pk_service_hours PRIMARY KEY (hour)
);
CREATE TABLE mail_routes (
    name VARCHAR(253) NOT NULL,
    failures INTEGER NOT NULL,
    failed_at DATETIME,
    until DATETIME,
    reason TEXT NOT NULL,
    paced_until DATETIME,
    CONSTRAINT pk_mail_routes PRIMARY KEY (name)
);
CREATE TABLE journal_parts (
    id INTEGER NOT NULL,
    game_id INTEGER NOT NULL,
    call_number INTEGER NOT NULL,
    first INTEGER NOT NULL,
    last INTEGER NOT NULL,
    document BLOB NOT NULL,
    CONSTRAINT pk_journal_parts PRIMARY KEY (id),
    CONSTRAINT fk_journal_parts_game_id FOREIGN KEY(game_id) REFERENCES games (id),
    CONSTRAINT uq_journal_parts_game_id_first UNIQUE (game_id, first)
);
CREATE TABLE "accounts" (
    id INTEGER NOT NULL,
    public_id VARCHAR(16) NOT NULL,
    email VARCHAR(254) NOT NULL,
    name VARCHAR(60) NOT NULL,
    language VARCHAR(8) NOT NULL,
    zone VARCHAR(64) NOT NULL,
    created_at DATETIME NOT NULL,
    streams TEXT DEFAULT '{}' NOT NULL,
    quiet_from INTEGER,
    quiet_until INTEGER,
    digest_hour INTEGER DEFAULT '18' NOT NULL,
    password_hash VARCHAR(200) DEFAULT ('') NOT NULL,
    totp_secret VARCHAR(200) DEFAULT ('') NOT NULL,
    totp_step INTEGER DEFAULT '0' NOT NULL,
    host BOOLEAN DEFAULT 0 NOT NULL,
    emergency_pause_at DATETIME,
    deleted_at DATETIME,
    digest_weekday INTEGER, links_ended_at DATETIME, closed_off_at DATETIME,
    CONSTRAINT pk_accounts PRIMARY KEY (id),
    CONSTRAINT uq_accounts_public_id UNIQUE (public_id),
    CONSTRAINT uq_accounts_email UNIQUE (email)
);
CREATE TABLE "webhooks" (
    id INTEGER NOT NULL,
    public_id VARCHAR(16) NOT NULL,
    account_id INTEGER NOT NULL,
    game_id INTEGER,
    url VARCHAR(500) NOT NULL,
    secret VARCHAR(200) NOT NULL,
    kinds VARCHAR(120) NOT NULL,
    failures INTEGER NOT NULL,
    created_at DATETIME NOT NULL,
    disabled_at DATETIME,
    removed_at DATETIME,
    CONSTRAINT pk_webhooks PRIMARY KEY (id),
    CONSTRAINT fk_webhooks_game_id FOREIGN KEY(game_id) REFERENCES games (id),
    CONSTRAINT fk_webhooks_account_id FOREIGN KEY(account_id) REFERENCES accounts (id),
    CONSTRAINT uq_webhooks_public_id UNIQUE (public_id)
);
CREATE TABLE imports (
    id INTEGER NOT NULL,
    public_id VARCHAR(16) NOT NULL,
    account_id INTEGER NOT NULL,
    title VARCHAR(80) NOT NULL,
    size INTEGER NOT NULL,
    document BLOB NOT NULL,
    asked_at DATETIME NOT NULL,
    claimed_until DATETIME,
    attempts INTEGER NOT NULL,
    entries INTEGER NOT NULL,
    played INTEGER NOT NULL,
    at DATETIME,
    game_id VARCHAR(16) NOT NULL,
    reasons TEXT NOT NULL,
    CONSTRAINT pk_imports PRIMARY KEY (id),
    CONSTRAINT fk_imports_account_id FOREIGN KEY(account_id) REFERENCES accounts (id),
    CONSTRAINT uq_imports_public_id UNIQUE (public_id)
);
CREATE TABLE sketches (
    id INTEGER NOT NULL,
    call_id INTEGER NOT NULL,
    seat_id INTEGER NOT NULL,
    account_id INTEGER NOT NULL,
    number INTEGER NOT NULL,
    name VARCHAR(60) NOT NULL,
    document BLOB NOT NULL,
    changed_at DATETIME NOT NULL,
    CONSTRAINT pk_sketches PRIMARY KEY (id),
    CONSTRAINT fk_sketches_account_id FOREIGN KEY(account_id) REFERENCES accounts (id),
    CONSTRAINT fk_sketches_call_id FOREIGN KEY(call_id) REFERENCES calls (id),
    CONSTRAINT fk_sketches_seat_id FOREIGN KEY(seat_id) REFERENCES seats (id),
    CONSTRAINT uq_sketches_call_id_seat_id_account_id_number UNIQUE (call_id, seat_id, account_id, number)
);
CREATE INDEX ix_local_mail_address ON local_mail (address);
CREATE INDEX ix_pictures_drawn_at ON pictures (drawn_at);
CREATE INDEX ix_sign_in_links_email_created_at ON sign_in_links (email, created_at);
CREATE INDEX ix_sign_in_links_expires_at ON sign_in_links (expires_at);
CREATE INDEX ix_api_tokens_account_id ON api_tokens (account_id);
CREATE INDEX ix_outbox_account_id ON outbox (account_id);
CREATE INDEX ix_outbox_next_attempt_at ON outbox (next_attempt_at);
CREATE INDEX ix_calls_status_closes_at ON calls (status, closes_at);
CREATE INDEX ix_seats_account_id ON seats (account_id);
CREATE INDEX ix_absences_account_id ON absences (account_id);
CREATE INDEX ix_absences_last_at ON absences (last_at);
CREATE INDEX ix_address_changes_account_id ON address_changes (account_id);
CREATE INDEX ix_digest_lines_account_id ON digest_lines (account_id);
CREATE INDEX ix_digest_lines_sent_at ON digest_lines (sent_at);
CREATE INDEX ix_evaluations_at ON evaluations (at);
CREATE INDEX ix_evaluations_game_id_asked_at ON evaluations (game_id, asked_at);
CREATE INDEX ix_game_masters_account_id ON game_masters (account_id);
CREATE INDEX ix_notes_game_id ON notes (game_id);
CREATE INDEX ix_attendance_account_id_at ON attendance (account_id, at);
CREATE INDEX ix_delegations_account_id ON delegations (account_id);
CREATE INDEX ix_delegations_game_id ON delegations (game_id);
CREATE INDEX ix_delegations_seat_id ON delegations (seat_id);
CREATE INDEX ix_drafts_game_id ON drafts (game_id);
CREATE INDEX ix_press_marks_account_id ON press_marks (account_id);
CREATE INDEX ix_press_messages_game_id_released_at ON press_messages (game_id, released_at);
CREATE INDEX ix_reminders_done_at_due_at ON reminders (done_at, due_at);
CREATE INDEX ix_seat_holders_game_id_account_id ON seat_holders (game_id, account_id);
CREATE INDEX ix_seat_holders_seat_id ON seat_holders (seat_id);
CREATE INDEX ix_votes_closed_at_closes_at ON votes (closed_at, closes_at);
CREATE INDEX ix_votes_game_id ON votes (game_id);
CREATE INDEX ix_webhook_posts_next_attempt_at ON webhook_posts (next_attempt_at);
CREATE INDEX ix_webhook_posts_webhook_id ON webhook_posts (webhook_id);
CREATE INDEX ix_voided_game_id ON voided (game_id);
CREATE INDEX ix_games_creator_id ON games (creator_id);
CREATE INDEX ix_games_status_visibility ON games (status, visibility);
CREATE INDEX ix_sign_in_sessions_account_id ON sign_in_sessions (account_id);
CREATE INDEX ix_sign_in_sessions_expires_at ON sign_in_sessions (expires_at);
CREATE INDEX ix_attempts_key_at ON attempts ("key", at);
CREATE INDEX ix_adjudications_at ON adjudications (at);
CREATE INDEX ix_outbox_sent_at ON outbox (sent_at) WHERE sent_at IS NOT NULL;
CREATE INDEX ix_outbox_failed_at ON outbox (failed_at) WHERE failed_at IS NOT NULL;
CREATE INDEX ix_webhooks_account_id ON webhooks (account_id);
CREATE UNIQUE INDEX uq_imports_waiting ON imports (account_id) WHERE at IS NULL;
CREATE INDEX ix_imports_account_id_asked_at ON imports (account_id, asked_at);
CREATE INDEX ix_sketches_account_id ON sketches (account_id);
CREATE TRIGGER ledger_no_update before update on ledger begin select raise(abort, 'the ledger is only added to'); end;
CREATE TRIGGER ledger_no_delete before delete on ledger begin select raise(abort, 'the ledger is only added to'); end;
INSERT INTO alembic_version VALUES ('0016');
