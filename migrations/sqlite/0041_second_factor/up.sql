-- The second factor of each account that has or had one, or codes for one.
CREATE TABLE second_factors (
    user_id TEXT NOT NULL PRIMARY KEY REFERENCES users (id),
    -- The secret of the authenticator app, encrypted with a key that is not in the database. NULL while it is off.
    secret TEXT,
    -- The time step of the last app code that was accepted: each works once.
    last_step BIGINT,
    -- The secret of a set-up that no code has completed yet, encrypted alike.
    pending_secret TEXT,
    -- How often codes were derived for the account.
    syncs BIGINT NOT NULL
);

-- Backup codes, which work once, and static codes, by a keyed hash.
CREATE TABLE second_factor_codes (
    user_id TEXT NOT NULL REFERENCES users (id),
    -- Whether it belongs to a set-up that no app code has completed yet.
    is_pending BOOLEAN NOT NULL,
    code_hash TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('backup', 'static')),
    PRIMARY KEY (user_id, is_pending, code_hash)
);

-- Sign-ins whose password was right, and that wait for a code.
CREATE TABLE pending_logins (
    -- SHA-256 of the token, in hex: the token itself is only in the browser.
    token_hash TEXT NOT NULL PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id),
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    -- Wrong codes so far.
    tries INTEGER NOT NULL
);
CREATE INDEX pending_logins_user ON pending_logins (user_id, created_at);
CREATE INDEX pending_logins_expiry ON pending_logins (expires_at);
