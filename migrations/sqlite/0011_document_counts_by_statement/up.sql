-- SQLite has triggers for rows only, and counts the documents of one transaction without walking past old versions.
SELECT 1;
