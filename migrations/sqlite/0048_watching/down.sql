DROP TABLE alert_marks;
DROP INDEX lockouts_locked;
DROP INDEX login_attempts_suspicious;
DROP INDEX login_attempts_tally;
CREATE INDEX login_attempts_time ON login_attempts (attempted_at);
