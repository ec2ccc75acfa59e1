"""Every byte of a journal's file is accounted for: it belongs to a row, to the tree that leads there, or it is zero.

The chains say whether a row was changed. They say nothing of the bytes between the rows, nor of a file that is cut off
after its last row. A journal is only added to, so its file has one form, which is checked page by page as SQLite's file
format (https://www.sqlite.org/fileformat2.html, sections 1.3 to 2.1) defines it.

What is left: the number of the library that wrote the file last, and counters that only have to agree.
"""

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

MAGIC: Final = b"SQLite format 3\x00"
HEADER_BYTES: Final = 100
WAL_MODE: Final = 2
FRACTIONS: Final = (64, 32, 32)
RESERVED: Final = slice(72, 92)
ZERO_FIELDS: Final = (32, 36, 48, 52, 64, 68)
"""Free pages, vacuuming, cursors, names of the application: fields that a journal does not use."""
LIBRARY_MIN: Final = 3_007_000
LIBRARY_MAX: Final = 3_999_999
INTERIOR_TABLE: Final = 5
LEAF_TABLE: Final = 13
CHILD_BYTES: Final = 4
VARINT_BYTES_MAX: Final = 9


class PageError(ValueError):
    """A page holds what no table wrote. `page`: its number, from 1."""

    def __init__(self, page: int, reason: str) -> None:
        super().__init__(f"page {page}: {reason}")
        self.page = page


@dataclass(frozen=True, slots=True)
class _Node:
    """A page of a b-tree: the pages below it, and the overflow pages of its cells with the bytes that are there."""

    children: tuple[int, ...]
    overflows: tuple[tuple[int, int], ...]
    rows: tuple[int, ...]


