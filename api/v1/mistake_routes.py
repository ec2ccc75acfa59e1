"""Mistakes over time: how often the deal was stopped, and how sure that figure is."""

import asyncio
from typing import Any

from burncard.api.v1.addresses import EVERYBODY, Call, Group
from burncard.api.v1.messages import Mistakes, MistakesPage, MistakesQuery
from burncard.controller.views.mistake_rates import HandStops, rates

GROUP = Group("mistakes")


@GROUP.get("/mistakes", EVERYBODY, MistakesPage, query=MistakesQuery, is_slow=True)
async def list_mistakes(call: Call[None]) -> Any:
    """How often the deal was stopped in the latest hands, by rule, dealer, game or hour, the most frequent first."""
    asked = call.query(MistakesQuery)
    hands: list[HandStops] = []
    for hand in call.context.stop_counts.hands(asked.hands):
        hands.append(hand)
        await asyncio.sleep(0)  # the table's own work goes first
    items = [
        Mistakes(
            key=one.key,
            words=one.words,
            count=one.stops,
            stopped_hands=one.stopped_hands,
            hands=one.hands,
            rate=round(one.rate, 2),
            low=round(one.bounds[0], 2),
            high=round(one.bounds[1], 2),
        )
        for one in rates(hands, asked.by)
    ]
    return MistakesPage(items=items, next=None)
