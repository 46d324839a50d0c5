-- What every node tells the screens that are connected to it. Rows are kept for an hour: whoever is further behind
-- takes everything as changed.
ALTER TABLE site_settings ADD COLUMN last_event BIGINT NOT NULL DEFAULT 0;

CREATE TABLE outbox (
    number BIGINT NOT NULL PRIMARY KEY,
    topics TEXT NOT NULL,
    audience TEXT NOT NULL CHECK (audience IN ('everyone', 'admins')),
    origin TEXT,
    at BIGINT NOT NULL
);
CREATE INDEX outbox_at ON outbox (at);
