-- Times are microseconds since the Unix epoch, ids are lower-case UUIDs as text, lists are paged by position.

CREATE TABLE users (
    position BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id TEXT NOT NULL CONSTRAINT users_id_key UNIQUE,
    username TEXT NOT NULL,
    -- The name in lower case: names are recognised without regard to case, also those of deleted accounts.
    username_key TEXT NOT NULL CONSTRAINT users_username_key_key UNIQUE,
    -- None for the emergency-access user, who cannot sign in with a password.
    password_hash TEXT,
    access_key TEXT NOT NULL,
    clearance_level INTEGER NOT NULL CHECK (clearance_level BETWEEN 1 AND 5),
    is_admin BOOLEAN NOT NULL,
    is_approved BOOLEAN NOT NULL,
    two_factor_enabled BOOLEAN NOT NULL,
    email TEXT,
    phone TEXT,
    theme TEXT NOT NULL,
    session_timeout INTEGER NOT NULL,
    last_activity BIGINT,
    last_login_attempt BIGINT,
    failed_login_attempts INTEGER NOT NULL,
    created_at BIGINT NOT NULL,
    deleted_at BIGINT,
    revision BIGINT NOT NULL
);

CREATE TABLE sessions (
    position BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id TEXT NOT NULL CONSTRAINT sessions_id_key UNIQUE,
    -- SHA-256 of the token, in hex: the token itself is only in the browser.
    token_hash TEXT NOT NULL CONSTRAINT sessions_token_hash_key UNIQUE,
    user_id TEXT NOT NULL REFERENCES users (id),
    method TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    last_active_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    ip_address TEXT,
    user_agent TEXT
);
CREATE INDEX sessions_user ON sessions (user_id, position);
CREATE INDEX sessions_expiry ON sessions (expires_at);

CREATE TABLE site_settings (
    id TEXT NOT NULL PRIMARY KEY CHECK (id = 'site'),
    is_locked BOOLEAN NOT NULL,
    two_factor_required BOOLEAN NOT NULL,
    updated_at BIGINT NOT NULL,
    content_changed_at BIGINT NOT NULL
);
INSERT INTO site_settings (id, is_locked, two_factor_required, updated_at, content_changed_at)
VALUES ('site', FALSE, FALSE, 0, 0);

CREATE TABLE credentials (
    name TEXT NOT NULL PRIMARY KEY CHECK (name IN ('emergency_key', 'master_key')),
    hash TEXT NOT NULL,
    updated_at BIGINT NOT NULL
);

CREATE TABLE login_attempts (
    position BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id TEXT NOT NULL CONSTRAINT login_attempts_id_key UNIQUE,
    username TEXT NOT NULL,
    username_key TEXT NOT NULL,
    ip_address TEXT,
    user_agent TEXT,
    success BOOLEAN NOT NULL,
    failure_reason TEXT,
    is_suspicious BOOLEAN NOT NULL,
    attempted_at BIGINT NOT NULL
);
CREATE INDEX login_attempts_name ON login_attempts (username_key, attempted_at);
CREATE INDEX login_attempts_address ON login_attempts (ip_address, attempted_at);
CREATE INDEX login_attempts_time ON login_attempts (attempted_at);

-- Where the throttle of sign-ins stands, by name and network, and by name.
CREATE TABLE lockouts (
    key TEXT NOT NULL PRIMARY KEY,
    failures INTEGER NOT NULL,
    window_started_at BIGINT NOT NULL,
    locks INTEGER NOT NULL,
    locked_until BIGINT,
    day_started_at BIGINT NOT NULL,
    day_count INTEGER NOT NULL
);

CREATE TABLE rate_windows (
    key TEXT NOT NULL PRIMARY KEY,
    window_started_at BIGINT NOT NULL,
    count INTEGER NOT NULL
);

CREATE TABLE documents (
    position BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id TEXT NOT NULL CONSTRAINT documents_id_key UNIQUE,
    title TEXT NOT NULL,
    content TEXT NOT NULL,
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
    is_template BOOLEAN NOT NULL,
    template_category TEXT,
    version INTEGER NOT NULL,
    parent_document_id TEXT,
    is_draft BOOLEAN NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    -- Punctuation becomes blanks, because the parser takes "IR-000001" for a word and a negative number.
    search TSVECTOR GENERATED ALWAYS AS (
        to_tsvector('simple', translate(title || ' ' || content, '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~', repeat(' ', 32)))
    ) STORED
);
CREATE INDEX documents_listed ON documents (clearance_level, position, scheduled_release_at)
WHERE NOT is_archived AND NOT is_draft;
CREATE INDEX documents_file ON documents (file_path) WHERE file_path IS NOT NULL;
CREATE INDEX documents_owner ON documents (submitted_by, position);

