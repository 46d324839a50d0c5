ALTER TABLE outbox DROP COLUMN user_id;
