DROP TABLE trashed_rows;
DROP TABLE trash;
