-- Generated from a migrated database: a test compares them. FACILITY_WRITE_SCHEMA=1 writes this file.

CREATE TABLE activity_changes (
    position INTEGER PRIMARY KEY AUTOINCREMENT,
    metric TEXT NOT NULL,
    -- The beginning of the hour in microseconds. Null counts in all only.
    hour BIGINT,
    count BIGINT NOT NULL,
    last_at BIGINT NOT NULL
);

CREATE TABLE activity_hours (
    hour BIGINT NOT NULL,
    metric TEXT NOT NULL,
    count BIGINT NOT NULL,
    PRIMARY KEY (hour, metric)
);

CREATE TABLE activity_totals (
    metric TEXT PRIMARY KEY NOT NULL,
    count BIGINT NOT NULL,
    last_at BIGINT NOT NULL
);

CREATE TABLE alert_marks (
    user_id TEXT NOT NULL REFERENCES users (id),
    alert_id TEXT NOT NULL,
    read_at BIGINT NOT NULL,
    cleared_at BIGINT,
    PRIMARY KEY (user_id, alert_id)
);

CREATE INDEX alert_marks_age ON alert_marks (read_at);

CREATE TABLE archive_counts (
    clearance_level INTEGER NOT NULL,
    archive_section TEXT NOT NULL,
    documents BIGINT NOT NULL,
    PRIMARY KEY (clearance_level, archive_section)
) WITHOUT ROWID;

CREATE TABLE archive_sections (
    position INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL CONSTRAINT archive_sections_id_key UNIQUE,
    name TEXT NOT NULL,
    -- The name in lower case.
    name_key TEXT NOT NULL CONSTRAINT archive_sections_name_key_key UNIQUE,
    description TEXT NOT NULL,
    section_type TEXT NOT NULL,
    parent_section TEXT REFERENCES archive_sections (id),
    display_order INTEGER NOT NULL,
    -- An inactive section takes no documents and is listed only for administrators. Its documents stay in it.
    is_active BOOLEAN NOT NULL,
    -- A JSON object of texts. Null without any.
    metadata TEXT,
    created_by TEXT NOT NULL REFERENCES users (id),
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
);

CREATE TABLE audit_log (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL CONSTRAINT audit_log_id_key UNIQUE,
    action TEXT NOT NULL,
    entity_type TEXT NOT NULL,
    entity_id TEXT,
    performed_by TEXT,
    performed_by_username TEXT,
    details TEXT,
    ip_address TEXT,
    user_agent TEXT,
    request_id TEXT NOT NULL,
    is_admin_action BOOLEAN NOT NULL,
    -- How many equal actions it stands for.
    count BIGINT NOT NULL,
    timestamp BIGINT NOT NULL,
    -- When shared content last changed, as of this entry.
    content_changed_at BIGINT NOT NULL,
    -- The seal of the entry: the hash covers all columns above it.
    previous_hash TEXT NOT NULL,
    hash TEXT NOT NULL,
    mac TEXT NOT NULL
);

CREATE INDEX audit_log_action ON audit_log (action, number, is_admin_action);

CREATE INDEX audit_log_alarms ON audit_log (timestamp)
WHERE action IN ('static_code_used', 'two_factor_locked', 'emergency_access_opened', 'emergency_codes_synchronized', 'master_key_used');

CREATE INDEX audit_log_person ON audit_log ((lower(COALESCE(performed_by_username, 'SYSTEM'))), number, is_admin_action);

CREATE INDEX audit_log_view ON audit_log (is_admin_action, number);

CREATE TRIGGER audit_log_next BEFORE INSERT ON audit_log
WHEN NEW.number IS NOT (SELECT COALESCE(MAX(number), 0) + 1 FROM audit_log)
    OR EXISTS (SELECT 1 FROM audit_log WHERE id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'the audit log takes the next number only'); END;

CREATE TRIGGER audit_log_no_delete BEFORE DELETE ON audit_log
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;

CREATE TRIGGER audit_log_no_update BEFORE UPDATE ON audit_log
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;

CREATE TABLE comments (
    position INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL CONSTRAINT comments_id_key UNIQUE,
    document_id TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    -- The level of the document when the comment was written: the lowest that may read it.
    clearance_level INTEGER NOT NULL CHECK (clearance_level BETWEEN 1 AND 5),
    author_id TEXT NOT NULL REFERENCES users (id),
    -- A quoted passage, and the level from which it could be read when it was quoted.
    quote TEXT,
    quote_level INTEGER CHECK (quote_level BETWEEN 1 AND 5),
    -- The comment that it answers, with that one's level.
    answers_to TEXT,
    answers_level INTEGER CHECK (answers_level BETWEEN 1 AND 5),
    deleted_by TEXT,
    created_at BIGINT NOT NULL,
    edited_at BIGINT,
    updated_at BIGINT NOT NULL,
    content TEXT NOT NULL,
    CONSTRAINT comments_quote CHECK ((quote IS NULL) = (quote_level IS NULL)),
    CONSTRAINT comments_answers CHECK ((answers_to IS NULL) = (answers_level IS NULL))
);

