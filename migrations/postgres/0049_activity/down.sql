DROP INDEX users_present;
DROP TABLE system_metrics;
DROP TRIGGER uploads_storage ON uploads;
DROP FUNCTION uploads_storage();
DROP TABLE activity_totals;
DROP TABLE activity_hours;
DROP TABLE activity_changes;
