-- What is new waits in a list beside the index, which every search reads from end to end: 4 MB of it by default, a
-- hundred times the work of finding a rare word. A shorter list is put into the index more often.
-- (On SQLite this version is about short prefixes, which PostgreSQL's index finds as it is.)
ALTER INDEX documents_search SET (gin_pending_list_limit = 128);