CREATE INDEX comments_answers ON comments (answers_to) WHERE answers_to IS NOT NULL;

CREATE INDEX comments_document ON comments (document_id, position, clearance_level);

CREATE TABLE counters (
    name TEXT NOT NULL PRIMARY KEY,
    value BIGINT NOT NULL
);

CREATE TABLE credentials (
    name TEXT NOT NULL PRIMARY KEY CHECK (name IN ('emergency_key', 'master_key')),
    hash TEXT NOT NULL,
    updated_at BIGINT NOT NULL
);

CREATE TABLE devices (
    user_id TEXT NOT NULL REFERENCES users (id),
    -- SHA-256 of the cookie's value, in hexadecimal: the value itself is only in the browser.
    token_hash TEXT NOT NULL,
    last_used_at BIGINT NOT NULL,
    -- The times of wrong passwords from this browser in the last 24 hours, as in lockouts.
    day_failures TEXT NOT NULL,
    -- The same for wrong codes of the second factor.
    wrong_codes TEXT NOT NULL,
    PRIMARY KEY (user_id, token_hash)
);

CREATE INDEX devices_full ON devices (user_id) WHERE (length(day_failures) >= 169 OR length(wrong_codes) >= 169);

CREATE INDEX devices_token ON devices (token_hash);

CREATE INDEX devices_use ON devices (last_used_at);

CREATE TABLE discarded_files (
    upload_id TEXT PRIMARY KEY NOT NULL,
    failed_at BIGINT NOT NULL DEFAULT 0
);

CREATE TABLE document_access_log (
    position INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL CONSTRAINT document_access_log_id_key UNIQUE,
    document_id TEXT NOT NULL,
    user_id TEXT NOT NULL,
    username TEXT NOT NULL,
    access_type TEXT NOT NULL,
    -- The version whose text was shown; null for a file.
    version INTEGER,
    accessed_at BIGINT NOT NULL,
    ip_address TEXT,
    user_agent TEXT
);

CREATE INDEX document_access_log_document ON document_access_log (document_id, position);

CREATE TABLE document_counts (
    clearance_level INTEGER NOT NULL,
    category TEXT NOT NULL,
    is_archived BOOLEAN NOT NULL,
    documents BIGINT NOT NULL,
    PRIMARY KEY (clearance_level, category, is_archived)
);

CREATE TABLE document_edit_steps (
    id TEXT NOT NULL PRIMARY KEY,
    edit_id TEXT NOT NULL REFERENCES document_edits (id) ON DELETE CASCADE,
    step_number INTEGER NOT NULL,
    approver_id TEXT NOT NULL,
    approver_username TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('approved', 'rejected')),
    comments TEXT,
    approved_at BIGINT NOT NULL,
    CONSTRAINT document_edit_steps_step_key UNIQUE (edit_id, step_number)
);

CREATE TABLE document_edits (
    position INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL CONSTRAINT document_edits_id_key UNIQUE,
    document_id TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    title TEXT NOT NULL,
    category TEXT NOT NULL,
    clearance_level INTEGER NOT NULL CHECK (clearance_level BETWEEN 1 AND 5),
    -- The version that its author changed, and the level of that version.
    base_version INTEGER NOT NULL,
    base_clearance INTEGER NOT NULL CHECK (base_clearance BETWEEN 1 AND 5),
    change_description TEXT,
    status TEXT NOT NULL CHECK (status IN ('pending', 'approved', 'rejected')),
    submitted_by TEXT NOT NULL REFERENCES users (id),
    reviewed_by TEXT,
    review_comments TEXT,
    approval_step INTEGER NOT NULL,
    max_approval_steps INTEGER NOT NULL,
    timed_out_at BIGINT,
    resubmitted_at BIGINT,
    -- See submissions.
    resubmission_of TEXT,
    resubmitted_as TEXT,
    attempt INTEGER NOT NULL DEFAULT 1,
    created_at BIGINT NOT NULL,
    reviewed_at BIGINT,
    preview TEXT NOT NULL,
    content TEXT NOT NULL
, file_path TEXT);

CREATE INDEX document_edits_author ON document_edits (submitted_by, position);

CREATE INDEX document_edits_document ON document_edits (document_id);

CREATE INDEX document_edits_revised ON document_edits (resubmitted_as) WHERE resubmitted_as IS NOT NULL;

CREATE INDEX document_edits_waiting ON document_edits ((COALESCE(resubmitted_at, created_at)), position)
WHERE status = 'pending';

CREATE INDEX document_edits_waiting_owner ON document_edits (submitted_by, (COALESCE(resubmitted_at, created_at)), (octet_length(content)))
WHERE status = 'pending';

