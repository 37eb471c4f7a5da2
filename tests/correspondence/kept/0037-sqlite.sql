CREATE TABLE accounts (
	id INTEGER NOT NULL, 
	public_id VARCHAR(16) NOT NULL, 
	email VARCHAR(254) NOT NULL, 
	name VARCHAR(60) NOT NULL, 
	language VARCHAR(8) NOT NULL, 
	zone VARCHAR(64) NOT NULL, 
	streams TEXT DEFAULT '{}' NOT NULL, 
	quiet_from INTEGER, 
	quiet_until INTEGER, 
	digest_hour INTEGER DEFAULT '18' NOT NULL, 
	digest_weekday INTEGER, 
	password_hash VARCHAR(200) DEFAULT '' NOT NULL, 
	totp_secret VARCHAR(200) DEFAULT '' NOT NULL, 
	totp_step INTEGER DEFAULT '0' NOT NULL, 
	host BOOLEAN DEFAULT 0 NOT NULL, 
	ratings_hidden BOOLEAN DEFAULT 0 NOT NULL, 
	light_mails BOOLEAN DEFAULT 0 NOT NULL, 
	emergency_pause_at DATETIME, 
	links_ended_at DATETIME, 
	closed_off_at DATETIME, 
	deleted_at DATETIME, 
	created_at DATETIME NOT NULL, 
	CONSTRAINT pk_accounts PRIMARY KEY (id), 
	CONSTRAINT uq_accounts_public_id UNIQUE (public_id), 
	CONSTRAINT uq_accounts_email UNIQUE (email)
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
CREATE INDEX ix_sign_in_links_expires_at ON sign_in_links (expires_at);
CREATE INDEX ix_sign_in_links_email_created_at ON sign_in_links (email, created_at);
CREATE TABLE silenced_addresses (
	id INTEGER NOT NULL, 
	email_hash VARCHAR(64) NOT NULL, 
	created_at DATETIME NOT NULL, 
	CONSTRAINT pk_silenced_addresses PRIMARY KEY (id), 
	CONSTRAINT uq_silenced_addresses_email_hash UNIQUE (email_hash)
);
CREATE TABLE attempts (
	id INTEGER NOT NULL, 
	"key" VARCHAR(80) NOT NULL, 
	at DATETIME NOT NULL, 
	CONSTRAINT pk_attempts PRIMARY KEY (id)
);
CREATE INDEX ix_attempts_key_at ON attempts ("key", at);
CREATE TABLE pictures (
	digest VARCHAR(64) NOT NULL, 
	png BLOB NOT NULL, 
	width INTEGER NOT NULL, 
	height INTEGER NOT NULL, 
	drawn_at DATETIME NOT NULL, 
	CONSTRAINT pk_pictures PRIMARY KEY (digest)
);
CREATE INDEX ix_pictures_drawn_at ON pictures (drawn_at);
CREATE TABLE rating_bands (
	edition VARCHAR(40) NOT NULL, 
	band INTEGER NOT NULL, 
	players INTEGER NOT NULL, 
	CONSTRAINT pk_rating_bands PRIMARY KEY (edition, band)
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
CREATE TABLE returned_mails (
	id INTEGER NOT NULL, 
	mail_id INTEGER NOT NULL, 
	address VARCHAR(254) NOT NULL, 
	hard BOOLEAN NOT NULL, 
	status VARCHAR(16) NOT NULL, 
	at DATETIME NOT NULL, 
	counts BOOLEAN NOT NULL, 
	CONSTRAINT pk_returned_mails PRIMARY KEY (id), 
	CONSTRAINT uq_returned_mails_mail_id_hard UNIQUE (mail_id, hard)
);
CREATE INDEX ix_returned_mails_address ON returned_mails (address);
CREATE INDEX ix_returned_mails_at ON returned_mails (at);
CREATE TABLE stopped_addresses (
	address VARCHAR(254) NOT NULL, 
	since DATETIME NOT NULL, 
	stopped_at DATETIME NOT NULL, 
	CONSTRAINT pk_stopped_addresses PRIMARY KEY (address)
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
	CONSTRAINT uq_local_mail_public_id UNIQUE (public_id), 
	CONSTRAINT uq_local_mail_message_id UNIQUE (message_id)
);
CREATE INDEX ix_local_mail_address ON local_mail (address);
CREATE TABLE heartbeats (
	name VARCHAR(40) NOT NULL, 
	at DATETIME NOT NULL, 
	note VARCHAR(300) NOT NULL, 
	count INTEGER DEFAULT '0' NOT NULL, 
	CONSTRAINT pk_heartbeats PRIMARY KEY (name)
);
CREATE TABLE service_hours (
	hour DATETIME NOT NULL, 
	document BLOB NOT NULL, 
	CONSTRAINT pk_service_hours PRIMARY KEY (hour)
);
CREATE TABLE audit_log (
	id INTEGER NOT NULL, 
	scope VARCHAR(16) NOT NULL, 
	number INTEGER NOT NULL, 
	at DATETIME NOT NULL, 
	actor VARCHAR(80) NOT NULL, 
	kind VARCHAR(40) NOT NULL, 
	document BLOB NOT NULL, 
	previous VARCHAR(64) NOT NULL, 
	digest VARCHAR(64) NOT NULL, 
	CONSTRAINT pk_audit_log PRIMARY KEY (id), 
	CONSTRAINT uq_audit_log_scope_number UNIQUE (scope, number)
);
CREATE TABLE sign_in_sessions (
	id INTEGER NOT NULL, 
	public_id VARCHAR(16) NOT NULL, 
	label VARCHAR(120) DEFAULT '' NOT NULL, 
	seen_at DATETIME, 
	strong_at DATETIME, 
	proved_at DATETIME, 
	proof_hash VARCHAR(64) DEFAULT '' NOT NULL, 
	proof_expires_at DATETIME, 
	token_hash VARCHAR(64) NOT NULL, 
	account_id INTEGER NOT NULL, 
	created_at DATETIME NOT NULL, 
	expires_at DATETIME NOT NULL, 
	CONSTRAINT pk_sign_in_sessions PRIMARY KEY (id), 
	CONSTRAINT uq_sign_in_sessions_public_id UNIQUE (public_id), 
	CONSTRAINT uq_sign_in_sessions_token_hash UNIQUE (token_hash), 
	CONSTRAINT fk_sign_in_sessions_account_id FOREIGN KEY(account_id) REFERENCES accounts (id)
);
CREATE INDEX ix_sign_in_sessions_account_id ON sign_in_sessions (account_id);
CREATE INDEX ix_sign_in_sessions_expires_at ON sign_in_sessions (expires_at);
CREATE TABLE api_tokens (
	id INTEGER NOT NULL, 
	public_id VARCHAR(16) NOT NULL, 
	token_hash VARCHAR(64) NOT NULL, 
	account_id INTEGER NOT NULL, 
	name VARCHAR(60) NOT NULL, 
	scopes VARCHAR(80) DEFAULT 'read,play,gm' NOT NULL, 
	last_used_at DATETIME, 
	created_at DATETIME NOT NULL, 
	revoked_at DATETIME, 
	CONSTRAINT pk_api_tokens PRIMARY KEY (id), 
	CONSTRAINT uq_api_tokens_public_id UNIQUE (public_id), 
	CONSTRAINT uq_api_tokens_token_hash UNIQUE (token_hash), 
	CONSTRAINT fk_api_tokens_account_id FOREIGN KEY(account_id) REFERENCES accounts (id)
);
CREATE INDEX ix_api_tokens_account_id ON api_tokens (account_id);
CREATE TABLE address_changes (
	id INTEGER NOT NULL, 
	account_id INTEGER NOT NULL, 
	session_id INTEGER, 
	kept TEXT DEFAULT '' NOT NULL, 
	email VARCHAR(254) NOT NULL, 
	token_hash VARCHAR(64) NOT NULL, 
	created_at DATETIME NOT NULL, 
	expires_at DATETIME NOT NULL, 
	used_at DATETIME, 
	CONSTRAINT pk_address_changes PRIMARY KEY (id), 
	CONSTRAINT fk_address_changes_account_id FOREIGN KEY(account_id) REFERENCES accounts (id), 
	CONSTRAINT uq_address_changes_token_hash UNIQUE (token_hash)
);
CREATE INDEX ix_address_changes_expires_at ON address_changes (expires_at);
CREATE INDEX ix_address_changes_account_id ON address_changes (account_id);
CREATE TABLE recovery_codes (
	id INTEGER NOT NULL, 
	account_id INTEGER NOT NULL, 
	code_hash VARCHAR(64) NOT NULL, 
	used_at DATETIME, 
	CONSTRAINT pk_recovery_codes PRIMARY KEY (id), 
	CONSTRAINT uq_recovery_codes_account_id_code_hash UNIQUE (account_id, code_hash), 
	CONSTRAINT fk_recovery_codes_account_id FOREIGN KEY(account_id) REFERENCES accounts (id)
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
	CONSTRAINT uq_absences_public_id UNIQUE (public_id), 
	CONSTRAINT fk_absences_account_id FOREIGN KEY(account_id) REFERENCES accounts (id)
);
CREATE INDEX ix_absences_account_id ON absences (account_id);
CREATE INDEX ix_absences_last_at ON absences (last_at);
CREATE TABLE digest_lines (
	id INTEGER NOT NULL, 
	"key" VARCHAR(160) NOT NULL, 
	account_id INTEGER NOT NULL, 
	payload BLOB NOT NULL, 
	written_at DATETIME NOT NULL, 
	sent_at DATETIME, 
	CONSTRAINT pk_digest_lines PRIMARY KEY (id), 
	CONSTRAINT uq_digest_lines_key UNIQUE ("key"), 
	CONSTRAINT fk_digest_lines_account_id FOREIGN KEY(account_id) REFERENCES accounts (id)
);
CREATE INDEX ix_digest_lines_sent_at ON digest_lines (sent_at);
CREATE INDEX ix_digest_lines_account_id ON digest_lines (account_id);
CREATE TABLE feed_addresses (
	id INTEGER NOT NULL, 
	account_id INTEGER NOT NULL, 
	token_hash VARCHAR(64) NOT NULL, 
	made_at DATETIME NOT NULL, 
	CONSTRAINT pk_feed_addresses PRIMARY KEY (id), 
	CONSTRAINT uq_feed_addresses_account_id UNIQUE (account_id), 
	CONSTRAINT fk_feed_addresses_account_id FOREIGN KEY(account_id) REFERENCES accounts (id), 
	CONSTRAINT uq_feed_addresses_token_hash UNIQUE (token_hash)
);
CREATE TABLE pdf_files (
	"key" VARCHAR(64) NOT NULL, 
	account_id INTEGER, 
	path VARCHAR(200) NOT NULL, 
	language VARCHAR(8) NOT NULL, 
	asked_at DATETIME NOT NULL, 
	wanted_at DATETIME NOT NULL, 
	claimed_until DATETIME, 
	attempts INTEGER NOT NULL, 
	made_at DATETIME, 
	failed BOOLEAN NOT NULL, 
	document BLOB NOT NULL, 
	CONSTRAINT pk_pdf_files PRIMARY KEY ("key"), 
	CONSTRAINT fk_pdf_files_account_id FOREIGN KEY(account_id) REFERENCES accounts (id)
);
CREATE INDEX ix_pdf_files_account_id ON pdf_files (account_id);
CREATE INDEX ix_pdf_files_made_at ON pdf_files (made_at);
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
	CONSTRAINT uq_imports_public_id UNIQUE (public_id), 
	CONSTRAINT fk_imports_account_id FOREIGN KEY(account_id) REFERENCES accounts (id)
);
CREATE INDEX ix_imports_at ON imports (at);
CREATE INDEX ix_imports_account_id_asked_at ON imports (account_id, asked_at);
CREATE UNIQUE INDEX uq_imports_waiting ON imports (account_id) WHERE at IS NULL;
CREATE TABLE ratings (
	account_id INTEGER NOT NULL, 
	edition VARCHAR(40) NOT NULL, 
	number INTEGER NOT NULL, 
	mu FLOAT NOT NULL, 
	sigma FLOAT NOT NULL, 
	sure FLOAT NOT NULL, 
	band INTEGER, 
	CONSTRAINT pk_ratings PRIMARY KEY (account_id, edition), 
	CONSTRAINT fk_ratings_account_id FOREIGN KEY(account_id) REFERENCES accounts (id)
);
CREATE INDEX ix_ratings_edition_band_sure_number ON ratings (edition, band, sure, number);
CREATE TABLE games (
	id INTEGER NOT NULL, 
	public_id VARCHAR(16) NOT NULL, 
	title VARCHAR(80) NOT NULL, 
	edition VARCHAR(40) NOT NULL, 
	players INTEGER NOT NULL, 
	revision INTEGER DEFAULT '0' NOT NULL, 
	modules VARCHAR(200) DEFAULT '' NOT NULL, 
	houses VARCHAR(200) DEFAULT '' NOT NULL, 
	scenario TEXT DEFAULT '' NOT NULL, 
	pace VARCHAR(400) NOT NULL, 
	window_seconds FLOAT NOT NULL, 
	hold_seconds FLOAT NOT NULL, 
	seat_choice VARCHAR(16) NOT NULL, 
	visibility VARCHAR(16) NOT NULL, 
	bots_fill_seats BOOLEAN NOT NULL, 
	rated BOOLEAN DEFAULT 0 NOT NULL, 
	preset VARCHAR(16) DEFAULT '' NOT NULL, 
	names VARCHAR(16) DEFAULT 'named' NOT NULL, 
	spectators VARCHAR(16) DEFAULT 'open' NOT NULL, 
	spectator_delay INTEGER DEFAULT '0' NOT NULL, 
	messages VARCHAR(80) DEFAULT 'private,group,public' NOT NULL, 
	gm_reads_messages BOOLEAN DEFAULT 0 NOT NULL, 
	votes VARCHAR(80) DEFAULT 'pause,draw,end,replace,extend' NOT NULL, 
	review VARCHAR(16) DEFAULT 'none' NOT NULL, 
	unsaid VARCHAR(8) DEFAULT 'defaults' NOT NULL, 
	news INTEGER DEFAULT '0' NOT NULL, 
	bot_level VARCHAR(8) DEFAULT 'steward' NOT NULL, 
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
	imported_at DATETIME, 
	join_code VARCHAR(16) NOT NULL, 
	status VARCHAR(16) NOT NULL, 
	round INTEGER NOT NULL, 
	creator_id INTEGER NOT NULL, 
	commitment VARCHAR(64) NOT NULL, 
	seed VARCHAR(128) NOT NULL, 
	created_at DATETIME NOT NULL, 
	started_at DATETIME, 
	finished_at DATETIME, 
	settled VARCHAR(8) DEFAULT '' NOT NULL, 
	evaluation_requested_at DATETIME, 
	trouble TEXT NOT NULL, 
	CONSTRAINT pk_games PRIMARY KEY (id), 
	CONSTRAINT uq_games_public_id UNIQUE (public_id), 
	CONSTRAINT fk_games_creator_id FOREIGN KEY(creator_id) REFERENCES accounts (id)
);
CREATE INDEX ix_games_status_settled ON games (status, settled);
CREATE INDEX ix_games_paused_until ON games (paused_until) WHERE paused_until IS NOT NULL;
CREATE INDEX ix_games_creator_id ON games (creator_id);
CREATE INDEX ix_games_status_finished_at ON games (status, finished_at);
CREATE INDEX ix_games_status_created_at ON games (status, created_at);
CREATE INDEX ix_games_preset_created_at ON games (preset, created_at);
CREATE INDEX ix_games_status_muster_until ON games (status, muster_until);
CREATE INDEX ix_games_status_evaluation_requested_at ON games (status, evaluation_requested_at);
CREATE INDEX ix_games_status_visibility_id ON games (status, visibility, id);
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
	dropped_at DATETIME, 
	next_attempt_at DATETIME, 
	claimed_until DATETIME, 
	attempts INTEGER NOT NULL, 
	sent_at DATETIME, 
	failed_at DATETIME, 
	last_error TEXT NOT NULL, 
	CONSTRAINT pk_outbox PRIMARY KEY (id), 
	CONSTRAINT uq_outbox_key UNIQUE ("key"), 
	CONSTRAINT fk_outbox_account_id FOREIGN KEY(account_id) REFERENCES accounts (id), 
	CONSTRAINT uq_outbox_message_id UNIQUE (message_id)
);
CREATE INDEX ix_outbox_account_id ON outbox (account_id);
CREATE INDEX ix_outbox_dropped_at ON outbox (dropped_at) WHERE dropped_at IS NOT NULL;
CREATE INDEX ix_outbox_next_attempt_at ON outbox (next_attempt_at);
CREATE INDEX ix_outbox_sent_at ON outbox (sent_at) WHERE sent_at IS NOT NULL;
CREATE INDEX ix_outbox_failed_at ON outbox (failed_at) WHERE failed_at IS NOT NULL;
CREATE TABLE push_subscriptions (
	id INTEGER NOT NULL, 
	public_id VARCHAR(16) NOT NULL, 
	account_id INTEGER NOT NULL, 
	session_id VARCHAR(16) NOT NULL, 
	endpoint VARCHAR(1000) NOT NULL, 
	public_key VARCHAR(100) NOT NULL, 
	auth_secret VARCHAR(32) NOT NULL, 
	our_key VARCHAR(100) NOT NULL, 
	label VARCHAR(120) NOT NULL, 
	streams VARCHAR(80) NOT NULL, 
	failures INTEGER NOT NULL, 
	created_at DATETIME NOT NULL, 
	disabled_at DATETIME, 
	last_error TEXT NOT NULL, 
	CONSTRAINT pk_push_subscriptions PRIMARY KEY (id), 
	CONSTRAINT uq_push_subscriptions_public_id UNIQUE (public_id), 
	CONSTRAINT fk_push_subscriptions_account_id FOREIGN KEY(account_id) REFERENCES accounts (id), 
	CONSTRAINT uq_push_subscriptions_endpoint UNIQUE (endpoint)
);
CREATE INDEX ix_push_subscriptions_account_id ON push_subscriptions (account_id);
CREATE INDEX ix_push_subscriptions_session_id ON push_subscriptions (session_id);
CREATE TABLE positions (
	game_id INTEGER NOT NULL, 
	turn_number INTEGER NOT NULL, 
	document BLOB NOT NULL, 
	CONSTRAINT pk_positions PRIMARY KEY (game_id), 
	CONSTRAINT fk_positions_game_id FOREIGN KEY(game_id) REFERENCES games (id)
);
CREATE TABLE journal_parts (
	id INTEGER NOT NULL, 
	game_id INTEGER NOT NULL, 
	first INTEGER NOT NULL, 
	last INTEGER NOT NULL, 
	turn_number INTEGER NOT NULL, 
	document BLOB NOT NULL, 
	CONSTRAINT pk_journal_parts PRIMARY KEY (id), 
	CONSTRAINT uq_journal_parts_game_id_first UNIQUE (game_id, first), 
	CONSTRAINT fk_journal_parts_game_id FOREIGN KEY(game_id) REFERENCES games (id)
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
	CONSTRAINT uq_records_game_id_round_part UNIQUE (game_id, round, part), 
	CONSTRAINT uq_records_game_id_first UNIQUE (game_id, first), 
	CONSTRAINT fk_records_game_id FOREIGN KEY(game_id) REFERENCES games (id)
);
CREATE TABLE round_boards (
	id INTEGER NOT NULL, 
	game_id INTEGER NOT NULL, 
	round INTEGER NOT NULL, 
	document BLOB NOT NULL, 
	CONSTRAINT pk_round_boards PRIMARY KEY (id), 
	CONSTRAINT uq_round_boards_game_id_round UNIQUE (game_id, round), 
	CONSTRAINT fk_round_boards_game_id FOREIGN KEY(game_id) REFERENCES games (id)
);
CREATE TABLE snapshots (
	game_id INTEGER NOT NULL, 
	turn_number INTEGER NOT NULL, 
	document BLOB NOT NULL, 
	CONSTRAINT pk_snapshots PRIMARY KEY (game_id, turn_number), 
	CONSTRAINT fk_snapshots_game_id FOREIGN KEY(game_id) REFERENCES games (id)
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
	CONSTRAINT uq_house_results_game_id_house UNIQUE (game_id, house), 
	CONSTRAINT fk_house_results_game_id FOREIGN KEY(game_id) REFERENCES games (id)
);
CREATE TABLE rated_games (
	game_id INTEGER NOT NULL, 
	edition VARCHAR(40) NOT NULL, 
	ended_at DATETIME NOT NULL, 
	counted_at DATETIME NOT NULL, 
	CONSTRAINT pk_rated_games PRIMARY KEY (game_id), 
	CONSTRAINT fk_rated_games_game_id FOREIGN KEY(game_id) REFERENCES games (id)
);
CREATE INDEX ix_rated_games_edition_ended_at ON rated_games (edition, ended_at);
CREATE TABLE rating_changes (
	id INTEGER NOT NULL, 
	game_id INTEGER NOT NULL, 
	account_id INTEGER NOT NULL, 
	edition VARCHAR(40) NOT NULL, 
	number INTEGER NOT NULL, 
	house VARCHAR(40) NOT NULL, 
	rank INTEGER NOT NULL, 
	mu_before FLOAT NOT NULL, 
	mu FLOAT NOT NULL, 
	sigma FLOAT NOT NULL, 
	CONSTRAINT pk_rating_changes PRIMARY KEY (id), 
	CONSTRAINT uq_rating_changes_game_id_account_id UNIQUE (game_id, account_id), 
	CONSTRAINT uq_rating_changes_edition_account_id_number UNIQUE (edition, account_id, number), 
	CONSTRAINT fk_rating_changes_game_id FOREIGN KEY(game_id) REFERENCES games (id), 
	CONSTRAINT fk_rating_changes_account_id FOREIGN KEY(account_id) REFERENCES accounts (id)
);
CREATE INDEX ix_rating_changes_account_id ON rating_changes (account_id);
CREATE TABLE seats (
	id INTEGER NOT NULL, 
	public_id VARCHAR(16) NOT NULL, 
	game_id INTEGER NOT NULL, 
	house VARCHAR(40), 
	account_id INTEGER, 
	kind VARCHAR(16) NOT NULL, 
	wants_mail BOOLEAN NOT NULL, 
	preferences VARCHAR(400) DEFAULT '' NOT NULL, 
	confirmed_at DATETIME, 
	offered_at DATETIME, 
	offer_reason VARCHAR(40) DEFAULT '' NOT NULL, 
	extensions_used INTEGER DEFAULT '0' NOT NULL, 
	misses_in_a_row INTEGER DEFAULT '0' NOT NULL, 
	bot_until INTEGER DEFAULT '0' NOT NULL, 
	reply_generation INTEGER DEFAULT '0' NOT NULL, 
	by_mail BOOLEAN DEFAULT 0 NOT NULL, 
	unready_at DATETIME, 
	bot_level VARCHAR(8) DEFAULT 'steward' NOT NULL, 
	joined_at DATETIME NOT NULL, 
	CONSTRAINT pk_seats PRIMARY KEY (id), 
	CONSTRAINT uq_seats_game_id_house UNIQUE (game_id, house), 
	CONSTRAINT uq_seats_game_id_account_id UNIQUE (game_id, account_id), 
	CONSTRAINT uq_seats_public_id UNIQUE (public_id), 
	CONSTRAINT fk_seats_game_id FOREIGN KEY(game_id) REFERENCES games (id), 
	CONSTRAINT fk_seats_account_id FOREIGN KEY(account_id) REFERENCES accounts (id)
);
CREATE INDEX ix_seats_account_id ON seats (account_id);
CREATE INDEX ix_seats_offered_at ON seats (offered_at) WHERE offered_at IS NOT NULL;
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
	CONSTRAINT uq_invitations_game_id_email UNIQUE (game_id, email), 
	CONSTRAINT uq_invitations_public_id UNIQUE (public_id), 
	CONSTRAINT fk_invitations_game_id FOREIGN KEY(game_id) REFERENCES games (id), 
	CONSTRAINT fk_invitations_inviter_id FOREIGN KEY(inviter_id) REFERENCES accounts (id), 
	CONSTRAINT uq_invitations_token_hash UNIQUE (token_hash)
);
CREATE INDEX ix_invitations_email ON invitations (email);
CREATE INDEX ix_invitations_inviter_id ON invitations (inviter_id);
CREATE TABLE game_masters (
	id INTEGER NOT NULL, 
	game_id INTEGER NOT NULL, 
	account_id INTEGER NOT NULL, 
	head BOOLEAN NOT NULL, 
	since DATETIME NOT NULL, 
	accepted_at DATETIME, 
	until DATETIME, 
	CONSTRAINT pk_game_masters PRIMARY KEY (id), 
	CONSTRAINT uq_game_masters_game_id_account_id UNIQUE (game_id, account_id), 
	CONSTRAINT fk_game_masters_game_id FOREIGN KEY(game_id) REFERENCES games (id), 
	CONSTRAINT fk_game_masters_account_id FOREIGN KEY(account_id) REFERENCES accounts (id)
);
CREATE INDEX ix_game_masters_account_id ON game_masters (account_id);
CREATE TABLE conversations (
	id INTEGER NOT NULL, 
	public_id VARCHAR(16) NOT NULL, 
	game_id INTEGER NOT NULL, 
	kind VARCHAR(16) NOT NULL, 
	members VARCHAR(300) NOT NULL, 
	last_at DATETIME NOT NULL, 
	CONSTRAINT pk_conversations PRIMARY KEY (id), 
	CONSTRAINT uq_conversations_game_id_kind_members UNIQUE (game_id, kind, members), 
	CONSTRAINT uq_conversations_public_id UNIQUE (public_id), 
	CONSTRAINT fk_conversations_game_id FOREIGN KEY(game_id) REFERENCES games (id)
);
CREATE TABLE webhooks (
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
	CONSTRAINT uq_webhooks_public_id UNIQUE (public_id), 
	CONSTRAINT fk_webhooks_account_id FOREIGN KEY(account_id) REFERENCES accounts (id), 
	CONSTRAINT fk_webhooks_game_id FOREIGN KEY(game_id) REFERENCES games (id)
);
CREATE INDEX ix_webhooks_account_id ON webhooks (account_id);
CREATE TABLE push_messages (
	id INTEGER NOT NULL, 
	"key" VARCHAR(200) NOT NULL, 
	subscription_id INTEGER NOT NULL, 
	topic VARCHAR(32) NOT NULL, 
	urgent BOOLEAN NOT NULL, 
	body BLOB NOT NULL, 
	written_at DATETIME NOT NULL, 
	expires_at DATETIME NOT NULL, 
	next_attempt_at DATETIME, 
	claimed_until DATETIME, 
	attempts INTEGER NOT NULL, 
	sent_at DATETIME, 
	failed_at DATETIME, 
	last_error TEXT NOT NULL, 
	CONSTRAINT pk_push_messages PRIMARY KEY (id), 
	CONSTRAINT uq_push_messages_key UNIQUE ("key"), 
	CONSTRAINT fk_push_messages_subscription_id FOREIGN KEY(subscription_id) REFERENCES push_subscriptions (id)
);
CREATE INDEX ix_push_messages_failed_at ON push_messages (failed_at) WHERE failed_at IS NOT NULL;
CREATE INDEX ix_push_messages_subscription_id ON push_messages (subscription_id);
CREATE INDEX ix_push_messages_next_attempt_at ON push_messages (next_attempt_at);
CREATE INDEX ix_push_messages_written_at ON push_messages (written_at);
CREATE TABLE turns (
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
	extensions INTEGER DEFAULT '0' NOT NULL, 
	late_at DATETIME, 
	remaining_seconds FLOAT, 
	status VARCHAR(16) NOT NULL, 
	claim VARCHAR(80) NOT NULL, 
	claimed_until DATETIME, 
	attempts INTEGER NOT NULL, 
	trouble TEXT NOT NULL, 
	unsaid VARCHAR(8) DEFAULT 'defaults' NOT NULL, 
	news BOOLEAN DEFAULT 0 NOT NULL, 
	CONSTRAINT pk_turns PRIMARY KEY (id), 
	CONSTRAINT uq_turns_game_id_number UNIQUE (game_id, number), 
	CONSTRAINT uq_turns_public_id UNIQUE (public_id), 
	CONSTRAINT fk_turns_game_id FOREIGN KEY(game_id) REFERENCES games (id)
);
CREATE INDEX ix_turns_status_closes_at ON turns (status, closes_at);
CREATE TABLE evaluations (
	id INTEGER NOT NULL, 
	game_id INTEGER NOT NULL, 
	turn_number INTEGER NOT NULL, 
	asked_by_id INTEGER, 
	asked_at DATETIME NOT NULL, 
	claimed_until DATETIME, 
	at DATETIME, 
	agrees BOOLEAN, 
	differences TEXT NOT NULL, 
	worker VARCHAR(80) NOT NULL, 
	CONSTRAINT pk_evaluations PRIMARY KEY (id), 
	CONSTRAINT fk_evaluations_game_id FOREIGN KEY(game_id) REFERENCES games (id), 
	CONSTRAINT fk_evaluations_asked_by_id FOREIGN KEY(asked_by_id) REFERENCES accounts (id)
);
CREATE INDEX ix_evaluations_at ON evaluations (at);
CREATE INDEX ix_evaluations_game_id_asked_at ON evaluations (game_id, asked_at);
CREATE TABLE notes (
	id INTEGER NOT NULL, 
	public_id VARCHAR(16) NOT NULL, 
	game_id INTEGER NOT NULL, 
	account_id INTEGER NOT NULL, 
	body TEXT NOT NULL, 
	at DATETIME NOT NULL, 
	removed_at DATETIME, 
	CONSTRAINT pk_notes PRIMARY KEY (id), 
	CONSTRAINT uq_notes_public_id UNIQUE (public_id), 
	CONSTRAINT fk_notes_game_id FOREIGN KEY(game_id) REFERENCES games (id), 
	CONSTRAINT fk_notes_account_id FOREIGN KEY(account_id) REFERENCES accounts (id)
);
CREATE INDEX ix_notes_game_id ON notes (game_id);
CREATE TABLE turn_boards (
	turn_id INTEGER NOT NULL, 
	document BLOB NOT NULL, 
	CONSTRAINT pk_turn_boards PRIMARY KEY (turn_id), 
	CONSTRAINT fk_turn_boards_turn_id FOREIGN KEY(turn_id) REFERENCES turns (id)
);
CREATE TABLE prepared_answers (
	turn_id INTEGER NOT NULL, 
	house VARCHAR(40) NOT NULL, 
	game_id INTEGER NOT NULL, 
	position_digest VARCHAR(64) NOT NULL, 
	document BLOB NOT NULL, 
	CONSTRAINT pk_prepared_answers PRIMARY KEY (turn_id, house), 
	CONSTRAINT fk_prepared_answers_turn_id FOREIGN KEY(turn_id) REFERENCES turns (id), 
	CONSTRAINT fk_prepared_answers_game_id FOREIGN KEY(game_id) REFERENCES games (id)
);
CREATE INDEX ix_prepared_answers_game_id ON prepared_answers (game_id);
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
	from_turn INTEGER NOT NULL, 
	to_turn INTEGER, 
	CONSTRAINT pk_seat_holders PRIMARY KEY (id), 
	CONSTRAINT fk_seat_holders_game_id FOREIGN KEY(game_id) REFERENCES games (id), 
	CONSTRAINT fk_seat_holders_seat_id FOREIGN KEY(seat_id) REFERENCES seats (id) ON DELETE CASCADE, 
	CONSTRAINT fk_seat_holders_account_id FOREIGN KEY(account_id) REFERENCES accounts (id)
);
CREATE INDEX ix_seat_holders_game_id_account_id ON seat_holders (game_id, account_id);
CREATE INDEX ix_seat_holders_account_id ON seat_holders (account_id);
CREATE INDEX ix_seat_holders_seat_id ON seat_holders (seat_id);
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
	CONSTRAINT uq_delegations_public_id UNIQUE (public_id), 
	CONSTRAINT fk_delegations_game_id FOREIGN KEY(game_id) REFERENCES games (id), 
	CONSTRAINT fk_delegations_seat_id FOREIGN KEY(seat_id) REFERENCES seats (id) ON DELETE CASCADE, 
	CONSTRAINT fk_delegations_granter_id FOREIGN KEY(granter_id) REFERENCES accounts (id), 
	CONSTRAINT fk_delegations_account_id FOREIGN KEY(account_id) REFERENCES accounts (id)
);
CREATE INDEX ix_delegations_until_at ON delegations (until_at) WHERE revoked_at IS NULL;
CREATE INDEX ix_delegations_granter_id ON delegations (granter_id);
CREATE INDEX ix_delegations_seat_id ON delegations (seat_id);
CREATE INDEX ix_delegations_account_id ON delegations (account_id);
CREATE INDEX ix_delegations_game_id ON delegations (game_id);
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
	CONSTRAINT uq_votes_public_id UNIQUE (public_id), 
	CONSTRAINT fk_votes_game_id FOREIGN KEY(game_id) REFERENCES games (id), 
	CONSTRAINT fk_votes_seat_id FOREIGN KEY(seat_id) REFERENCES seats (id) ON DELETE SET NULL
);
CREATE INDEX ix_votes_closed_at_closes_at ON votes (closed_at, closes_at);
CREATE INDEX ix_votes_game_id ON votes (game_id);
CREATE TABLE messages (
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
	turn_number INTEGER NOT NULL, 
	sent_at DATETIME NOT NULL, 
	released_at DATETIME, 
	removed_at DATETIME, 
	removed_by_id INTEGER, 
	removal_reason VARCHAR(300) NOT NULL, 
	reported_at DATETIME, 
	report_reason VARCHAR(300) DEFAULT '' NOT NULL, 
	CONSTRAINT pk_messages PRIMARY KEY (id), 
	CONSTRAINT uq_messages_thread_id_number UNIQUE (thread_id, number), 
	CONSTRAINT uq_messages_public_id UNIQUE (public_id), 
	CONSTRAINT fk_messages_game_id FOREIGN KEY(game_id) REFERENCES games (id), 
	CONSTRAINT fk_messages_thread_id FOREIGN KEY(thread_id) REFERENCES conversations (id), 
	CONSTRAINT fk_messages_seat_id FOREIGN KEY(seat_id) REFERENCES seats (id) ON DELETE SET NULL, 
	CONSTRAINT fk_messages_account_id FOREIGN KEY(account_id) REFERENCES accounts (id), 
	CONSTRAINT fk_messages_removed_by_id FOREIGN KEY(removed_by_id) REFERENCES accounts (id)
);
CREATE INDEX ix_messages_game_id_released_at ON messages (game_id, released_at);
CREATE TABLE read_marks (
	id INTEGER NOT NULL, 
	thread_id INTEGER NOT NULL, 
	account_id INTEGER NOT NULL, 
	read_number INTEGER NOT NULL, 
	at DATETIME NOT NULL, 
	CONSTRAINT pk_read_marks PRIMARY KEY (id), 
	CONSTRAINT uq_read_marks_thread_id_account_id UNIQUE (thread_id, account_id), 
	CONSTRAINT fk_read_marks_thread_id FOREIGN KEY(thread_id) REFERENCES conversations (id), 
	CONSTRAINT fk_read_marks_account_id FOREIGN KEY(account_id) REFERENCES accounts (id)
);
CREATE INDEX ix_read_marks_account_id ON read_marks (account_id);
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
	CONSTRAINT uq_webhook_posts_public_id UNIQUE (public_id), 
	CONSTRAINT uq_webhook_posts_key UNIQUE ("key"), 
	CONSTRAINT fk_webhook_posts_webhook_id FOREIGN KEY(webhook_id) REFERENCES webhooks (id)
);
CREATE INDEX ix_webhook_posts_next_attempt_at ON webhook_posts (next_attempt_at);
CREATE INDEX ix_webhook_posts_written_at ON webhook_posts (written_at);
CREATE INDEX ix_webhook_posts_failed_at ON webhook_posts (failed_at) WHERE failed_at IS NOT NULL;
CREATE INDEX ix_webhook_posts_webhook_id ON webhook_posts (webhook_id);
CREATE TABLE incoming_mails (
	id INTEGER NOT NULL, 
	public_id VARCHAR(16) NOT NULL, 
	mark VARCHAR(64) NOT NULL, 
	recipient VARCHAR(254) NOT NULL, 
	for_seat VARCHAR(16) NOT NULL, 
	message_id VARCHAR(250) NOT NULL, 
	raw BLOB NOT NULL, 
	size INTEGER NOT NULL, 
	content VARCHAR(64) DEFAULT '' NOT NULL, 
	stored_bytes INTEGER DEFAULT '0' NOT NULL, 
	vouched BOOLEAN DEFAULT 0 NOT NULL, 
	received_at DATETIME NOT NULL, 
	state VARCHAR(16) NOT NULL, 
	reason VARCHAR(40) NOT NULL, 
	trouble TEXT NOT NULL, 
	next_attempt_at DATETIME, 
	attempts INTEGER NOT NULL, 
	read_at DATETIME, 
	account_id INTEGER, 
	seat_id INTEGER, 
	turn_id INTEGER, 
	CONSTRAINT pk_incoming_mails PRIMARY KEY (id), 
	CONSTRAINT uq_incoming_mails_mark UNIQUE (mark), 
	CONSTRAINT uq_incoming_mails_public_id UNIQUE (public_id), 
	CONSTRAINT fk_incoming_mails_account_id FOREIGN KEY(account_id) REFERENCES accounts (id), 
	CONSTRAINT fk_incoming_mails_seat_id FOREIGN KEY(seat_id) REFERENCES seats (id) ON DELETE CASCADE, 
	CONSTRAINT fk_incoming_mails_turn_id FOREIGN KEY(turn_id) REFERENCES turns (id) ON DELETE CASCADE
);
CREATE INDEX ix_incoming_mails_seat_id ON incoming_mails (seat_id);
CREATE INDEX ix_incoming_mails_next_attempt_at ON incoming_mails (next_attempt_at);
CREATE INDEX ix_incoming_mails_account_id ON incoming_mails (account_id);
CREATE INDEX ix_incoming_mails_read_at ON incoming_mails (read_at);
CREATE INDEX ix_incoming_mails_state_recipient ON incoming_mails (state, recipient, id);
CREATE INDEX ix_incoming_mails_read_at_stored_bytes ON incoming_mails (read_at, stored_bytes) WHERE stored_bytes > 0;
CREATE INDEX ix_incoming_mails_state_for_seat ON incoming_mails (state, for_seat);
CREATE INDEX ix_incoming_mails_content ON incoming_mails (content);
CREATE TABLE ready (
	id INTEGER NOT NULL, 
	turn_id INTEGER NOT NULL, 
	seat_id INTEGER NOT NULL, 
	at DATETIME NOT NULL, 
	CONSTRAINT pk_ready PRIMARY KEY (id), 
	CONSTRAINT uq_ready_turn_id_seat_id UNIQUE (turn_id, seat_id), 
	CONSTRAINT fk_ready_turn_id FOREIGN KEY(turn_id) REFERENCES turns (id), 
	CONSTRAINT fk_ready_seat_id FOREIGN KEY(seat_id) REFERENCES seats (id)
);
CREATE TABLE adjudications (
	id INTEGER NOT NULL, 
	game_id INTEGER NOT NULL, 
	turn_id INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	worker VARCHAR(80) NOT NULL, 
	at DATETIME NOT NULL, 
	sheets VARCHAR(400) NOT NULL, 
	position_digest VARCHAR(64) NOT NULL, 
	seconds FLOAT, 
	CONSTRAINT pk_adjudications PRIMARY KEY (id), 
	CONSTRAINT uq_adjudications_game_id_number UNIQUE (game_id, number), 
	CONSTRAINT fk_adjudications_game_id FOREIGN KEY(game_id) REFERENCES games (id), 
	CONSTRAINT uq_adjudications_turn_id UNIQUE (turn_id), 
	CONSTRAINT fk_adjudications_turn_id FOREIGN KEY(turn_id) REFERENCES turns (id)
);
CREATE INDEX ix_adjudications_at ON adjudications (at);
CREATE TABLE deadline_changes (
	id INTEGER NOT NULL, 
	turn_id INTEGER NOT NULL, 
	sequence INTEGER NOT NULL, 
	old_at DATETIME NOT NULL, 
	new_at DATETIME NOT NULL, 
	reason VARCHAR(40) NOT NULL, 
	note VARCHAR(300) NOT NULL, 
	account_id INTEGER, 
	at DATETIME NOT NULL, 
	CONSTRAINT pk_deadline_changes PRIMARY KEY (id), 
	CONSTRAINT uq_deadline_changes_turn_id_sequence UNIQUE (turn_id, sequence), 
	CONSTRAINT fk_deadline_changes_turn_id FOREIGN KEY(turn_id) REFERENCES turns (id), 
	CONSTRAINT fk_deadline_changes_account_id FOREIGN KEY(account_id) REFERENCES accounts (id)
);
CREATE INDEX ix_deadline_changes_at ON deadline_changes (at);
CREATE TABLE reminders (
	id INTEGER NOT NULL, 
	turn_id INTEGER NOT NULL, 
	kind VARCHAR(24) NOT NULL, 
	due_at DATETIME NOT NULL, 
	done_at DATETIME, 
	CONSTRAINT pk_reminders PRIMARY KEY (id), 
	CONSTRAINT uq_reminders_turn_id_kind UNIQUE (turn_id, kind), 
	CONSTRAINT fk_reminders_turn_id FOREIGN KEY(turn_id) REFERENCES turns (id)
);
CREATE INDEX ix_reminders_done_at_due_at ON reminders (done_at, due_at);
CREATE TABLE wait_requests (
	id INTEGER NOT NULL, 
	turn_id INTEGER NOT NULL, 
	seat_id INTEGER NOT NULL, 
	at DATETIME NOT NULL, 
	CONSTRAINT pk_wait_requests PRIMARY KEY (id), 
	CONSTRAINT uq_wait_requests_turn_id_seat_id UNIQUE (turn_id, seat_id), 
	CONSTRAINT fk_wait_requests_turn_id FOREIGN KEY(turn_id) REFERENCES turns (id), 
	CONSTRAINT fk_wait_requests_seat_id FOREIGN KEY(seat_id) REFERENCES seats (id) ON DELETE CASCADE
);
CREATE TABLE attendance (
	id INTEGER NOT NULL, 
	game_id INTEGER NOT NULL, 
	turn_id INTEGER NOT NULL, 
	seat_id INTEGER NOT NULL, 
	account_id INTEGER, 
	on_time BOOLEAN NOT NULL, 
	excused VARCHAR(24) NOT NULL, 
	at DATETIME NOT NULL, 
	CONSTRAINT pk_attendance PRIMARY KEY (id), 
	CONSTRAINT uq_attendance_turn_id_seat_id UNIQUE (turn_id, seat_id), 
	CONSTRAINT fk_attendance_game_id FOREIGN KEY(game_id) REFERENCES games (id), 
	CONSTRAINT fk_attendance_turn_id FOREIGN KEY(turn_id) REFERENCES turns (id), 
	CONSTRAINT fk_attendance_seat_id FOREIGN KEY(seat_id) REFERENCES seats (id) ON DELETE CASCADE, 
	CONSTRAINT fk_attendance_account_id FOREIGN KEY(account_id) REFERENCES accounts (id)
);
CREATE INDEX ix_attendance_game_id ON attendance (game_id);
CREATE INDEX ix_attendance_account_id_at ON attendance (account_id, at);
CREATE INDEX ix_attendance_seat_id ON attendance (seat_id);
CREATE TABLE sheet_versions (
	id INTEGER NOT NULL, 
	turn_id INTEGER NOT NULL, 
	seat_id INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	document BLOB NOT NULL, 
	warnings BLOB NOT NULL, 
	digest VARCHAR(64) NOT NULL, 
	accepted_at DATETIME NOT NULL, 
	via VARCHAR(8) DEFAULT '' NOT NULL, 
	deputy BOOLEAN DEFAULT 0 NOT NULL, 
	written_at DATETIME, 
	CONSTRAINT pk_sheet_versions PRIMARY KEY (id), 
	CONSTRAINT uq_sheet_versions_turn_id_seat_id_number UNIQUE (turn_id, seat_id, number), 
	CONSTRAINT fk_sheet_versions_turn_id FOREIGN KEY(turn_id) REFERENCES turns (id), 
	CONSTRAINT fk_sheet_versions_seat_id FOREIGN KEY(seat_id) REFERENCES seats (id)
);
CREATE INDEX ix_sheet_versions_seat_id ON sheet_versions (seat_id);
CREATE TABLE standing_versions (
	id INTEGER NOT NULL, 
	seat_id INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	document BLOB NOT NULL, 
	warnings BLOB NOT NULL, 
	digest VARCHAR(64) NOT NULL, 
	accepted_at DATETIME NOT NULL, 
	via VARCHAR(8) DEFAULT '' NOT NULL, 
	deputy BOOLEAN DEFAULT 0 NOT NULL, 
	written_at DATETIME, 
	CONSTRAINT pk_standing_versions PRIMARY KEY (id), 
	CONSTRAINT uq_standing_versions_seat_id_number UNIQUE (seat_id, number), 
	CONSTRAINT fk_standing_versions_seat_id FOREIGN KEY(seat_id) REFERENCES seats (id)
);
CREATE TABLE receipts (
	id INTEGER NOT NULL, 
	public_id VARCHAR(16) NOT NULL, 
	game_id INTEGER NOT NULL, 
	turn_id INTEGER NOT NULL, 
	seat_id INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	version INTEGER NOT NULL, 
	turn VARCHAR(16) NOT NULL, 
	house VARCHAR(40) NOT NULL, 
	"by" VARCHAR(8) NOT NULL, 
	accepted_at DATETIME NOT NULL, 
	salt VARCHAR(32) NOT NULL, 
	commitment VARCHAR(64) NOT NULL, 
	previous VARCHAR(64) NOT NULL, 
	digest VARCHAR(64) NOT NULL, 
	"key" VARCHAR(64) NOT NULL, 
	signature VARCHAR(128) NOT NULL, 
	CONSTRAINT pk_receipts PRIMARY KEY (id), 
	CONSTRAINT uq_receipts_game_id_number UNIQUE (game_id, number), 
	CONSTRAINT uq_receipts_turn_id_seat_id_version UNIQUE (turn_id, seat_id, version), 
	CONSTRAINT uq_receipts_public_id UNIQUE (public_id), 
	CONSTRAINT fk_receipts_game_id FOREIGN KEY(game_id) REFERENCES games (id), 
	CONSTRAINT fk_receipts_turn_id FOREIGN KEY(turn_id) REFERENCES turns (id), 
	CONSTRAINT fk_receipts_seat_id FOREIGN KEY(seat_id) REFERENCES seats (id)
);
CREATE INDEX ix_receipts_seat_id ON receipts (seat_id);
CREATE TABLE saved_sheets (
	id INTEGER NOT NULL, 
	turn_id INTEGER NOT NULL, 
	seat_id INTEGER NOT NULL, 
	account_id INTEGER NOT NULL, 
	fields BLOB NOT NULL, 
	document BLOB NOT NULL, 
	changed_at DATETIME NOT NULL, 
	version VARCHAR(16) DEFAULT '' NOT NULL, 
	page VARCHAR(16) DEFAULT '' NOT NULL, 
	CONSTRAINT pk_saved_sheets PRIMARY KEY (id), 
	CONSTRAINT uq_saved_sheets_turn_id_seat_id_account_id UNIQUE (turn_id, seat_id, account_id), 
	CONSTRAINT fk_saved_sheets_turn_id FOREIGN KEY(turn_id) REFERENCES turns (id), 
	CONSTRAINT fk_saved_sheets_seat_id FOREIGN KEY(seat_id) REFERENCES seats (id), 
	CONSTRAINT fk_saved_sheets_account_id FOREIGN KEY(account_id) REFERENCES accounts (id)
);
CREATE INDEX ix_saved_sheets_account_id ON saved_sheets (account_id);
CREATE TABLE saved_standing_orders (
	id INTEGER NOT NULL, 
	seat_id INTEGER NOT NULL, 
	account_id INTEGER NOT NULL, 
	fields BLOB NOT NULL, 
	document BLOB NOT NULL, 
	changed_at DATETIME NOT NULL, 
	version VARCHAR(16) DEFAULT '' NOT NULL, 
	page VARCHAR(16) DEFAULT '' NOT NULL, 
	CONSTRAINT pk_saved_standing_orders PRIMARY KEY (id), 
	CONSTRAINT uq_saved_standing_orders_seat_id_account_id UNIQUE (seat_id, account_id), 
	CONSTRAINT fk_saved_standing_orders_seat_id FOREIGN KEY(seat_id) REFERENCES seats (id), 
	CONSTRAINT fk_saved_standing_orders_account_id FOREIGN KEY(account_id) REFERENCES accounts (id)
);
CREATE INDEX ix_saved_standing_orders_account_id ON saved_standing_orders (account_id);
CREATE TABLE what_ifs (
	id INTEGER NOT NULL, 
	turn_id INTEGER NOT NULL, 
	seat_id INTEGER NOT NULL, 
	account_id INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	name VARCHAR(60) NOT NULL, 
	document BLOB NOT NULL, 
	changed_at DATETIME NOT NULL, 
	CONSTRAINT pk_what_ifs PRIMARY KEY (id), 
	CONSTRAINT uq_what_ifs_turn_id_seat_id_account_id_number UNIQUE (turn_id, seat_id, account_id, number), 
	CONSTRAINT fk_what_ifs_turn_id FOREIGN KEY(turn_id) REFERENCES turns (id), 
	CONSTRAINT fk_what_ifs_seat_id FOREIGN KEY(seat_id) REFERENCES seats (id), 
	CONSTRAINT fk_what_ifs_account_id FOREIGN KEY(account_id) REFERENCES accounts (id)
);
CREATE INDEX ix_what_ifs_account_id ON what_ifs (account_id);
CREATE TABLE pending_results (
	id INTEGER NOT NULL, 
	public_id VARCHAR(16) NOT NULL, 
	game_id INTEGER NOT NULL, 
	turn_id INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	status VARCHAR(16) NOT NULL, 
	position BLOB NOT NULL, 
	records BLOB NOT NULL, 
	entries BLOB NOT NULL, 
	sheets VARCHAR(400) NOT NULL, 
	flags TEXT NOT NULL, 
	digest VARCHAR(64) NOT NULL, 
	made_at DATETIME NOT NULL, 
	CONSTRAINT pk_pending_results PRIMARY KEY (id), 
	CONSTRAINT uq_pending_results_turn_id_number UNIQUE (turn_id, number), 
	CONSTRAINT uq_pending_results_public_id UNIQUE (public_id), 
	CONSTRAINT fk_pending_results_game_id FOREIGN KEY(game_id) REFERENCES games (id), 
	CONSTRAINT fk_pending_results_turn_id FOREIGN KEY(turn_id) REFERENCES turns (id)
);
CREATE INDEX ix_pending_results_made_at ON pending_results (made_at);
CREATE INDEX ix_pending_results_game_id ON pending_results (game_id);
CREATE TABLE overrides (
	id INTEGER NOT NULL, 
	public_id VARCHAR(16) NOT NULL, 
	game_id INTEGER NOT NULL, 
	turn_id INTEGER, 
	draft_number INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	kind VARCHAR(32) NOT NULL, 
	document BLOB NOT NULL, 
	reason TEXT NOT NULL, 
	status VARCHAR(16) NOT NULL, 
	account_id INTEGER NOT NULL, 
	at DATETIME NOT NULL, 
	CONSTRAINT pk_overrides PRIMARY KEY (id), 
	CONSTRAINT uq_overrides_game_id_number UNIQUE (game_id, number), 
	CONSTRAINT uq_overrides_public_id UNIQUE (public_id), 
	CONSTRAINT fk_overrides_game_id FOREIGN KEY(game_id) REFERENCES games (id), 
	CONSTRAINT fk_overrides_turn_id FOREIGN KEY(turn_id) REFERENCES turns (id), 
	CONSTRAINT fk_overrides_account_id FOREIGN KEY(account_id) REFERENCES accounts (id)
);
CREATE INDEX ix_overrides_turn_id ON overrides (turn_id);
CREATE TABLE ballots (
	id INTEGER NOT NULL, 
	vote_id INTEGER NOT NULL, 
	seat_id INTEGER NOT NULL, 
	account_id INTEGER, 
	choice VARCHAR(8) NOT NULL, 
	at DATETIME NOT NULL, 
	CONSTRAINT pk_ballots PRIMARY KEY (id), 
	CONSTRAINT uq_ballots_vote_id_seat_id UNIQUE (vote_id, seat_id), 
	CONSTRAINT fk_ballots_vote_id FOREIGN KEY(vote_id) REFERENCES votes (id), 
	CONSTRAINT fk_ballots_seat_id FOREIGN KEY(seat_id) REFERENCES seats (id) ON DELETE CASCADE, 
	CONSTRAINT fk_ballots_account_id FOREIGN KEY(account_id) REFERENCES accounts (id)
);
CREATE TABLE voided (
	id INTEGER NOT NULL, 
	game_id INTEGER NOT NULL, 
	override_id INTEGER NOT NULL, 
	kind VARCHAR(16) NOT NULL, 
	round INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	turn_number INTEGER NOT NULL, 
	document BLOB NOT NULL, 
	CONSTRAINT pk_voided PRIMARY KEY (id), 
	CONSTRAINT fk_voided_game_id FOREIGN KEY(game_id) REFERENCES games (id), 
	CONSTRAINT fk_voided_override_id FOREIGN KEY(override_id) REFERENCES overrides (id)
);
CREATE INDEX ix_voided_game_id ON voided (game_id);
CREATE TRIGGER audit_log_no_update before update on audit_log begin select raise(abort, 'the audit log is only added to'); end;
CREATE TRIGGER audit_log_no_delete before delete on audit_log begin select raise(abort, 'the audit log is only added to'); end;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO alembic_version VALUES ('0037');
