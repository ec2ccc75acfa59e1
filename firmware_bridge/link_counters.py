"""What the host counts on our own link; `burncard doctor` and the technician's page show it."""

from dataclasses import dataclass


@dataclass(slots=True)
class LinkCounters:
    """Counts of what happened on the link; the frame reader counts damaged frames."""

    bad_payloads: int = 0
    unknown_types: int = 0
    repeated_events: int = 0
    gaps: int = 0
    command_retries: int = 0
    commands_dropped: int = 0
    commands_refused: int = 0
    commands_unanswered: int = 0
    events_held_back: int = 0
    events_lost: int = 0
    restarts: int = 0
    sessions: int = 0
