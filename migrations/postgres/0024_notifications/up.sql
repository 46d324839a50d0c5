-- What people are told about their own items: decisions by others, and time-outs. Deleted after 90 days.
CREATE TABLE notifications (
    position BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id TEXT NOT NULL CONSTRAINT notifications_id_key UNIQUE,
    user_id TEXT NOT NULL REFERENCES users (id),
    kind TEXT NOT NULL,
    -- The title of the item, the name of the account that decided, and its comment.
    title TEXT NOT NULL,
    decided_by TEXT,
    comment TEXT,
    -- The document if there is one, else the item that was decided.
    entity_type TEXT NOT NULL,
    entity_id TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    read_at BIGINT
);
CREATE INDEX notifications_unread ON notifications (user_id, position) WHERE read_at IS NULL;
CREATE INDEX notifications_read ON notifications (user_id, position) WHERE read_at IS NOT NULL;
CREATE INDEX notifications_age ON notifications (created_at);

-- Counts for the home board, without reading a text: submissions by the start of their wait, and accounts to approve.
CREATE INDEX submissions_waiting ON submissions ((COALESCE(resubmitted_at, created_at)), position) WHERE status = 'pending';
CREATE INDEX submissions_waiting_owner ON submissions (submitted_by, (COALESCE(resubmitted_at, created_at)))
WHERE status = 'pending';
CREATE INDEX users_pending ON users (position) WHERE NOT is_approved AND deleted_at IS NULL;
