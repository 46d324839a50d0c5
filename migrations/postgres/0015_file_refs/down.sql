DROP TRIGGER uploads_carried ON uploads;
DROP FUNCTION uploads_carried();
DROP TABLE file_refs;
