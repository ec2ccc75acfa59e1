-- Hands and stops counted ahead, by the hour in which a hand began (hours since 1970). A row may count no hand any more.
CREATE TABLE tallies (
    hour    BIGINT NOT NULL,
    room    TEXT   NOT NULL,
    name    TEXT   NOT NULL,
    game    TEXT   NOT NULL,
    dealer  TEXT   NOT NULL,
    hands   BIGINT NOT NULL,
    stopped BIGINT NOT NULL,
    stops   BIGINT NOT NULL,
    PRIMARY KEY (hour, room, name, game, dealer)
);
INSERT INTO tallies SELECT began_ns / 3600000000000, room, name, game, dealer, count(*),
    count(CASE WHEN stops > 0 THEN 1 END), sum(stops) FROM hands
    GROUP BY began_ns / 3600000000000, room, name, game, dealer;

-- How many hands each deck of a table was dealt for, and when last.
CREATE TABLE decks (
    room    TEXT   NOT NULL,
    name    TEXT   NOT NULL,
    back    TEXT   NOT NULL,
    hands   BIGINT NOT NULL,
    last_ns BIGINT NOT NULL,
    PRIMARY KEY (room, name, back)
);
INSERT INTO decks SELECT room, name, back, count(*), max(began_ns) FROM hands GROUP BY room, name, back;
