-- The audit log is what open screens are fed from: an entry's action decides what is announced, and to whom. The outbox
-- and its counter go. Nodes of the previous release fail on the renamed column instead of missing changes, so all of
-- them have to be replaced.

-- The content-changed timestamp as of this entry. The chain does not cover it. NULL in entries of earlier releases.
ALTER TABLE audit_log ADD COLUMN content_changed_at BIGINT;
-- Applies until the newest entry has a timestamp.
ALTER TABLE site_settings RENAME COLUMN content_changed_at TO content_changed_before;
ALTER TABLE site_settings DROP COLUMN last_event;
DROP TABLE outbox;

-- Waits until the caller may append to the audit log, and returns the newest entry. The lock is kept until the end of
-- the transaction, so that the order of numbers is the commit order. Both take one round trip because each statement
-- of this function has a snapshot of its own.
CREATE FUNCTION audit_log_tail() RETURNS TABLE (number BIGINT, hash TEXT, content_changed_at BIGINT)
LANGUAGE plpgsql VOLATILE AS $$
BEGIN
    PERFORM pg_advisory_xact_lock(7305804402530);
    RETURN QUERY SELECT newest.number, newest.hash, newest.content_changed_at
        FROM audit_log newest ORDER BY newest.number DESC LIMIT 1;
END $$;

-- Wakes the nodes when an entry is committed.
CREATE OR REPLACE FUNCTION audit_log_next() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.number IS DISTINCT FROM (SELECT COALESCE(MAX(number), 0) + 1 FROM audit_log) THEN
        RAISE EXCEPTION 'the audit log takes the next number only';
    END IF;
    PERFORM pg_notify('facility_events', '');
    RETURN NEW;
END $$;
