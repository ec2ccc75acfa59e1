-- The journal: what happened at the table, in order, each row bound to the one before it by its hash.
CREATE TABLE facts (
    number   INTEGER PRIMARY KEY,
    at_ns    INTEGER NOT NULL,
    operator TEXT    NOT NULL,
    body     BLOB    NOT NULL,
    hash     BLOB    NOT NULL
) STRICT;

-- Significant events: power, doors, jams, links, decks, roles.
CREATE TABLE events (
    number   INTEGER PRIMARY KEY,
    at_ns    INTEGER NOT NULL,
    kind     TEXT    NOT NULL,
    body     BLOB    NOT NULL,
    hash     BLOB    NOT NULL
) STRICT;
