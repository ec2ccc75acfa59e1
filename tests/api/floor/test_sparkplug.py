"""The room as a Sparkplug B edge node, through a real broker. Each test names the assertion of the specification."""

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import aiomqtt
import msgspec
import pytest

from burncard.api.floor.authority import Authority
from burncard.api.floor.broker import Broker, broker_at
from burncard.api.floor.database import Database
from burncard.api.floor.local_servers import HOST, Mosquitto, started
from burncard.api.floor.room_floor import Heard, Room
from burncard.api.floor.sparkplug_link import SparkplugLink
from burncard.api.floor.sparkplug_node import BD_SEQ, REBIRTH, EdgeNode, metrics_of
from burncard.api.floor.sparkplug_payload import (
    BOOLEAN,
    INT64,
    SparkplugMetric,
    SparkplugPayload,
    from_bytes,
    to_bytes,
)
from burncard.controller.outbox.published import Cursor
from burncard.controller.outbox.subjects import TableName
from burncard.controller.outbox.table_status import Status, status_of
from burncard.rules.cards import PACK
from burncard.simulator.quick_table import QuickTable
from tests.harness.floor_room import quick_table, running, until
from tests.harness.installed import installed


class Host:
    """A host application: everything that the broker delivers, and what the floor has recorded."""

    def __init__(self) -> None:
        self.messages: list[tuple[str, SparkplugPayload, int, bool]] = []
        self.recorded: list[tuple[str, str]] = []
        self.statuses: list[Status] = []

    def of(self, kind: str) -> list[tuple[str, SparkplugPayload, int, bool]]:
        return [message for message in self.messages if message[0].split("/")[2] == kind]

    async def listen(self, port: int, ready: asyncio.Event) -> None:
        async with aiomqtt.Client(HOST, port) as client:
            await client.subscribe("spBv1.0/#", qos=1)
            ready.set()
            async for one in client.messages:
                assert isinstance(one.payload, bytes)
                if "/NCMD/" in str(one.topic):
                    continue
                self.messages.append((str(one.topic), from_bytes(one.payload), one.qos, bool(one.retain)))


async def _one_life(broker: Mosquitto, database: Database, folder: Path) -> Host:
    """Two tables come, one changes, one goes; new births are asked for; the node goes, and comes back."""
    await database.open()
    host, ready = Host(), asyncio.Event()
    room = Room(Authority.make(folder / "authority", "room", [], ["127.0.0.1"]), database)
    tables: dict[str, QuickTable] = {name: quick_table(folder, name, seed=1, mistakes=0.1) for name in ("one", "two")}

    def hear(*names: str) -> None:
        for name in names:
            status = status_of(tables[name].service, "room", name, Cursor())
            host.statuses.append(status)
            room.heard[TableName("room", name)] = Heard(status, time.monotonic() + 3600)

    hear("one", "two")
    link = SparkplugLink(room, database, Broker(HOST, broker.port), "casino")
    async with running(host.listen(broker.port, ready)):
        await ready.wait()
        async with running(link.run()):
            await until(lambda: len(host.of("DBIRTH")) == 2)
            tables["one"].play_hand()
            hear("one")
            await until(lambda: bool(host.of("DDATA")))
            del room.heard[TableName("room", "two")]
            await until(lambda: bool(host.of("DDEATH")))
            async with aiomqtt.Client(HOST, broker.port) as client:
                for metrics in ((), (SparkplugMetric("Node Control/Reboot", BOOLEAN, True),)):
                    await client.publish("spBv1.0/casino/NCMD/room", to_bytes(SparkplugPayload(1, metrics, None)))
                await client.publish("spBv1.0/casino/NCMD/room", b"\xff\xff")
                wanted = to_bytes(SparkplugPayload(1, (SparkplugMetric(REBIRTH, BOOLEAN, True),), None))
                await client.publish("spBv1.0/casino/NCMD/room", wanted)
            await until(lambda: len(host.of("NBIRTH")) == 2 and len(host.of("DBIRTH")) == 3)
        await until(lambda: bool(host.of("NDEATH")))
        async with running(link.run()):
            await until(lambda: len(host.of("NBIRTH")) == 3 and len(host.of("DBIRTH")) == 4)
        await until(lambda: len(host.of("NDEATH")) == 2)
    host.recorded = await database.ask("SELECT topic, payload FROM transmissions ORDER BY at_ns")
    await database.close()
    for table in tables.values():
        table.close()
    return host


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    from burncard.api.floor.database import database_at

    installed("mosquitto", "mosquitto")
    folder = tmp_path_factory.mktemp("sparkplug")
    with started(lambda: Mosquitto(folder / "broker")) as broker:
        yield asyncio.run(_one_life(broker, database_at(str(folder / "floor.db")), folder))


