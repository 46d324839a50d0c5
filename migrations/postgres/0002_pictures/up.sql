-- Pictures: uploads that texts show. Their size in pixels is known before they load.
ALTER TABLE uploads ADD COLUMN kind TEXT NOT NULL DEFAULT 'file' CHECK (kind IN ('file', 'picture'));
ALTER TABLE uploads ADD COLUMN width INTEGER;
ALTER TABLE uploads ADD COLUMN height INTEGER;
