-- A stream that was made anew counts from 1 again, so a number alone does not name a message for good.
CREATE TABLE rejected_messages (
    sequence  BIGINT NOT NULL,
    stored_ns BIGINT NOT NULL,
    at_ns     BIGINT NOT NULL,
    subject   TEXT   NOT NULL,
    code      TEXT   NOT NULL,
    body      TEXT   NOT NULL,
    PRIMARY KEY (sequence, stored_ns)
);
INSERT INTO rejected_messages SELECT sequence, 0, at_ns, subject, code, body FROM rejected;
DROP TABLE rejected;
ALTER TABLE rejected_messages RENAME TO rejected;