CREATE TABLE document_links (
    position INTEGER NOT NULL REFERENCES documents (position) ON DELETE CASCADE,
    target TEXT NOT NULL,
    levels INTEGER NOT NULL,
    PRIMARY KEY (position, target)
) WITHOUT ROWID;

CREATE INDEX document_links_targets ON document_links (target, position, levels);

CREATE TABLE document_places (
    block INTEGER NOT NULL,
    clearance_level INTEGER NOT NULL,
    documents BIGINT NOT NULL,
    PRIMARY KEY (clearance_level, block)
) WITHOUT ROWID;

CREATE TABLE document_readers (
    document_id TEXT NOT NULL,
    user_id TEXT NOT NULL,
    -- The latest version that this user opened; 0 if only the file was opened.
    opened_version INTEGER NOT NULL,
    -- Number of the latest first opening: grows with each document or version that this user opens for the first time.
    opening BIGINT NOT NULL,
    last_at BIGINT NOT NULL,
    PRIMARY KEY (document_id, user_id)
) WITHOUT ROWID;

CREATE INDEX document_readers_opened ON document_readers (user_id, opening);

CREATE TABLE document_texts (
    position INTEGER PRIMARY KEY REFERENCES documents (position) ON DELETE CASCADE,
    plain TEXT NOT NULL
);

CREATE TABLE document_titles (
    position INTEGER NOT NULL REFERENCES documents (position) ON DELETE CASCADE,
    title_key TEXT NOT NULL,
    level INTEGER NOT NULL CHECK (level BETWEEN 1 AND 5),
    PRIMARY KEY (position, title_key)
) WITHOUT ROWID;

CREATE INDEX document_titles_keys ON document_titles (title_key, position, level);

CREATE TABLE document_variants (
    position INTEGER NOT NULL REFERENCES documents (position) ON DELETE CASCADE,
    level INTEGER NOT NULL CHECK (level BETWEEN 1 AND 5),
    plain TEXT NOT NULL,
    PRIMARY KEY (position, level)
) WITHOUT ROWID;

CREATE TABLE document_versions (
    position INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL CONSTRAINT document_versions_id_key UNIQUE,
    document_id TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    version_number INTEGER NOT NULL,
    title TEXT NOT NULL,
    category TEXT NOT NULL,
    clearance_level INTEGER NOT NULL CHECK (clearance_level BETWEEN 1 AND 5),
    file_path TEXT,
    change_description TEXT,
    created_by TEXT NOT NULL REFERENCES users (id),
    created_at BIGINT NOT NULL,
    -- Both are null while the document is at this version.
    preview TEXT,
    content TEXT,
    CONSTRAINT document_versions_number_key UNIQUE (document_id, version_number),
    CONSTRAINT document_versions_text CHECK ((preview IS NULL) = (content IS NULL))
);

CREATE TABLE document_watches (
    document_id TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    user_id TEXT NOT NULL REFERENCES users (id),
    watches BOOLEAN NOT NULL,
    PRIMARY KEY (document_id, user_id)
) WITHOUT ROWID;

CREATE TABLE documents (
    position INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL CONSTRAINT documents_id_key UNIQUE,
    title TEXT NOT NULL,
    -- Sort key of the title.
    title_key TEXT NOT NULL DEFAULT '',
    category TEXT NOT NULL,
    clearance_level INTEGER NOT NULL CHECK (clearance_level BETWEEN 1 AND 5),
    file_path TEXT,
    submitted_by TEXT NOT NULL REFERENCES users (id),
    is_archived BOOLEAN NOT NULL,
    archive_section TEXT,
    archived_at BIGINT,
    archived_by TEXT,
    archive_requested BOOLEAN NOT NULL,
    archive_requested_at BIGINT,
    archive_requested_by TEXT,
    archive_request_section TEXT,
    scheduled_release_at BIGINT,
    version INTEGER NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    -- The start of the content as plain text, with a variant for each level that reads a different text. An import writes it
    -- after the row.
    preview TEXT NOT NULL DEFAULT '',
    content TEXT NOT NULL
);

CREATE INDEX documents_archive ON documents (archive_section, archived_at, clearance_level, scheduled_release_at)
WHERE is_archived;

CREATE INDEX documents_archive_levels ON documents (clearance_level, archive_section, archived_at, scheduled_release_at)
WHERE is_archived;

CREATE INDEX documents_archive_requests ON documents (archive_requested_at) WHERE archive_requested;

CREATE INDEX documents_archived ON documents (clearance_level, position, scheduled_release_at, category) WHERE is_archived;

CREATE INDEX documents_archived_scheduled ON documents (clearance_level, scheduled_release_at, archive_section)
WHERE COALESCE(scheduled_release_at, 0) <> 0 AND is_archived;

CREATE INDEX documents_labels ON documents (id, clearance_level, scheduled_release_at);

CREATE INDEX documents_listed ON documents (clearance_level, position, scheduled_release_at, category, created_at)
WHERE NOT is_archived;

