-- Whether the account wants mail about its own items, and administrators about alerts.
ALTER TABLE users ADD COLUMN email_notifications BOOLEAN NOT NULL DEFAULT TRUE;

-- Mail to users: written with the change that it tells about, and sent by a job. Deleted after 30 days.
CREATE TABLE mail (
    position INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL CONSTRAINT mail_id_key UNIQUE,
    recipient_id TEXT NOT NULL REFERENCES users (id),
    -- The address when it was written; of a message that was sent, the address that it was sent to.
    recipient_email TEXT NOT NULL,
    subject TEXT NOT NULL,
    body TEXT NOT NULL,
    notification_type TEXT NOT NULL,
    entity_type TEXT NOT NULL,
    entity_id TEXT,
    -- Identifies the event, if each recipient gets at most one message about it.
    once TEXT,
    created_at BIGINT NOT NULL,
    sent_at BIGINT,
    tries INTEGER NOT NULL DEFAULT 0,
    -- When it is due. While a node sends it, the end of that node's lease. Null when it was sent or given up.
    next_try_at BIGINT,
    -- The lease of the node that sends it.
    claim TEXT,
    last_error TEXT
);
CREATE INDEX mail_due ON mail (next_try_at) WHERE next_try_at IS NOT NULL;
CREATE INDEX mail_age ON mail (created_at);
CREATE UNIQUE INDEX mail_once ON mail (recipient_id, once) WHERE once IS NOT NULL;
