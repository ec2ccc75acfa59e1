-- Short codes with which a table joins. key: what both sides prove, made from the code, which is not kept.
CREATE TABLE codes (
    id         TEXT   PRIMARY KEY,
    room       TEXT   NOT NULL,
    name       TEXT   NOT NULL,
    key        TEXT   NOT NULL,
    expires_ns BIGINT NOT NULL,
    tries      BIGINT NOT NULL
);
