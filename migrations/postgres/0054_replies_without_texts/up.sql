-- A repeated request is answered with what its author may read by then. So no reply is kept, only what it was about: the id,
-- for drafts also the revision.
ALTER TABLE stored_replies ADD COLUMN item TEXT NOT NULL DEFAULT '';
UPDATE stored_replies SET item = (body::json ->> 'id') || COALESCE(' ' || (body::json ->> 'revision'), '');
ALTER TABLE stored_replies DROP COLUMN status;
ALTER TABLE stored_replies DROP COLUMN body;
