-- How many attempts a row stands for: equal attempts on a locked name within a minute share a row.
ALTER TABLE login_attempts ADD COLUMN count INTEGER NOT NULL DEFAULT 1;
