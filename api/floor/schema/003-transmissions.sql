-- Everything that was sent to the MQTT broker, as it was sent (payload in hex).
CREATE TABLE transmissions (
    id      TEXT   PRIMARY KEY,
    at_ns   BIGINT NOT NULL,
    topic   TEXT   NOT NULL,
    payload TEXT   NOT NULL
);
CREATE INDEX transmissions_by_time ON transmissions (at_ns);
