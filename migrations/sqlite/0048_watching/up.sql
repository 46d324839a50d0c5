-- The sums over a period of sign-in attempts read only this index.
DROP INDEX login_attempts_time;
CREATE INDEX login_attempts_tally ON login_attempts (attempted_at, success, is_suspicious, count);
CREATE INDEX login_attempts_suspicious ON login_attempts (position) WHERE is_suspicious;

-- The locks that are in force, for monitoring.
CREATE INDEX lockouts_locked ON lockouts (locked_until) WHERE locked_until IS NOT NULL;

-- Which alerts each administrator has read and cleared. Alerts are computed and not stored; their ids are texts. Deleted
-- after 90 days.
CREATE TABLE alert_marks (
    user_id TEXT NOT NULL REFERENCES users (id),
    alert_id TEXT NOT NULL,
    read_at BIGINT NOT NULL,
    cleared_at BIGINT,
    PRIMARY KEY (user_id, alert_id)
);
CREATE INDEX alert_marks_age ON alert_marks (read_at);
