CREATE OR REPLACE FUNCTION audit_log_next() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.number IS DISTINCT FROM (SELECT COALESCE(MAX(number), 0) + 1 FROM audit_log) THEN
        RAISE EXCEPTION 'the audit log takes the next number only';
    END IF;
    RETURN NEW;
END $$;
DROP FUNCTION audit_log_tail();
CREATE TABLE outbox (
    number BIGINT NOT NULL PRIMARY KEY,
    topics TEXT NOT NULL,
    audience TEXT NOT NULL CHECK (audience IN ('everyone', 'admins')),
    origin TEXT,
    at BIGINT NOT NULL,
    user_id TEXT
);
CREATE INDEX outbox_at ON outbox (at);
ALTER TABLE site_settings ADD COLUMN last_event BIGINT NOT NULL DEFAULT 0;
ALTER TABLE site_settings RENAME COLUMN content_changed_before TO content_changed_at;
UPDATE site_settings SET content_changed_at = COALESCE(
    (SELECT newest.content_changed_at FROM audit_log newest ORDER BY newest.number DESC LIMIT 1), content_changed_at);
ALTER TABLE audit_log DROP COLUMN content_changed_at;
