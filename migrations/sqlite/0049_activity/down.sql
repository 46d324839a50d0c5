DROP INDEX users_present;
DROP TABLE system_metrics;
DROP TRIGGER uploads_removed;
DROP TRIGGER uploads_resized;
DROP TRIGGER uploads_stored;
DROP TABLE activity_totals;
DROP TABLE activity_hours;
DROP TABLE activity_changes;
