DROP TABLE outbox;
ALTER TABLE site_settings DROP COLUMN last_event;
