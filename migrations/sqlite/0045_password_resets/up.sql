-- The one code of each account with which its user can set a new password without the old one. Deleted with its use, and
-- whenever the password changes.
CREATE TABLE password_resets (
    user_id TEXT NOT NULL PRIMARY KEY REFERENCES users (id),
    -- HMAC-SHA-256 of the code, in hexadecimal: the code itself is only with its user.
    code_hash TEXT NOT NULL,
    issued_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX password_resets_expiry ON password_resets (expires_at);
