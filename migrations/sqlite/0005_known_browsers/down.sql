DROP INDEX login_attempts_failed_address;
DROP INDEX login_attempts_failed_name;
CREATE INDEX login_attempts_name ON login_attempts (username_key, attempted_at);
CREATE INDEX login_attempts_address ON login_attempts (ip_address, attempted_at);
DROP TABLE known_networks;
DROP TABLE devices;
