-- Browsers that an account has been signed in to with: by the cookie they carry, strangers cannot use up their tries.
CREATE TABLE devices (
    user_id TEXT NOT NULL REFERENCES users (id),
    -- SHA-256 of the cookie's value, in hexadecimal: the value itself is only in the browser.
    token_hash TEXT NOT NULL,
    last_used_at BIGINT NOT NULL,
    -- Wrong passwords from this browser in the day that began then.
    day_started_at BIGINT NOT NULL,
    day_count INTEGER NOT NULL,
    PRIMARY KEY (user_id, token_hash)
);
CREATE INDEX devices_token ON devices (token_hash);
CREATE INDEX devices_use ON devices (last_used_at);

-- Networks that an account has been signed in to from.
CREATE TABLE known_networks (
    user_id TEXT NOT NULL REFERENCES users (id),
    network TEXT NOT NULL,
    last_used_at BIGINT NOT NULL,
    PRIMARY KEY (user_id, network)
);
CREATE INDEX known_networks_use ON known_networks (last_used_at);

-- Only failures are counted by name and address, and a success must cost nothing to pass over.
DROP INDEX login_attempts_name;
DROP INDEX login_attempts_address;
CREATE INDEX login_attempts_failed_name ON login_attempts (username_key, attempted_at) WHERE NOT success;
CREATE INDEX login_attempts_failed_address ON login_attempts (ip_address, attempted_at) WHERE NOT success;

-- A deleted account keeps its name and its authorship, and no password.
UPDATE users SET password_hash = NULL WHERE deleted_at IS NOT NULL;
