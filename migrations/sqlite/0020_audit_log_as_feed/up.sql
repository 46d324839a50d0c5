-- The audit log is what open screens are fed from: an entry's action decides what is announced, and to whom. The outbox
-- and its counter go.

-- The content-changed timestamp as of this entry. The chain does not cover it. NULL in entries of earlier releases.
ALTER TABLE audit_log ADD COLUMN content_changed_at BIGINT;
-- Applies until the newest entry has a timestamp.
ALTER TABLE site_settings RENAME COLUMN content_changed_at TO content_changed_before;
ALTER TABLE site_settings DROP COLUMN last_event;
DROP TABLE outbox;
