-- What is signed at each hand's end: how far both chains had come, and the hand's public log.
CREATE TABLE heads (
    number    INTEGER PRIMARY KEY,
    body      BLOB    NOT NULL,
    signature BLOB    NOT NULL
) STRICT;