CREATE INDEX documents_owner ON documents (submitted_by, position);

CREATE INDEX documents_release ON documents (scheduled_release_at) WHERE scheduled_release_at IS NOT NULL;

CREATE INDEX documents_scheduled ON documents (clearance_level, scheduled_release_at, category)
WHERE COALESCE(scheduled_release_at, 0) <> 0 AND NOT is_archived;

CREATE INDEX documents_shown ON documents (position, clearance_level, scheduled_release_at, category) WHERE NOT is_archived;

CREATE INDEX documents_titled ON documents (clearance_level, title_key, position, scheduled_release_at, category)
WHERE NOT is_archived;

CREATE INDEX documents_written ON documents (submitted_by, is_archived, clearance_level, position);

CREATE TRIGGER archive_counts_delete AFTER DELETE ON documents WHEN OLD.archive_section IS NOT NULL BEGIN
    UPDATE archive_counts SET documents = documents - 1
    WHERE clearance_level = OLD.clearance_level AND archive_section = OLD.archive_section;
END;

CREATE TRIGGER archive_counts_insert AFTER INSERT ON documents WHEN NEW.archive_section IS NOT NULL BEGIN
    INSERT INTO archive_counts (clearance_level, archive_section, documents) VALUES (NEW.clearance_level, NEW.archive_section, 1)
    ON CONFLICT (clearance_level, archive_section) DO UPDATE SET documents = documents + 1;
END;

CREATE TRIGGER archive_counts_update AFTER UPDATE OF clearance_level, archive_section ON documents BEGIN
    UPDATE archive_counts SET documents = documents - 1
    WHERE clearance_level = OLD.clearance_level AND archive_section = OLD.archive_section;
    INSERT INTO archive_counts (clearance_level, archive_section, documents)
    SELECT NEW.clearance_level, NEW.archive_section, 1 WHERE NEW.archive_section IS NOT NULL
    ON CONFLICT (clearance_level, archive_section) DO UPDATE SET documents = documents + 1;
END;

CREATE TRIGGER document_counts_delete AFTER DELETE ON documents BEGIN
    UPDATE document_counts SET documents = documents - 1
    WHERE clearance_level = OLD.clearance_level AND category = OLD.category AND is_archived = OLD.is_archived;
END;

CREATE TRIGGER document_counts_insert AFTER INSERT ON documents BEGIN
    INSERT INTO document_counts (clearance_level, category, is_archived, documents)
    VALUES (NEW.clearance_level, NEW.category, NEW.is_archived, 1)
    ON CONFLICT (clearance_level, category, is_archived) DO UPDATE SET documents = documents + 1;
END;

CREATE TRIGGER document_counts_update AFTER UPDATE OF clearance_level, category, is_archived ON documents BEGIN
    UPDATE document_counts SET documents = documents - 1
    WHERE clearance_level = OLD.clearance_level AND category = OLD.category AND is_archived = OLD.is_archived;
    INSERT INTO document_counts (clearance_level, category, is_archived, documents)
    VALUES (NEW.clearance_level, NEW.category, NEW.is_archived, 1)
    ON CONFLICT (clearance_level, category, is_archived) DO UPDATE SET documents = documents + 1;
END;

CREATE TRIGGER document_places_delete AFTER DELETE ON documents WHEN NOT OLD.is_archived BEGIN
    UPDATE document_places SET documents = documents - 1
    WHERE block = OLD.position >> 11 AND clearance_level = OLD.clearance_level;
END;

CREATE TRIGGER document_places_insert AFTER INSERT ON documents WHEN NOT NEW.is_archived BEGIN
    INSERT INTO document_places (block, clearance_level, documents) VALUES (NEW.position >> 11, NEW.clearance_level, 1)
    ON CONFLICT (block, clearance_level) DO UPDATE SET documents = documents + 1;
END;

CREATE TRIGGER document_places_update AFTER UPDATE OF position, clearance_level, is_archived ON documents BEGIN
    UPDATE document_places SET documents = documents - 1
    WHERE NOT OLD.is_archived AND block = OLD.position >> 11 AND clearance_level = OLD.clearance_level;
    INSERT INTO document_places (block, clearance_level, documents)
    SELECT NEW.position >> 11, NEW.clearance_level, 1 WHERE NOT NEW.is_archived
    ON CONFLICT (block, clearance_level) DO UPDATE SET documents = documents + 1;
END;

