-- The few entries of the log that raise an alert by themselves, so that counting them does not read the log.
CREATE INDEX audit_log_alarms ON audit_log (timestamp)
WHERE action IN ('static_code_used', 'two_factor_locked', 'emergency_access_opened', 'emergency_codes_synchronized');
