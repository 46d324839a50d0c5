-- Custom templates. The built-in ones are part of the program.
CREATE TABLE templates (
    position BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id TEXT NOT NULL CONSTRAINT templates_id_key UNIQUE,
    name TEXT NOT NULL,
    description TEXT NOT NULL,
    category TEXT NOT NULL,
    content TEXT NOT NULL,
    required_clearance INTEGER NOT NULL CHECK (required_clearance BETWEEN 1 AND 5),
    -- A retired template is no longer offered.
    is_active BOOLEAN NOT NULL,
    created_by TEXT NOT NULL REFERENCES users (id),
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
);
