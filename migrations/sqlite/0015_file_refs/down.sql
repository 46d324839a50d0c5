DROP TRIGGER uploads_carried;
DROP TABLE file_refs;
