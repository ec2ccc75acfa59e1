-- Which floor of a room works on this database. beats: how often it has said so; every batch of rows is one of them.
CREATE TABLE leases (
    room   TEXT   PRIMARY KEY,
    holder TEXT   NOT NULL,
    beats  BIGINT NOT NULL
);

-- Keys of tables that were cut off, and since when (Unix s): every floor of the room gives the servers all of them.
CREATE TABLE revocations (
    user_key TEXT   PRIMARY KEY,
    since_s  BIGINT NOT NULL
);
