-- The only user who is told, or NULL where the audience is told. Nodes of the previous release tell administrators instead.
ALTER TABLE outbox ADD COLUMN user_id TEXT;
