DROP INDEX users_pending;
DROP INDEX submissions_waiting_owner;
DROP INDEX submissions_waiting;
DROP TABLE notifications;
