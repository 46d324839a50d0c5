-- How many equal refusals an entry stands for. Entries from before stand for one, and a count of one is not part of what
-- the hash covers: the chain stays valid.
ALTER TABLE audit_log ADD COLUMN count BIGINT NOT NULL DEFAULT 1;