CREATE TABLE drafts (
    position INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL CONSTRAINT drafts_id_key UNIQUE,
    owner_id TEXT NOT NULL REFERENCES users (id),
    title TEXT,
    category TEXT,
    clearance_level INTEGER CHECK (clearance_level BETWEEN 1 AND 5),
    file_path TEXT,
    -- Changes with each write.
    revision TEXT NOT NULL,
    -- The rejected submission that it revises, of which a user has one draft.
    revises TEXT,
    -- The document that it edits, of which a user has one draft. It is in the trash with the document.
    document_id TEXT REFERENCES documents (id) ON DELETE CASCADE,
    -- Of a draft that edits a document: the version that it is based on, what changes, and the edit that it revises.
    based_on_version INTEGER,
    change_description TEXT,
    revised_edit TEXT,
    scheduled_release_at BIGINT,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    -- The start of the content as plain text.
    preview TEXT NOT NULL,
    content TEXT
);

CREATE UNIQUE INDEX drafts_document ON drafts (document_id, owner_id) WHERE document_id IS NOT NULL;

CREATE INDEX drafts_owner ON drafts (owner_id, updated_at);

CREATE UNIQUE INDEX drafts_revises ON drafts (owner_id, revises) WHERE revises IS NOT NULL;

CREATE TABLE file_refs (
    upload_id TEXT NOT NULL REFERENCES uploads (id),
    holder_kind TEXT NOT NULL,
    holder_id TEXT NOT NULL,
    PRIMARY KEY (upload_id, holder_kind, holder_id)
);

CREATE INDEX file_refs_holder ON file_refs (holder_kind, holder_id);

CREATE TABLE file_texts (
    upload_id TEXT NOT NULL PRIMARY KEY REFERENCES uploads (id),
    state TEXT NOT NULL CHECK (state IN ('waiting', 'ready', 'none')),
    due_at BIGINT NOT NULL,
    failures INTEGER NOT NULL DEFAULT 0,
    plain TEXT,
    CHECK ((state = 'ready') = (plain IS NOT NULL))
);

CREATE INDEX file_texts_due ON file_texts (due_at) WHERE state = 'waiting';

CREATE TABLE imported_pages (
    source TEXT NOT NULL,
    -- Where the page is in the source.
    path TEXT NOT NULL,
    -- SHA-256 of what the source said of the page.
    hash TEXT NOT NULL,
    -- The document or the submission.
    record_id TEXT NOT NULL,
    -- The version of the document that was imported. Null for a submission.
    version INTEGER,
    PRIMARY KEY (source, path)
);

CREATE TABLE jobs (
    name TEXT NOT NULL PRIMARY KEY,
    leased_by TEXT,
    leased_until BIGINT NOT NULL,
    mark BIGINT
);

CREATE TABLE key_check (
    id TEXT NOT NULL PRIMARY KEY CHECK (id IN ('secret_key', 'signing_key')),
    value TEXT NOT NULL
);

CREATE TABLE known_networks (
    user_id TEXT NOT NULL REFERENCES users (id),
    network TEXT NOT NULL,
    last_used_at BIGINT NOT NULL,
    PRIMARY KEY (user_id, network)
);

CREATE INDEX known_networks_use ON known_networks (last_used_at);

CREATE TABLE lockouts (
    key TEXT NOT NULL PRIMARY KEY,
    failures INTEGER NOT NULL,
    window_started_at BIGINT NOT NULL,
    locks INTEGER NOT NULL,
    locked_until BIGINT,
    -- The times of the failures of the last 24 hours, in microseconds, with a space between two.
    day_failures TEXT NOT NULL,
    last_failed_at BIGINT NOT NULL
);

CREATE INDEX lockouts_full ON lockouts (key) WHERE length(day_failures) >= 339;

CREATE INDEX lockouts_locked ON lockouts (locked_until) WHERE locked_until IS NOT NULL;

CREATE TABLE login_attempts (
    position INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL CONSTRAINT login_attempts_id_key UNIQUE,
    username TEXT NOT NULL,
    username_key TEXT NOT NULL,
    ip_address TEXT,
    user_agent TEXT,
    success BOOLEAN NOT NULL,
    failure_reason TEXT,
    is_suspicious BOOLEAN NOT NULL,
    attempted_at BIGINT NOT NULL,
    -- The number of equal attempts that the row represents.
    count INTEGER NOT NULL DEFAULT 1
);

CREATE INDEX login_attempts_failed_address ON login_attempts (ip_address, attempted_at) WHERE NOT success;

CREATE INDEX login_attempts_failed_name ON login_attempts (username_key, attempted_at) WHERE NOT success;

CREATE INDEX login_attempts_suspicious ON login_attempts (position) WHERE is_suspicious;

CREATE INDEX login_attempts_tally ON login_attempts (attempted_at, success, is_suspicious, count);

