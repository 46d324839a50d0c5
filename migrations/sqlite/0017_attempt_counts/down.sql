ALTER TABLE login_attempts DROP COLUMN count;
