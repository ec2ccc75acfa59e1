"""A tag that is not heard for hands is noted for the technician, who is not told which card it is."""

from burncard.simulator.radio.air import Air
from burncard.simulator.radio.quality import GOOD
from burncard.simulator.rooms.many_hands import Job, room_of
from burncard.simulator.rooms.room import DetectionRoom

CODE = "tag-dead"


def noted(room: DetectionRoom) -> list[str]:
    return [line for line in room.service.devices.health["reader"].notes if line.startswith(CODE)]


def test_a_dead_tag_is_noted_after_hands_until_it_is_heard_again() -> None:
    room = room_of(Job(GOOD, 3, 0, 1, ("stud7",), mistakes=False), 0)
    assert isinstance(room.air, Air)
    back, other = room.decks.backs
    dead = sorted(room.decks.tags_of(back))[8]
    room.air.conditions.dead_tags.add(dead)
    played = 0
    while not noted(room):
        room.play()
        played += 1
        assert played < 20
    assert played > 3
    [note] = noted(room)
    assert note.startswith(f"{CODE}: tags that are not heard any more: 1 of the {back} deck. ")
    assert other not in note
    room.air.conditions.dead_tags.clear()
    room.play()
    room.play()
    assert noted(room) == []