CREATE TABLE mail (
    position INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL CONSTRAINT mail_id_key UNIQUE,
    recipient_id TEXT NOT NULL REFERENCES users (id),
    -- The address when it was written; of a message that was sent, the address that it was sent to.
    recipient_email TEXT NOT NULL,
    subject TEXT NOT NULL,
    body TEXT NOT NULL,
    -- The path of the page that it links to.
    page TEXT NOT NULL,
    notification_type TEXT NOT NULL,
    entity_type TEXT NOT NULL,
    entity_id TEXT,
    -- Identifies the event, if each recipient gets at most one message about it.
    once TEXT,
    created_at BIGINT NOT NULL,
    -- When it was written, or an administrator had it sent again: it is given up 24 hours later.
    queued_at BIGINT NOT NULL,
    sent_at BIGINT,
    tries INTEGER NOT NULL DEFAULT 0,
    -- When it is due. While a node sends it, the end of that node's lease. Null when it was sent or given up.
    next_try_at BIGINT,
    -- The lease of the node that sends it.
    claim TEXT,
    last_error TEXT
);

CREATE INDEX mail_age ON mail (created_at);

CREATE INDEX mail_due ON mail (next_try_at) WHERE next_try_at IS NOT NULL;

CREATE UNIQUE INDEX mail_once ON mail (recipient_id, once) WHERE once IS NOT NULL;

CREATE TABLE mail_declined (
    user_id TEXT NOT NULL REFERENCES users (id),
    kind TEXT NOT NULL,
    PRIMARY KEY (user_id, kind)
);

CREATE TABLE notifications (
    position INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL CONSTRAINT notifications_id_key UNIQUE,
    user_id TEXT NOT NULL REFERENCES users (id),
    kind TEXT NOT NULL,
    -- The title of the item, the name of the account that decided, and its comment.
    title TEXT NOT NULL,
    decided_by TEXT,
    comment TEXT,
    -- The document if there is one, else the item that was decided.
    entity_type TEXT NOT NULL,
    entity_id TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    read_at BIGINT,
    -- Of a reminder, when its item leaves the queue.
    due_at BIGINT,
    -- Identifies the wait that a reminder is about: of each wait there is one reminder.
    once TEXT,
    -- Of a document that was reclassified, what changed: '2>4|RESEARCH>ENTITY', each part empty if it did not.
    change TEXT,
    -- Of talk, the comment, and the lowest level that may read of it; of a new version, the level alone.
    comment_id TEXT,
    level INTEGER CHECK (level BETWEEN 1 AND 5)
);

CREATE INDEX notifications_age ON notifications (created_at);

CREATE INDEX notifications_of_comment ON notifications (comment_id) WHERE comment_id IS NOT NULL;

CREATE UNIQUE INDEX notifications_once ON notifications (once) WHERE once IS NOT NULL;

CREATE INDEX notifications_read ON notifications (user_id, position) WHERE read_at IS NOT NULL;

CREATE INDEX notifications_unread ON notifications (user_id, position) WHERE read_at IS NULL;

CREATE TABLE password_resets (
    user_id TEXT NOT NULL PRIMARY KEY REFERENCES users (id),
    -- HMAC-SHA-256 of the code, in hexadecimal: the code itself is only with its user.
    code_hash TEXT NOT NULL,
    issued_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);

CREATE INDEX password_resets_expiry ON password_resets (expires_at);

CREATE TABLE pending_logins (
    -- SHA-256 of the token, in hexadecimal: the token itself is only in the browser.
    token_hash TEXT NOT NULL PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id),
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    -- Wrong codes so far.
    tries INTEGER NOT NULL
);

CREATE INDEX pending_logins_expiry ON pending_logins (expires_at);

CREATE INDEX pending_logins_user ON pending_logins (user_id, created_at);

CREATE TABLE rate_windows (
    key TEXT NOT NULL PRIMARY KEY,
    window_started_at BIGINT NOT NULL,
    count INTEGER NOT NULL
);

CREATE TABLE search_sequences (
    id INTEGER PRIMARY KEY,
    bucket INTEGER NOT NULL,
    block INTEGER NOT NULL,
    members BLOB NOT NULL
);

CREATE UNIQUE INDEX search_sequences_key ON search_sequences (bucket, block);

CREATE TABLE search_words (
    id INTEGER PRIMARY KEY,
    block INTEGER NOT NULL,
    word TEXT NOT NULL,
    members BLOB NOT NULL
);

CREATE UNIQUE INDEX search_words_key ON search_words (block, word);

CREATE INDEX search_words_words ON search_words (word, block);

CREATE TABLE second_factor_codes (
    user_id TEXT NOT NULL REFERENCES users (id),
    -- Whether it belongs to a set-up that no app code has completed yet.
    is_pending BOOLEAN NOT NULL,
    code_hash TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('backup', 'static')),
    PRIMARY KEY (user_id, is_pending, code_hash)
);

CREATE UNIQUE INDEX second_factor_codes_static ON second_factor_codes (user_id, is_pending) WHERE kind = 'static';

CREATE TABLE second_factors (
    user_id TEXT NOT NULL PRIMARY KEY REFERENCES users (id),
    -- The secret of the authenticator app, encrypted with a key that is not in the database. Null while it is off.
    secret TEXT,
    -- The time step of the last app code that was accepted: each works once.
    last_step BIGINT,
    -- The secret of a set-up that no code has completed yet, encrypted alike.
    pending_secret TEXT,
    -- The number of times that codes were derived for the account.
    syncs BIGINT NOT NULL
);

