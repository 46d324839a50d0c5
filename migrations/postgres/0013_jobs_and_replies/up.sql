-- Who runs a background job at present, and how far a job has come that goes through something in order.
CREATE TABLE jobs (
    name TEXT NOT NULL PRIMARY KEY,
    leased_by TEXT,
    leased_until BIGINT NOT NULL,
    mark BIGINT
);

-- The replies to requests that carried an Idempotency-Key, kept for a day in the transaction of the change they tell of.
CREATE TABLE stored_replies (
    user_id TEXT NOT NULL REFERENCES users (id),
    method TEXT NOT NULL,
    path TEXT NOT NULL,
    key TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    status INTEGER NOT NULL,
    body TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    CONSTRAINT stored_replies_key PRIMARY KEY (user_id, method, path, key)
);
CREATE INDEX stored_replies_age ON stored_replies (created_at);

-- Release dates that passed are looked for, archived documents included.
CREATE INDEX documents_release ON documents (scheduled_release_at) WHERE scheduled_release_at IS NOT NULL;
