-- The floor's database, the same for SQLite and PostgreSQL. Times are nanoseconds since 1970, texts of messages are JSON.
CREATE TABLE tables (
    room        TEXT   NOT NULL,
    name        TEXT   NOT NULL,
    user_key    TEXT   NOT NULL,
    seal_key    TEXT   NOT NULL,
    enrolled_ns BIGINT NOT NULL,
    revoked_ns  BIGINT,
    PRIMARY KEY (room, name)
);

-- A record of a table: a journal, or a branch of one where an older copy of it was put back.
CREATE TABLE records (
    id        BIGINT PRIMARY KEY,
    room      TEXT   NOT NULL,
    name      TEXT   NOT NULL,
    journal   TEXT   NOT NULL,
    branch    BIGINT NOT NULL,
    facts     BIGINT NOT NULL,
    events    BIGINT NOT NULL,
    heads     BIGINT NOT NULL,
    last_head TEXT   NOT NULL,
    seal_key  TEXT   NOT NULL,
    UNIQUE (room, name, journal, branch)
);

-- Every row of every record, as it was published. part: 0 facts, 1 events, 2 heads.
CREATE TABLE entries (
    record BIGINT   NOT NULL,
    part   SMALLINT NOT NULL,
    number BIGINT   NOT NULL,
    at_ns  BIGINT   NOT NULL,
    body   TEXT     NOT NULL,
    PRIMARY KEY (record, part, number)
);

-- What is made from the entries, to find hands and to count mistakes.
CREATE TABLE hands (
    record     BIGINT NOT NULL,
    first_fact BIGINT NOT NULL,
    last_fact  BIGINT NOT NULL,
    room       TEXT   NOT NULL,
    name       TEXT   NOT NULL,
    hand       TEXT   NOT NULL,
    game       TEXT   NOT NULL,
    house      TEXT   NOT NULL,
    back       TEXT   NOT NULL,
    dealer     TEXT   NOT NULL,
    began_ns   BIGINT NOT NULL,
    ended_ns   BIGINT NOT NULL,
    ended      TEXT   NOT NULL,
    pot        BIGINT NOT NULL,
    stops      BIGINT NOT NULL,
    PRIMARY KEY (record, first_fact)
);
CREATE INDEX hands_by_time ON hands (began_ns);
CREATE INDEX hands_by_table ON hands (name, began_ns);
CREATE INDEX hands_by_dealer ON hands (dealer, began_ns);
CREATE INDEX hands_by_name ON hands (hand, began_ns);

CREATE TABLE rulings (
    record     BIGINT NOT NULL,
    fact       BIGINT NOT NULL,
    ruling     TEXT   NOT NULL,
    first_fact BIGINT NOT NULL,
    room       TEXT   NOT NULL,
    name       TEXT   NOT NULL,
    at_ns      BIGINT NOT NULL,
    rule       TEXT   NOT NULL,
    decision   TEXT   NOT NULL,
    severity   TEXT   NOT NULL,
    game       TEXT   NOT NULL,
    dealer     TEXT   NOT NULL,
    PRIMARY KEY (record, fact, ruling)
);
CREATE INDEX rulings_by_time ON rulings (at_ns);

-- What the floor as the witness has found, and what else somebody must look at.
CREATE TABLE reports (
    id      TEXT   PRIMARY KEY,
    at_ns   BIGINT NOT NULL,
    room    TEXT   NOT NULL,
    name    TEXT   NOT NULL,
    code    TEXT   NOT NULL,
    detail  TEXT   NOT NULL,
    times   BIGINT NOT NULL,
    seen_by TEXT   NOT NULL
);

-- Messages that could not be taken, as they came.
CREATE TABLE rejected (
    sequence BIGINT PRIMARY KEY,
    at_ns    BIGINT NOT NULL,
    subject  TEXT   NOT NULL,
    code     TEXT   NOT NULL,
    body     TEXT   NOT NULL
);

CREATE TABLE commands (
    id       TEXT   PRIMARY KEY,
    made_ns  BIGINT NOT NULL,
    room     TEXT   NOT NULL,
    name     TEXT   NOT NULL,
    person   TEXT   NOT NULL,
    body     TEXT   NOT NULL,
    answer   TEXT   NOT NULL
);

-- What people did at the floor's own desk.
CREATE TABLE access (
    id     TEXT   PRIMARY KEY,
    at_ns  BIGINT NOT NULL,
    kind   TEXT   NOT NULL,
    fields TEXT   NOT NULL
);