CREATE TABLE sessions (
    position INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL CONSTRAINT sessions_id_key UNIQUE,
    -- SHA-256 of the token, in hexadecimal: the token itself is only in the browser.
    token_hash TEXT NOT NULL CONSTRAINT sessions_token_hash_key UNIQUE,
    user_id TEXT NOT NULL REFERENCES users (id),
    method TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    last_active_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    ip_address TEXT,
    user_agent TEXT
);

CREATE INDEX sessions_expiry ON sessions (expires_at);

CREATE INDEX sessions_user ON sessions (user_id, position);

CREATE TABLE site_settings (
    id TEXT NOT NULL PRIMARY KEY CHECK (id = 'site'),
    is_locked BOOLEAN NOT NULL,
    two_factor_required BOOLEAN NOT NULL,
    updated_at BIGINT NOT NULL
);

CREATE TABLE stored_replies (
    user_id TEXT NOT NULL REFERENCES users (id),
    method TEXT NOT NULL,
    path TEXT NOT NULL,
    key TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    item TEXT NOT NULL,
    CONSTRAINT stored_replies_key PRIMARY KEY (user_id, method, path, key)
);

CREATE INDEX stored_replies_age ON stored_replies (created_at);

CREATE TABLE submission_steps (
    id TEXT NOT NULL PRIMARY KEY,
    submission_id TEXT NOT NULL REFERENCES submissions (id),
    step_number INTEGER NOT NULL,
    approver_id TEXT NOT NULL,
    approver_username TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('approved', 'rejected')),
    comments TEXT,
    approved_at BIGINT NOT NULL,
    CONSTRAINT submission_steps_step_key UNIQUE (submission_id, step_number)
);

CREATE TABLE submissions (
    position INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL CONSTRAINT submissions_id_key UNIQUE,
    title TEXT NOT NULL,
    category TEXT NOT NULL,
    file_path TEXT,
    status TEXT NOT NULL CHECK (status IN ('pending', 'approved', 'rejected')),
    assigned_clearance_level INTEGER CHECK (assigned_clearance_level BETWEEN 1 AND 5),
    submitted_by TEXT NOT NULL REFERENCES users (id),
    reviewed_by TEXT,
    review_comments TEXT,
    approval_step INTEGER NOT NULL,
    max_approval_steps INTEGER NOT NULL,
    scheduled_release_at BIGINT,
    timed_out_at BIGINT,
    resubmitted_at BIGINT,
    -- The document that it became.
    document_id TEXT,
    -- The submission of the same author that it revises, the one that revises it, and how many came before it.
    resubmission_of TEXT,
    resubmitted_as TEXT,
    attempt INTEGER NOT NULL DEFAULT 1,
    created_at BIGINT NOT NULL,
    reviewed_at BIGINT,
    preview TEXT NOT NULL,
    content TEXT NOT NULL
);

CREATE INDEX submissions_document ON submissions (document_id) WHERE document_id IS NOT NULL;

CREATE INDEX submissions_owner ON submissions (submitted_by, position);

CREATE INDEX submissions_rejected ON submissions (reviewed_at) WHERE status = 'rejected';

CREATE INDEX submissions_revised ON submissions (resubmitted_as) WHERE resubmitted_as IS NOT NULL;

CREATE INDEX submissions_waiting ON submissions ((COALESCE(resubmitted_at, created_at)), position) WHERE status = 'pending';

CREATE INDEX submissions_waiting_owner ON submissions (submitted_by, (COALESCE(resubmitted_at, created_at)), (octet_length(content)))
WHERE status = 'pending';

CREATE TABLE system_metrics (
    position INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL CONSTRAINT system_metrics_id_key UNIQUE,
    metric_type TEXT NOT NULL,
    value BIGINT NOT NULL,
    unit TEXT NOT NULL,
    timestamp BIGINT NOT NULL
);

CREATE INDEX system_metrics_age ON system_metrics (timestamp);

CREATE INDEX system_metrics_series ON system_metrics (metric_type, timestamp);

CREATE TABLE templates (
    position INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL CONSTRAINT templates_id_key UNIQUE,
    name TEXT NOT NULL,
    description TEXT NOT NULL,
    category TEXT NOT NULL,
    required_clearance INTEGER NOT NULL CHECK (required_clearance BETWEEN 1 AND 5),
    -- A retired template is no longer offered.
    is_active BOOLEAN NOT NULL,
    created_by TEXT NOT NULL REFERENCES users (id),
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    content TEXT NOT NULL
);

