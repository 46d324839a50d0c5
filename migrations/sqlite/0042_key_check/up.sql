-- A value derived from the server's secret key, by which a server with another key is refused. It reveals nothing about
-- the key.
CREATE TABLE key_check (
    id TEXT NOT NULL PRIMARY KEY CHECK (id = 'secret_key'),
    value TEXT NOT NULL
);
