DROP TABLE documents_search;
ALTER TABLE documents ADD COLUMN search TSVECTOR GENERATED ALWAYS AS (
    to_tsvector('simple', translate(title || ' ' || content, '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~', repeat(' ', 32)))
) STORED;
CREATE INDEX documents_search ON documents USING gin (search) WITH (gin_pending_list_limit = 128);
