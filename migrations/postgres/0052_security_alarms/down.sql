DROP INDEX audit_log_alarms;
