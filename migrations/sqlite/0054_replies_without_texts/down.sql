-- Texts that are not kept cannot come back: what was made before is forgotten.
DELETE FROM stored_replies;
ALTER TABLE stored_replies ADD COLUMN status INTEGER NOT NULL DEFAULT 201;
ALTER TABLE stored_replies ADD COLUMN body TEXT NOT NULL DEFAULT '';
ALTER TABLE stored_replies DROP COLUMN item;
