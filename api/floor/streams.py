"""The room's streams on its servers, and the floor's place in them."""

from typing import Any, Final

from nats.js.api import AckPolicy, ConsumerConfig, DiscardPolicy, StorageType, StreamConfig
from nats.js.errors import NotFoundError

from burncard.controller.outbox.subjects import KEPT_STREAM, ROOT, STREAM

CONSUMER: Final = "floor"
BATCH: Final = 500
"""Messages that the floor takes together."""
MESSAGE_BYTES_MAX: Final = 1 << 20


async def make_streams(stream: Any, room: str, replicas: int, keep_days: int, duplicates_s: float) -> None:
    """Makes the streams where they are missing. Nothing is ever discarded before its time to make room.

    To be called for each new connection: the servers may have come back without them. Raises nats.errors.Error.
    """
    records = StreamConfig(
        name=STREAM,
        subjects=[f"{ROOT}.{room}.*.record"],
        num_replicas=replicas,
        storage=StorageType.FILE,
        discard=DiscardPolicy.NEW,
        max_age=keep_days * 86_400,
        max_msg_size=MESSAGE_BYTES_MAX,
        duplicate_window=duplicates_s,
        allow_direct=True,
        deny_delete=True,
        deny_purge=True,
    )
    kept = StreamConfig(
        name=KEPT_STREAM,
        subjects=[f"{ROOT}.{room}.*.kept"],
        num_replicas=replicas,
        storage=StorageType.FILE,
        max_msgs_per_subject=1,
        allow_direct=True,
    )
    for config in (records, kept):
        try:
            await stream.stream_info(config.name)
        except NotFoundError:
            await stream.add_stream(config)
    durable = ConsumerConfig(
        durable_name=CONSUMER, ack_policy=AckPolicy.EXPLICIT, ack_wait=60, max_ack_pending=4 * BATCH
    )
    try:
        await stream.consumer_info(STREAM, CONSUMER)
    except NotFoundError:
        await stream.add_consumer(STREAM, durable)
