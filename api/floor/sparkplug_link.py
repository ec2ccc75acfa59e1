"""Sends the room's health to an MQTT broker as a Sparkplug B edge node, and records every transmission."""

import asyncio
import logging
import secrets
import time
from collections.abc import Iterable
from contextlib import suppress
from typing import Final

import aiomqtt

from burncard.api.floor.broker import Broker
from burncard.api.floor.database import Database, DatabaseError
from burncard.api.floor.room_floor import Room
from burncard.api.floor.sparkplug_node import EdgeNode, Publication
from burncard.controller.outbox.ending import end
from burncard.controller.outbox.table_status import Status

SEND_S: Final = 1.0
RETRY_S: Final = 2.0

log = logging.getLogger("burncard.floor")


class SparkplugLink:
    """The node of one room. Nothing is sent that could not be recorded before."""

    def __init__(self, room: Room, database: Database, broker: Broker, group: str) -> None:
        self._room = room
        self._database = database
        self._broker = broker
        self.node = EdgeNode(group, room.authority.room)
        self._births_wanted = False

    async def run(self) -> None:
        """Sends until it is cancelled. A broker that is away is tried again."""
        while True:
            if self._room.stands_by:
                await asyncio.sleep(RETRY_S)
                continue
            try:
                await self._run_connected()
            except (aiomqtt.MqttError, OSError, DatabaseError) as error:
                log.warning("floor: the MQTT broker or the database is away: %s", error)
                await asyncio.sleep(RETRY_S)

    async def _run_connected(self) -> None:
        death = self.node.connect(_now_ms())
        will = aiomqtt.Will(death.topic, death.payload, death.qos, retain=False)
        async with aiomqtt.Client(**self._broker.options, will=will, clean_session=True) as client:
            await client.subscribe(self.node.command_topic, qos=1)
            hearing = asyncio.create_task(self._hear(client))
            try:
                await self._send(client, self.node.birth(_now_ms(), self._fresh()))
                while not hearing.done() and not self._room.stands_by:
                    await asyncio.sleep(SEND_S)
                    wanted, self._births_wanted = self._births_wanted, False
                    due = self.node.birth if wanted else self.node.update
                    await self._send(client, due(_now_ms(), self._fresh()))
                if hearing.done():
                    hearing.result()
            finally:
                with suppress(aiomqtt.MqttError, DatabaseError):
                    await self._send(client, [self.node.disconnect(_now_ms())])
                await end(hearing)

    async def _hear(self, client: aiomqtt.Client) -> None:
        async for message in client.messages:
            if isinstance(message.payload, bytes) and self.node.wants_births(str(message.topic), message.payload):
                self._births_wanted = True

    def _fresh(self) -> Iterable[Status]:
        return [heard.status for heard in self._room.heard.values() if heard.is_fresh]

    async def _send(self, client: aiomqtt.Client, publications: list[Publication]) -> None:
        for one in publications:
            await self._database.change(
                "INSERT INTO transmissions (id, at_ns, topic, payload) VALUES ($1, $2, $3, $4)",
                secrets.token_hex(12), time.time_ns(), one.topic, one.payload.hex(),
            )  # fmt: skip
            await client.publish(one.topic, one.payload, qos=one.qos, retain=False)


def _now_ms() -> int:
    return time.time_ns() // 1_000_000