def values(payload: SparkplugPayload) -> dict[str, Any]:
    return {metric.name: metric.value for metric in payload.metrics}


def test_tck_id_topics_nbirth_mqtt_dbirth_mqtt_ddata_mqtt_ddeath_mqtt(host: Host) -> None:
    """Everything but the node's death goes with QoS 0 and is not retained."""
    assert {kind for topic, *_ in host.messages for kind in [topic.split("/")[2]]} == {
        "NBIRTH", "DBIRTH", "DDATA", "DDEATH", "NDEATH",
    }  # fmt: skip
    assert {(qos, retain) for topic, _, qos, retain in host.messages if "/NDEATH/" not in topic} == {(0, False)}


def test_tck_id_message_flow_edge_node_birth_publish_will_message_qos_and_will_retained(host: Host) -> None:
    assert {(qos, retain) for _, _, qos, retain in host.of("NDEATH")} == {(1, False)}


def test_tck_id_topics_nbirth_topic_dbirth_topic_ddata_topic_ddeath_topic_ndeath_topic(host: Host) -> None:
    assert {topic for topic, *_ in host.messages} == {
        "spBv1.0/casino/NBIRTH/room", "spBv1.0/casino/NDEATH/room", "spBv1.0/casino/DBIRTH/room/one",
        "spBv1.0/casino/DBIRTH/room/two", "spBv1.0/casino/DDATA/room/one", "spBv1.0/casino/DDEATH/room/two",
    }  # fmt: skip


def test_tck_id_topics_nbirth_seq_num_and_payloads_sequence_num_incrementing(host: Host) -> None:
    """A birth of the node has number 0, and every message after it the next one; a node's death has none."""
    expected = 0
    for topic, payload, *_ in host.messages:
        kind = topic.split("/")[2]
        if kind == "NDEATH":
            assert payload.seq is None  # tck-id-topics-ndeath-seq
            continue
        expected = 0 if kind == "NBIRTH" else expected + 1
        assert payload.seq == expected


def test_the_number_begins_again_after_255() -> None:
    node = EdgeNode("casino", "room")
    node.connect(1)
    node.birth(1, [])
    numbers = []
    for _ in range(300):
        node._born["gone"] = ()
        numbers += [from_bytes(one.payload).seq for one in node.update(1, [])]
    assert numbers == [number % 256 for number in range(1, 301)]


def test_tck_id_topics_nbirth_bdseq_included_matching_and_increment(host: Host) -> None:
    births = [values(payload)[BD_SEQ] for _, payload, *_ in host.of("NBIRTH")]
    assert births == [0, 0, 1]  # the second birth was asked for: rebirth-action-3 wants the same number
    deaths = [payload for _, payload, *_ in host.of("NDEATH")]
    assert [payload.metrics for payload in deaths] == [  # tck-id-topics-ndeath-payload
        (SparkplugMetric(BD_SEQ, INT64, 0),),
        (SparkplugMetric(BD_SEQ, INT64, 1),),
    ]


def test_tck_id_topics_nbirth_rebirth_metric_and_its_name_datatype_and_value(host: Host) -> None:
    for _, payload, *_ in host.of("NBIRTH"):
        assert SparkplugMetric(REBIRTH, BOOLEAN, False) in payload.metrics


def test_tck_id_operational_behavior_data_commands_rebirth_action_2(host: Host) -> None:
    """Asked for, the births of the node and of every table that is there come again, and nothing between them."""
    kinds = [topic.split("/", 2)[2] for topic, *_ in host.messages]
    again = [place for place, kind in enumerate(kinds) if kind == "NBIRTH/room"][1]
    assert kinds[again : again + 2] == ["NBIRTH/room", "DBIRTH/room/one"]


def test_tck_id_message_flow_device_birth_publish_nbirth_wait(host: Host) -> None:
    kinds = [topic.split("/")[2] for topic, *_ in host.messages]
    assert kinds[0] == "NBIRTH"
    assert kinds[kinds.index("NDEATH") + 1] == "NBIRTH"


def test_tck_id_topics_nbirth_timestamp_dbirth_timestamp_ddata_timestamp(host: Host) -> None:
    now_ms = time.time_ns() // 10**6
    assert all(now_ms - 3_600_000 < payload.at_ms <= now_ms for _, payload, *_ in host.messages)


