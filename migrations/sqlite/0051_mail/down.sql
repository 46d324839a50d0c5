DROP TABLE mail;
ALTER TABLE users DROP COLUMN email_notifications;
