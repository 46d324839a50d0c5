-- Numbers of what happened. A change of one is a row of its own, so that two transactions never wait for each other; a job
-- adds the rows up, by the hour and in all.
CREATE TABLE activity_changes (
    position INTEGER PRIMARY KEY AUTOINCREMENT,
    metric TEXT NOT NULL,
    -- The beginning of the hour in microseconds. NULL counts in all only.
    hour BIGINT,
    count BIGINT NOT NULL,
    last_at BIGINT NOT NULL
);
CREATE TABLE activity_hours (
    hour BIGINT NOT NULL,
    metric TEXT NOT NULL,
    count BIGINT NOT NULL,
    PRIMARY KEY (hour, metric)
);
CREATE TABLE activity_totals (
    metric TEXT PRIMARY KEY NOT NULL,
    count BIGINT NOT NULL,
    last_at BIGINT NOT NULL
);

-- What happened so far. Attempts are deleted after 90 days; before the oldest one left, the audit log tells.
INSERT INTO activity_changes (metric, hour, count, last_at)
SELECT CASE WHEN success THEN 'sign_ins_granted' ELSE 'sign_ins_failed' END,
    attempted_at - attempted_at % 3600000000, CAST(SUM(count) AS BIGINT), MAX(attempted_at)
FROM login_attempts GROUP BY 1, 2;
INSERT INTO activity_changes (metric, hour, count, last_at)
SELECT 'sign_ins_suspicious', attempted_at - attempted_at % 3600000000, CAST(SUM(count) AS BIGINT), MAX(attempted_at)
FROM login_attempts WHERE is_suspicious GROUP BY 2;
INSERT INTO activity_changes (metric, hour, count, last_at)
SELECT CASE action WHEN 'login_succeeded' THEN 'sign_ins_granted' ELSE 'sign_ins_failed' END,
    timestamp - timestamp % 3600000000, CAST(SUM(count) AS BIGINT), MAX(timestamp)
FROM audit_log
WHERE action IN ('login_succeeded', 'login_failed')
    AND timestamp < COALESCE((SELECT MIN(attempted_at) FROM login_attempts), 9223372036854775807)
GROUP BY 1, 2;
INSERT INTO activity_changes (metric, hour, count, last_at)
SELECT 'sign_ins_suspicious', timestamp - timestamp % 3600000000, CAST(SUM(count) AS BIGINT), MAX(timestamp)
FROM audit_log
WHERE action = 'login_failed' AND details LIKE '%"suspicious":true%'
    AND timestamp < COALESCE((SELECT MIN(attempted_at) FROM login_attempts), 9223372036854775807)
GROUP BY 2;
INSERT INTO activity_changes (metric, hour, count, last_at)
SELECT 'second_factor_checks', timestamp - timestamp % 3600000000, CAST(SUM(count) AS BIGINT), MAX(timestamp)
FROM audit_log
WHERE (action = 'login_succeeded' AND (details LIKE '%"method":"app"%' OR details LIKE '%"method":"backup"%'
        OR details LIKE '%"method":"static"%'))
    OR (action = 'login_failed' AND (details LIKE '%"reason":"wrong_app_code"%'
        OR details LIKE '%"reason":"wrong_backup_code"%' OR details LIKE '%"reason":"wrong_static_code"%'))
GROUP BY 2;
INSERT INTO activity_changes (metric, hour, count, last_at)
SELECT CASE action WHEN 'submission_created' THEN 'submissions_created'
        WHEN 'submission_approved' THEN 'submissions_approved'
        WHEN 'submission_rejected' THEN 'submissions_rejected' ELSE 'archive_requests' END,
    timestamp - timestamp % 3600000000, CAST(SUM(count) AS BIGINT), MAX(timestamp)
FROM audit_log
WHERE action IN ('submission_created', 'submission_approved', 'submission_rejected', 'archive_requested')
GROUP BY 1, 2;
INSERT INTO activity_changes (metric, hour, count, last_at)
SELECT CASE access_type WHEN 'view' THEN 'documents_viewed' ELSE 'documents_downloaded' END,
    accessed_at - accessed_at % 3600000000, COUNT(*), MAX(accessed_at)
FROM document_access_log GROUP BY 1, 2;
INSERT INTO activity_changes (metric, hour, count, last_at)
SELECT 'storage_bytes', NULL, CAST(COALESCE(SUM(size), 0) AS BIGINT), 0 FROM uploads WHERE status IN ('stored', 'final');

-- Files whose bytes are in the object store.
CREATE TRIGGER uploads_stored AFTER INSERT ON uploads WHEN NEW.status IN ('stored', 'final') AND NEW.size > 0
BEGIN
    INSERT INTO activity_changes (metric, count, last_at) VALUES ('storage_bytes', NEW.size, 0);
END;
CREATE TRIGGER uploads_resized AFTER UPDATE OF status, size ON uploads
WHEN (CASE WHEN NEW.status IN ('stored', 'final') THEN COALESCE(NEW.size, 0) ELSE 0 END)
  <> (CASE WHEN OLD.status IN ('stored', 'final') THEN COALESCE(OLD.size, 0) ELSE 0 END)
BEGIN
    INSERT INTO activity_changes (metric, count, last_at) VALUES ('storage_bytes',
        (CASE WHEN NEW.status IN ('stored', 'final') THEN COALESCE(NEW.size, 0) ELSE 0 END)
      - (CASE WHEN OLD.status IN ('stored', 'final') THEN COALESCE(OLD.size, 0) ELSE 0 END), 0);
END;
CREATE TRIGGER uploads_removed AFTER DELETE ON uploads WHEN OLD.status IN ('stored', 'final') AND OLD.size > 0
BEGIN
    INSERT INTO activity_changes (metric, count, last_at) VALUES ('storage_bytes', -OLD.size, 0);
END;

-- Samples of the system, deleted after 90 days.
CREATE TABLE system_metrics (
    position INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL CONSTRAINT system_metrics_id_key UNIQUE,
    metric_type TEXT NOT NULL,
    value BIGINT NOT NULL,
    unit TEXT NOT NULL,
    timestamp BIGINT NOT NULL
);
CREATE INDEX system_metrics_series ON system_metrics (metric_type, timestamp);
CREATE INDEX system_metrics_age ON system_metrics (timestamp);

-- The number of accounts.
CREATE INDEX users_present ON users (id) WHERE deleted_at IS NULL;