CREATE TABLE trash (
    position INTEGER PRIMARY KEY AUTOINCREMENT,
    document_id TEXT NOT NULL CONSTRAINT trash_document_id_key UNIQUE,
    title TEXT NOT NULL,
    category TEXT NOT NULL,
    clearance_level INTEGER NOT NULL CHECK (clearance_level BETWEEN 1 AND 5),
    submitted_by TEXT NOT NULL REFERENCES users (id),
    version INTEGER NOT NULL,
    -- The archive section that it was in.
    archive_section TEXT,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    trashed_by TEXT NOT NULL REFERENCES users (id),
    trashed_at BIGINT NOT NULL
);

CREATE INDEX trash_age ON trash (trashed_at);

CREATE TABLE trashed_rows (
    position INTEGER PRIMARY KEY AUTOINCREMENT,
    document_id TEXT NOT NULL REFERENCES trash (document_id) ON DELETE CASCADE,
    source TEXT NOT NULL,
    content TEXT NOT NULL
);

CREATE INDEX trashed_rows_document ON trashed_rows (document_id, position);

CREATE TABLE uploads (
    position INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL CONSTRAINT uploads_id_key UNIQUE,
    ticket_hash TEXT NOT NULL CONSTRAINT uploads_ticket_hash_key UNIQUE,
    owner_id TEXT NOT NULL REFERENCES users (id),
    status TEXT NOT NULL CHECK (status IN ('issued', 'uploading', 'stored', 'final', 'refused', 'deleted')),
    filename TEXT,
    content_type TEXT,
    size BIGINT,
    sha256 TEXT,
    refusal TEXT,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
, kind TEXT NOT NULL DEFAULT 'file' CHECK (kind IN ('file', 'picture')), width INTEGER, height INTEGER);

CREATE INDEX uploads_owner ON uploads (owner_id, created_at);

CREATE INDEX uploads_state ON uploads (status, expires_at);

CREATE TRIGGER uploads_removed AFTER DELETE ON uploads WHEN OLD.status IN ('stored', 'final') AND OLD.size > 0
BEGIN
    INSERT INTO activity_changes (metric, count, last_at) VALUES ('storage_bytes', -OLD.size, 0);
END;

CREATE TRIGGER uploads_resized AFTER UPDATE OF status, size ON uploads
WHEN (CASE WHEN NEW.status IN ('stored', 'final') THEN COALESCE(NEW.size, 0) ELSE 0 END)
  <> (CASE WHEN OLD.status IN ('stored', 'final') THEN COALESCE(OLD.size, 0) ELSE 0 END)
BEGIN
    INSERT INTO activity_changes (metric, count, last_at) VALUES ('storage_bytes',
        (CASE WHEN NEW.status IN ('stored', 'final') THEN COALESCE(NEW.size, 0) ELSE 0 END)
      - (CASE WHEN OLD.status IN ('stored', 'final') THEN COALESCE(OLD.size, 0) ELSE 0 END), 0);
END;

CREATE TRIGGER uploads_stored AFTER INSERT ON uploads WHEN NEW.status IN ('stored', 'final') AND NEW.size > 0
BEGIN
    INSERT INTO activity_changes (metric, count, last_at) VALUES ('storage_bytes', NEW.size, 0);
END;

CREATE TABLE users (
    position INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL CONSTRAINT users_id_key UNIQUE,
    username TEXT NOT NULL,
    -- The name in lower case: names are recognized without regard to case, also those of deleted accounts.
    username_key TEXT NOT NULL CONSTRAINT users_username_key_key UNIQUE,
    -- Null for deleted accounts and for emergency access, which have no password.
    password_hash TEXT,
    access_key TEXT NOT NULL,
    clearance_level INTEGER NOT NULL CHECK (clearance_level BETWEEN 1 AND 5),
    is_admin BOOLEAN NOT NULL,
    is_approved BOOLEAN NOT NULL,
    two_factor_enabled BOOLEAN NOT NULL,
    email TEXT,
    phone TEXT,
    theme TEXT NOT NULL,
    -- In minutes.
    session_timeout INTEGER NOT NULL,
    last_activity BIGINT,
    last_login_attempt BIGINT,
    failed_login_attempts INTEGER NOT NULL,
    created_at BIGINT NOT NULL,
    deleted_at BIGINT,
    revision BIGINT NOT NULL,
    -- Whether the account wants mail about its own items, and administrators about alerts.
    email_notifications BOOLEAN NOT NULL DEFAULT TRUE,
    -- Whether the home board leaves out the first steps.
    first_steps_hidden BOOLEAN NOT NULL DEFAULT FALSE,
    -- First steps that the account marked as done.
    mail_step_ticked BOOLEAN NOT NULL DEFAULT FALSE,
    backup_step_ticked BOOLEAN NOT NULL DEFAULT FALSE
);

CREATE INDEX users_administrators ON users (id) WHERE is_admin AND is_approved AND deleted_at IS NULL;

CREATE INDEX users_pending ON users (position) WHERE NOT is_approved AND deleted_at IS NULL;

CREATE INDEX users_present ON users (id) WHERE deleted_at IS NULL;