CREATE TABLE submissions (
    position BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id TEXT NOT NULL CONSTRAINT submissions_id_key UNIQUE,
    title TEXT NOT NULL,
    content TEXT NOT NULL,
    category TEXT NOT NULL,
    file_path TEXT,
    status TEXT NOT NULL CHECK (status IN ('pending', 'approved', 'rejected')),
    assigned_clearance_level INTEGER CHECK (assigned_clearance_level BETWEEN 1 AND 5),
    submitted_by TEXT NOT NULL REFERENCES users (id),
    reviewed_by TEXT,
    review_comments TEXT,
    requires_multi_step_approval BOOLEAN NOT NULL,
    approval_step INTEGER NOT NULL,
    max_approval_steps INTEGER NOT NULL,
    scheduled_release_at BIGINT,
    timed_out_at BIGINT,
    resubmitted_at BIGINT,
    document_id TEXT,
    created_at BIGINT NOT NULL,
    reviewed_at BIGINT
);
CREATE INDEX submissions_queue ON submissions (status, position);
CREATE INDEX submissions_owner ON submissions (submitted_by, position);
CREATE INDEX submissions_file ON submissions (file_path) WHERE file_path IS NOT NULL;

CREATE TABLE approval_steps (
    id TEXT NOT NULL PRIMARY KEY,
    submission_id TEXT NOT NULL REFERENCES submissions (id),
    step_number INTEGER NOT NULL,
    approver_id TEXT NOT NULL,
    approver_username TEXT NOT NULL,
    status TEXT NOT NULL,
    comments TEXT,
    approved_at BIGINT NOT NULL,
    CONSTRAINT approval_steps_step_key UNIQUE (submission_id, step_number)
);

CREATE TABLE counters (
    name TEXT NOT NULL PRIMARY KEY,
    value BIGINT NOT NULL
);
INSERT INTO counters (name, value) VALUES ('incident', 0);

CREATE TABLE uploads (
    position BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id TEXT NOT NULL CONSTRAINT uploads_id_key UNIQUE,
    ticket_hash TEXT NOT NULL CONSTRAINT uploads_ticket_hash_key UNIQUE,
    owner_id TEXT NOT NULL REFERENCES users (id),
    status TEXT NOT NULL CHECK (status IN ('issued', 'uploading', 'stored', 'final', 'refused', 'deleted')),
    filename TEXT,
    content_type TEXT,
    size BIGINT,
    sha256 TEXT,
    refusal TEXT,
    -- The submission that carries the file; an upload is carried once.
    carried_by TEXT,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX uploads_owner ON uploads (owner_id, created_at);
CREATE INDEX uploads_state ON uploads (status, expires_at);

CREATE TABLE document_access_log (
    position BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id TEXT NOT NULL CONSTRAINT document_access_log_id_key UNIQUE,
    document_id TEXT NOT NULL,
    user_id TEXT NOT NULL,
    username TEXT NOT NULL,
    access_type TEXT NOT NULL,
    accessed_at BIGINT NOT NULL,
    ip_address TEXT,
    user_agent TEXT
);
CREATE INDEX document_access_log_document ON document_access_log (document_id, position);

CREATE TABLE audit_log (
    number BIGINT PRIMARY KEY,
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
    timestamp BIGINT NOT NULL,
    previous_hash TEXT NOT NULL,
    hash TEXT NOT NULL,
    mac TEXT NOT NULL
);
CREATE INDEX audit_log_view ON audit_log (is_admin_action, number);

-- The audit log only ever grows, by the next number.
CREATE FUNCTION audit_log_next() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.number IS DISTINCT FROM (SELECT COALESCE(MAX(number), 0) + 1 FROM audit_log) THEN
        RAISE EXCEPTION 'the audit log takes the next number only';
    END IF;
    RETURN NEW;
END $$;
CREATE FUNCTION audit_log_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the audit log is append-only';
END $$;
CREATE TRIGGER audit_log_next BEFORE INSERT ON audit_log FOR EACH ROW EXECUTE FUNCTION audit_log_next();
CREATE TRIGGER audit_log_no_update BEFORE UPDATE OR DELETE ON audit_log
FOR EACH ROW EXECUTE FUNCTION audit_log_append_only();
CREATE TRIGGER audit_log_no_truncate BEFORE TRUNCATE ON audit_log
FOR EACH STATEMENT EXECUTE FUNCTION audit_log_append_only();

CREATE INDEX documents_search ON documents USING gin (search);