def test_tck_id_topics_dbirth_metrics_and_ddata_payload(host: Host) -> None:
    """A birth has every metric that data may follow for; data has what changed, and nothing that was not born."""
    born = {topic.rpartition("/")[2]: values(payload) for topic, payload, *_ in host.of("DBIRTH")[:2]}
    assert set(born) == {"one", "two"}
    for topic, payload, *_ in host.of("DDATA"):
        known = born[topic.rpartition("/")[2]]
        assert payload.metrics
        assert all(metric.name in known and known[metric.name] != metric.value for metric in payload.metrics)


def test_a_node_that_dies_without_a_word_is_declared_dead_by_the_broker(tmp_path: Path) -> None:
    """tck-id-message-flow-edge-node-birth-publish-will-message"""

    async def die() -> list[tuple[str, SparkplugPayload, int, bool]]:
        host, ready = Host(), asyncio.Event()
        with started(lambda: Mosquitto(tmp_path / "broker")) as broker:
            async with running(host.listen(broker.port, ready)):
                await ready.wait()
                death = EdgeNode("casino", "room").connect(1)
                will = aiomqtt.Will(death.topic, death.payload, death.qos, retain=False)
                client = aiomqtt.Client(HOST, broker.port, will=will)
                await client.__aenter__()
                client._client.socket().close()  # type: ignore[union-attr]
                await until(lambda: bool(host.messages))
        return host.messages

    installed("mosquitto", "mosquitto")
    ((topic, payload, qos, retain),) = asyncio.run(die())
    assert (topic, qos, retain) == ("spBv1.0/casino/NDEATH/room", 1, False)
    assert payload.metrics == (SparkplugMetric(BD_SEQ, INT64, 0),)


def test_every_transmission_is_recorded_as_it_was_sent(host: Host) -> None:
    assert [(topic, from_bytes(bytes.fromhex(payload))) for topic, payload in host.recorded] == [
        (topic, payload) for topic, payload, *_ in host.messages
    ]


def test_no_transmission_names_a_card_a_person_or_a_message_of_a_ruling(host: Host) -> None:
    sent = b"".join(bytes.fromhex(payload) for _, payload in host.recorded)
    assert not [card for card in PACK if f" {card}".encode() in sent]
    texts = [
        metric.value for _, payload, *_ in host.messages for metric in payload.metrics if isinstance(metric.value, str)
    ]
    assert not set(texts) & set(PACK)
    stops = [stop.message for status in host.statuses for stop in status.stops]
    assert not [text for text in texts if text and any(text in stop for stop in stops) and len(text) > 8]
    names = {metric.name for status in host.statuses for metric in metrics_of(status)}
    told = msgspec.json.encode(sorted(names)).lower()
    assert not [word for word in (b"card", b"seat", b"dealer", b"chips", b"person") if word in told]


# ---- a broker with TLS and passwords --------------------


async def _was_sent(database: Database) -> bool:
    return bool(await database.ask("SELECT 1 FROM transmissions"))


async def _through_tls(folder: Path, port: int) -> None:
    from burncard.api.floor.database import database_at

    authority = Authority.open(folder)
    other = Authority.make(folder / "other", "room", [], [HOST])
    database = database_at(str(folder / "floor.db"))
    await database.open()
    room = Room(authority, database)
    for password, trusted, scheme in (
        ("wrong", authority, "mqtts"),
        ("right", other, "mqtts"),
        ("", authority, "mqtt"),
    ):
        (folder / "broker.password").write_text(password)
        (folder / "broker.pem").write_text(trusted.certificate)
        broker = broker_at(f"{scheme}://{'floor@' if password else ''}{HOST}:{port}", folder)
        with pytest.raises((aiomqtt.MqttError, OSError)):
            await SparkplugLink(room, database, broker, "casino")._run_connected()
    assert not await _was_sent(database)
    (folder / "broker.password").write_text("right\n")
    broker = broker_at(f"mqtts://floor@{HOST}:{port}", folder)
    async with running(SparkplugLink(room, database, broker, "casino").run()):
        await until(lambda: _was_sent(database))
    await database.close()


def test_a_broker_is_reached_by_tls_with_a_password_and_no_other_one_is_trusted(tmp_path: Path) -> None:
    installed("mosquitto", "mosquitto")
    Authority.make(tmp_path, "room", [], [HOST])
    with started(lambda: Mosquitto(tmp_path / "broker", tmp_path, {"floor": "right"})) as broker:
        asyncio.run(_through_tls(tmp_path, broker.port))


@pytest.mark.parametrize("address", ["mqtt://floor@one:1883", "mqtts://floor:secret@one", "http://one", "", "one:x"])
def test_an_address_that_would_show_a_password_or_is_none_is_refused(address: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError):
        broker_at(address, tmp_path)
