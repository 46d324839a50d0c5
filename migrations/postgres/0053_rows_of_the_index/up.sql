-- SQLite only: rows of the index of words in tables with row ids. Tables of PostgreSQL have them.
SELECT 1;