def check_file(data: bytes) -> None:
    """Checks a whole file without its write-ahead file. Raises PageError."""
    size = check_header(data)
    count = _number(data, 28)
    if len(data) != count * size:
        raise PageError(min(len(data) // size, count) + 1, f"the file has {len(data)} bytes instead of {count * size}")
    seen: set[int] = set()
    roots = _roots(data, size)
    tables = (len(roots), 4, 1, len(roots) - 1)  # a migration made each table but one
    if tuple(_number(data, at) for at in (40, 44, 56, 60)) != tables:
        raise PageError(1, "the header was changed")
    for root in (1, *roots):
        _follow(data, size, root, 0, seen)
    for number in range(1, count + 1):
        if number not in seen:
            raise PageError(number, "no row is there")


def check_header(data: bytes) -> int:
    """Checks the first bytes of a file; the size of its pages. Raises PageError."""
    size = int.from_bytes(data[16:18], "big")
    sound = (
        len(data) >= HEADER_BYTES
        and data[:16] == MAGIC
        and size in (512, 1024, 2048, 4096, 8192, 16384, 32768)
        and data[18] == data[19] == WAL_MODE
        and data[20] == 0
        and tuple(data[21:24]) == FRACTIONS
        and (_number(data, 44), _number(data, 56)) in ((4, 1), (0, 0), (0, 1))  # zero until there is a table
        and not any(_number(data, at) for at in ZERO_FIELDS)
        and not any(data[RESERVED])
        and _number(data, 24) == _number(data, 92)
        and LIBRARY_MIN <= _number(data, 96) <= LIBRARY_MAX
    )
    if not sound:
        raise PageError(1, "the header was changed")
    return size


def check_page(page: bytes, number: int, size: int) -> None:
    """Checks one page by itself, if it is of a tree. Raises PageError."""
    if number == 1:
        check_header(page)
    if not any(page):
        raise PageError(number, "it is empty")
    if number == 1 or page[0]:  # the first byte of an overflow page is zero
        _node(page, number, size)


def children_of(page: bytes, number: int, size: int) -> tuple[int, ...]:
    """The pages that a page of a tree leads to; none for any other page. Raises PageError."""
    return _node(page, number, size).children if page[HEADER_BYTES if number == 1 else 0] == INTERIOR_TABLE else ()


def cells_of(page: bytes, number: int, size: int) -> list[bytes]:
    """The cells of a leaf, each with its row's number; none for any other page. Raises PageError."""
    start = HEADER_BYTES if number == 1 else 0
    if page[start] != LEAF_TABLE:
        return []
    found = []
    for place in range(_short(page, start + 3)):
        at = _short(page, start + 8 + 2 * place)
        try:
            found.append(page[at : _cell(page, at, size, interior=False)[0]])
        except IndexError as error:
            raise PageError(number, "a cell was changed") from error
    return found


def rows_of(page: bytes, number: int, size: int) -> list[tuple[int | str | bytes | None, ...]]:
    """The rows of a leaf that are whole there: their numbers, then their other columns. Raises PageError."""
    found: list[tuple[int | str | bytes | None, ...]] = []
    for cell in cells_of(page, number, size):
        length, at = _varint(cell, 0)
        row, at = _varint(cell, at)
        if len(cell) != at + length:
            continue  # the rest is on another page
        try:
            found.append((row, *_record(cell[at:])[1:]))
        except (IndexError, UnicodeDecodeError) as error:
            raise PageError(number, "a row was changed") from error
    return found


def _record(payload: bytes) -> list[int | str | bytes | None]:
    """The values of a row (section 2.1); a journal has no fractions. Raises IndexError, UnicodeDecodeError."""
    header, at = _varint(payload, 0)
    kinds: list[int] = []
    while at < header:
        kind, at = _varint(payload, at)
        kinds.append(kind)
    values: list[int | str | bytes | None] = []
    for kind in kinds:
        raw = payload[at : at + _length(kind)]
        at += len(raw)
        if kind >= 12:
            values.append(raw.decode() if kind % 2 else raw)
        else:
            values.append(None if kind == 0 else int.from_bytes(raw, "big", signed=True) if kind < 7 else kind - 8)
    return values


def check_superseded(data: bytes, whole: bytes) -> None:
    """Checks a file as it was before its write-ahead file was folded in, which made it `whole`. Raises PageError.

    A page that is newer in the write-ahead file is read by nobody; but it is an older form of the same rows.
    """
    size = check_header(data)
    if len(data) % size:
        raise PageError(len(data) // size + 1, "the file ends within it")
    for number in range(1, len(data) // size + 1):
        page, newer = _page(data, size, number), _page(whole, size, number)
        if page == newer:
            continue
        check_page(page, number, size)
        kind, newer_kind = (one[HEADER_BYTES if number == 1 else 0] for one in (page, newer))
        if kind == INTERIOR_TABLE == newer_kind:
            if not set(_node(newer, number, size).children).issuperset(_node(page, number, size).children):
                raise PageError(number, "it leads to other pages than it did")
            continue
        if kind != LEAF_TABLE or newer_kind not in (LEAF_TABLE, INTERIOR_TABLE):
            raise PageError(number, "it is of another kind than it was")
        known = cells_of(newer, number, size)
        if newer_kind == INTERIOR_TABLE:  # it has become a page that leads to others, to which its rows have moved
            pages = range(1, len(whole) // size + 1)
            known = [cell for other in pages for cell in cells_of(_page(whole, size, other), other, size)]
        if not set(known).issuperset(cells_of(page, number, size)):
            raise PageError(number, "it holds a row that is not there in the journal")


def _roots(data: bytes, size: int) -> list[int]:
    """The first page of each table's tree, by the list of tables."""
    roots = []
    for body in _bodies(_page(data, size, 1)):
        header, at = _varint(body, 0)
        kinds = []
        while at < header:
            kind, at = _varint(body, at)
            kinds.append(kind)
        if len(kinds) != 5 or not 1 <= kinds[3] <= 4:
            raise PageError(1, "the list of tables was changed")
        start = header + sum(_length(kind) for kind in kinds[:3])
        roots.append(int.from_bytes(body[start : start + _length(kinds[3])], "big"))
    return roots


def _length(kind: int) -> int:
    """The bytes of a value of a record, by its kind (section 2.1)."""
    return (kind - 12) // 2 if kind >= 12 else (0, 1, 2, 3, 4, 6, 8, 8, 0, 0, 0, 0)[kind]


def _bodies(page: bytes) -> Iterator[bytes]:
    if page[HEADER_BYTES] != LEAF_TABLE:
        raise PageError(1, "the list of tables was changed")
    for place in range(_short(page, HEADER_BYTES + 3)):
        at = _short(page, HEADER_BYTES + 8 + 2 * place)
        length, at = _varint(page, at)
        _, at = _varint(page, at)
        yield page[at : at + length]


def _follow(data: bytes, size: int, number: int, last: int, seen: set[int]) -> int:
    """Follows a tree, and notes its pages; its last row's number. Rows are numbered from `last` on without a gap."""
    _take(number, data, size, seen)
    node = _node(_page(data, size, number), number, size)
    for child, key in zip(node.children, (*node.rows, 0), strict=False):
        last = _follow(data, size, child, last, seen)
        if key and last != key:
            raise PageError(number, "it leads to other rows than it says")
    if not node.children and node.rows:
        if node.rows != tuple(range(last + 1, last + 1 + len(node.rows))):
            raise PageError(number, "its rows are not numbered one after the other")
        last = node.rows[-1]
    for first, left in node.overflows:
        _overflow(data, size, first, left, seen)
    return last


def _overflow(data: bytes, size: int, number: int, left: int, seen: set[int]) -> None:
    """Follows the rest of a row that is longer than a page."""
    while left:
        _take(number, data, size, seen)
        page = _page(data, size, number)
        following, used = _number(page, 0), min(left, size - 4)
        left -= used
        if any(page[4 + used :]) or bool(following) != bool(left):
            raise PageError(number, "bytes after the end of a row were changed")
        number = following


def _take(number: int, data: bytes, size: int, seen: set[int]) -> None:
    if not 1 <= number <= len(data) // size or number in seen:
        raise PageError(min(max(number, 1), len(data) // size), "a page is used twice, or is not there")
    seen.add(number)


def _node(page: bytes, number: int, size: int) -> _Node:
    """Reads a page of a tree: every byte is its header's, a cell's, or zero."""
    start = HEADER_BYTES if number == 1 else 0
    kind = page[start]
    if kind not in (INTERIOR_TABLE, LEAF_TABLE):
        raise PageError(number, "it is no page of a table")
    interior = kind == INTERIOR_TABLE
    pointers, count = start + (12 if interior else 8), _short(page, start + 3)
    lowest = _short(page, start + 5)
    used = [(start, pointers + 2 * count)]
    children, overflows, rows = [], [], []
    if _short(page, start + 1) or page[start + 7] or lowest < pointers + 2 * count:
        raise PageError(number, "its header was changed")
    for place in range(count):
        at = _short(page, pointers + 2 * place)
        try:
            end, child, overflow, row = _cell(page, at, size, interior=interior)
        except IndexError as error:
            raise PageError(number, "a cell was changed") from error
        used.append((at, end))
        children += [child] if interior else []
        overflows += [overflow] if overflow[1] else []
        rows.append(row)
    if interior:
        children.append(_number(page, start + 8))
    if min((at for at, _ in used[1:]), default=size) != lowest or rows != sorted(rows):
        raise PageError(number, "its cells are not where its header says")
    at = start
    for begin, end in sorted(used):
        if begin < at or end > size or any(page[at:begin]):
            raise PageError(number, "bytes between its cells were changed")
        at = end
    if any(page[at:]):
        raise PageError(number, "bytes after its cells were changed")
    return _Node(tuple(children), tuple(overflows), tuple(rows))


def _cell(page: bytes, at: int, size: int, *, interior: bool) -> tuple[int, int, tuple[int, int], int]:
    """One cell: where it ends, the page below it, its overflow with the bytes there, and its row's number."""
    if interior:
        row, end = _varint(page, at + CHILD_BYTES)
        return end, _number(page, at), (0, 0), row
    length, end = _varint(page, at)
    row, end = _varint(page, end)
    most = size - 35
    if length <= most:
        return end + length, 0, (0, 0), row
    least = (size - 12) * 32 // 255 - 23
    local = least + (length - least) % (size - 4)
    local = local if local <= most else least
    return end + local + 4, 0, (_number(page, end + local), length - local), row


def _page(data: bytes, size: int, number: int) -> bytes:
    return data[(number - 1) * size : number * size]


def _number(data: bytes, at: int) -> int:
    return struct.unpack_from(">I", data, at)[0] if at + 4 <= len(data) else 0


def _short(data: bytes, at: int) -> int:
    return int.from_bytes(data[at : at + 2], "big")


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """A number of variable length, and where it ends. Raises IndexError."""
    value = 0
    for place in range(VARINT_BYTES_MAX - 1):
        byte = data[at + place]
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, at + place + 1
    return value << 8 | data[at + 8], at + VARINT_BYTES_MAX
