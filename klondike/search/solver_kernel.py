"""The solver's compiled half: depth-first search over positions without arrangement.

Cards are bits of one integer: bit 4 × (rank - 1) + suit, with hearts 0, diamonds 1, spades 2 and clubs 3, so
that a pair of neighbouring bits holds the two cards of one rank and colour, which are interchangeable as
places to build on. `solver.py` says what is searched and why each pruning is sound.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numba import types
from numba.extending import intrinsic
from numpy.typing import NDArray

from klondike.search.cache import kernel

if TYPE_CHECKING:
    from collections.abc import Callable

Ints = NDArray[np.int64]

ACES: Final = 0xF
KINGS: Final = 0xF << 48
KINGS_RANK: Final = 12
LOW: Final = 0x5555555555555
"""The first card of every pair."""
RED: Final = 0x3333333333333
WON: Final = 0xF << 52
"""The next cards of four full foundations."""
PILES: Final = 7
NUMBERS: Final = 52
MOST_WASTE: Final = 24
THREE: Final = 3
"""The draw, where it is not 1: a constant divides faster."""

# A level of the search: one position, and the moves not tried yet.
UP: Final = 0
"""Cards face up in the columns."""
ROOTS: Final = 1
"""Those of them that lie lowest in their column, but no king on the bare table."""
NEXT: Final = 2
"""The card that each foundation takes next, bit 52 and above where it is full."""
HEIGHTS: Final = 3
"""The same as four numbers of four bits."""
STOCK: Final = 4
"""The cards of stock and waste."""
ORDER: Final = 5
"""The same as bits by their place in the order of the draws."""
WASTE: Final = 6
"""How many of them are on the waste; 0 also for all that is equal to it."""
RECYCLES: Final = 7
"""Recycles left; 0 where passes are unlimited."""
DEPTHS: Final = 8
"""How much of each column is not yet uncovered, as one number."""
PENDING: Final = 9
"""Cards of one rank that were just placed and must be used; 0 for none."""
UNUSED: Final = 10
"""Cards of the rank above that were placed before them and are still to be used by their like."""
REACH: Final = 11
"""The stock and waste cards that draws bring to the top."""
LENGTH: Final = 12
"""Moves on the path to here."""
MOVES: Final = 13
"""The first of the five sets of moves not tried yet, in the order of the kinds."""
FIELDS: Final = 18

REVEAL: Final = 0
HOME: Final = 1
STOCK_HOME: Final = 2
STOCK_COLUMN: Final = 3
TAKE_BACK: Final = 4
KINDS: Final = 5

# What a puzzle is, by card: rows of one array.
BELOW: Final = 0
"""The card that is uncovered when this one, a root, leaves; as a bit."""
BELOW_ROOT: Final = 1
"""The same, if it becomes a root."""
WEIGHT: Final = 2
"""What its column's count weighs in DEPTHS."""
PLACE: Final = 3
"""Its place in the order of the draws."""
AT_PLACE: Final = 4
"""By place, not by card: the card there, as a bit."""
RULES: Final = 5
"""By the three numbers that follow."""
ROWS: Final = 6

DRAW: Final = 0
UNLIMITED: Final = 1
"""1 if the stock may be gone through without end."""
TAKES_BACK: Final = 2

# The cursor: where a search stands between slices.
DEPTH: Final = 0
STATES: Final = 1
STORED: Final = 2
CUT: Final = 3
"""1 once a position was left unexplored because the path was too long."""
PATH: Final = 4
"""Moves of the winning path."""
LIMIT: Final = 5
"""Positions after which the slice ends."""
CURSOR: Final = 6

# A line is written down in numbers: source + 16 × target + 256 × count, where draws in a row are counted as
# one move.
STOCK_PILE: Final = 0
WASTE_PILE: Final = 1
FOUNDATION: Final = 2
SUITS: Final = 3
"""The foundation of hearts, then diamonds, spades, clubs."""
COLUMNS: Final = 7
"""The first column, then the others."""

# The cards as they lie, while a line is written down: a row for each column and one for stock and waste in
# the order of the draws; then a row with their sizes, the face-down cards of each column, and the waste.
SIZES: Final = 8
DOWN: Final = 8
ON_WASTE: Final = 15
PLACES: Final = 52

GOES_ON: Final = 0
FOUND: Final = 1
EXHAUSTED: Final = 2
FULL: Final = 3
"""The table wants to be larger."""


def _count_bits(_context: Any, _number: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, values: Any) -> Any:
        return builder.ctpop(values[0])

    return types.int64(types.int64), generate


def _count_zeros(_context: Any, _number: Any) -> Any:
    def generate(context: Any, builder: Any, _signature: Any, values: Any) -> Any:
        return builder.cttz(values[0], context.get_constant(types.boolean, False))  # noqa: FBT003

    return types.int64(types.int64), generate


_popcount: Callable[[int], int] = intrinsic(_count_bits)
"""How many bits are set."""
_lowest: Callable[[int], int] = intrinsic(_count_zeros)
"""The index of the lowest bit set."""


@kernel
def _swapped(cards: int) -> int:
    """Exchange the red and the black pair of every rank."""
    return (cards & RED) << 2 | (cards >> 2) & RED


@kernel
def _open_pairs(up: int, roots: int) -> int:
    """Give the pairs of which a further card finds a card to lie on, as the first card of each."""
    parents = _swapped(up >> 4)
    children = up & ~roots
    some = (parents | parents >> 1) & ~(children | children >> 1)
    both = (parents & parents >> 1) & ~(children & children >> 1)
    return (some | both) & LOW


@kernel
def _free(up: int, open_pairs: int) -> int:
    """Give the cards in the columns that are bare, or can be made so by moving what lies on them aside."""
    pairs = _swapped(open_pairs)
    return up & ((pairs | pairs << 1) << 4 | ACES)


@kernel
def _safe(heights: int, less: int) -> int:
    """Give the suits whose next card, or with `less` 1 whose top card, nobody needs in the columns."""
    hearts, diamonds = heights & 15, heights >> 4 & 15
    spades, clubs = heights >> 8 & 15, heights >> 12 & 15
    red, black = min(hearts, diamonds), min(spades, clubs)
    hearts_limit, diamonds_limit = min(black + 1, diamonds + 2), min(black + 1, hearts + 2)
    spades_limit, clubs_limit = min(red + 1, clubs + 2), min(red + 1, spades + 2)
    return (
        (hearts - less <= hearts_limit)
        | (diamonds - less <= diamonds_limit) << 1
        | (spades - less <= spades_limit) << 2
        | (clubs - less <= clubs_limit) << 3
    )


@kernel
def _of_suits(suits: int) -> int:
    """Give all cards of a set of suits, places above the king included."""
    return suits * 0x11111111111111


@kernel
def _select(bits: int, count: int) -> int:
    """Give the bit with `count` set bits below it."""
    for _ in range(count):
        bits &= bits - 1
    return bits & -bits


@kernel
def _in_reach(level: Ints, puzzle: Ints) -> int:
    """Give the stock and waste cards that draws, and a recycle where one is left, bring to the top."""
    draw = puzzle[RULES, DRAW]
    recycles = puzzle[RULES, UNLIMITED] or level[RECYCLES]
    if draw == 1 and recycles:
        return int(level[STOCK])
    left, waste = level[ORDER], level[WASTE]
    count = _popcount(left)
    # The next places that this pass, and a later one, bring to the top.
    now = waste or draw
    later = draw if recycles else MOST_WASTE + 1
    found = 0
    for place in range(1, count + 1):
        if place in (now, later, count):
            found |= puzzle[AT_PLACE, _lowest(left)]
            now += draw if place == now else 0
            later += draw if place == later else 0
        left &= left - 1
    return found


@kernel
def _leave_stock(level: Ints, puzzle: Ints, card: int) -> None:
    """Take a card that is in reach out of stock and waste."""
    draw, order = puzzle[RULES, DRAW], level[ORDER]
    count = _popcount(order)
    bit = 1 << puzzle[PLACE, _lowest(card)]
    place = _popcount(order & (bit - 1)) + 1
    level[STOCK] &= ~card
    level[ORDER] = order & ~bit
    if puzzle[RULES, UNLIMITED]:
        waste = place - 1
        level[WASTE] = 0 if waste % draw == 0 or waste == count - 1 else waste
    else:
        waste = level[WASTE]
        if place < waste or ((place - waste) % draw != 0 and place != count):
            level[RECYCLES] -= 1
        level[WASTE] = place - 1
        if count == 1:
            level[RECYCLES] = 0
    level[REACH] = _in_reach(level, puzzle)


@kernel
def _leave_column(level: Ints, puzzle: Ints, card: int) -> None:
    """Uncover what lies below a root that leaves its place."""
    index = _lowest(card)
    level[UP] |= puzzle[BELOW, index]
    level[ROOTS] = level[ROOTS] & ~card | puzzle[BELOW_ROOT, index]
    level[DEPTHS] -= puzzle[WEIGHT, index]


@kernel
def _go_home(level: Ints, puzzle: Ints, card: int) -> None:
    """Send a card of the columns to its foundation."""
    level[UP] &= ~card
    if level[ROOTS] & card:
        _leave_column(level, puzzle, card)
    _raise(level, card)


@kernel
def _raise(level: Ints, card: int) -> None:
    level[NEXT] += (card << 4) - card
    level[HEIGHTS] += 1 << 4 * (_lowest(card) & 3)


@kernel
def _play(level: Ints, puzzle: Ints, kind: int, card: int) -> None:
    """Make one move."""
    if not _is_deferred(puzzle, kind):
        level[PENDING] = 0
        level[UNUSED] = 0
    if kind == REVEAL:
        _leave_column(level, puzzle, card)
    elif kind == HOME:
        _go_home(level, puzzle, card)
    elif kind == STOCK_HOME:
        _leave_stock(level, puzzle, card)
        _raise(level, card)
    elif kind == STOCK_COLUMN:
        _leave_stock(level, puzzle, card)
        level[UP] |= card
    else:
        level[UP] |= card
        level[NEXT] += card - (card << 4)
        level[HEIGHTS] -= 1 << 4 * (_lowest(card) & 3)
    if _is_deferred(puzzle, kind):
        _await_use(level, kind, card)


@kernel
def _is_deferred(puzzle: Ints, kind: int) -> bool:
    """Tell whether a kind of move is made only where its card is used at once."""
    anywhere = puzzle[RULES, DRAW] == 1 and puzzle[RULES, UNLIMITED] != 0
    return kind == TAKE_BACK or (kind == STOCK_COLUMN and anywhere)


@kernel
def _await_use(level: Ints, kind: int, card: int) -> None:
    """Note a card that was placed, and which of those before it it uses."""
    placed = level[PENDING]
    if placed and _lowest(placed) >> 2 == _lowest(card) >> 2:
        level[PENDING] = placed | card
    else:
        level[PENDING] = card
        level[UNUSED] = placed
    used = _swapped(_pair(card)) << 4
    if kind == TAKE_BACK:
        used |= card << 4
    level[UNUSED] &= ~used


@kernel
def _pair(card: int) -> int:
    """Give a card and its sister of the same rank and colour."""
    first = (card | card >> 1) & LOW
    return first | first << 1


@kernel
def _send_safe(level: Ints, puzzle: Ints, path: Ints) -> None:
    """Send home what is safe there, until nothing is."""
    while True:
        wanted = level[NEXT] & _of_suits(_safe(level[HEIGHTS], 0))
        card = wanted & _free(level[UP], _open_pairs(level[UP], level[ROOTS]))
        kind = HOME
        if not card:
            kind = STOCK_HOME
            card = wanted & _safe_from_stock(level, puzzle)
            if not card:
                return
        card &= -card
        if kind == HOME:
            _go_home(level, puzzle, card)
        else:
            _leave_stock(level, puzzle, card)
            _raise(level, card)
        path[level[LENGTH]] = kind << 6 | _lowest(card)
        level[LENGTH] += 1


@kernel
def _safe_from_stock(level: Ints, puzzle: Ints) -> int:
    """Give the stock and waste cards whose leaving cannot put another out of reach."""
    single = puzzle[RULES, DRAW] == 1
    if puzzle[RULES, UNLIMITED]:
        return int(level[STOCK]) if single else 0
    if level[WASTE] and (single or not level[RECYCLES]):
        return int(puzzle[AT_PLACE, _lowest(_select(level[ORDER], level[WASTE] - 1))])
    return 0


@kernel
def _list_moves(level: Ints, puzzle: Ints) -> None:
    """Note the moves to be tried."""
    up, roots, wanted = level[UP], level[ROOTS], level[NEXT]
    pairs = _open_pairs(up, roots)
    fits = pairs | pairs << 1
    if PILES - _popcount(roots) - _popcount(up & ~roots & KINGS) > 0:
        fits |= KINGS
    reach = level[REACH]
    level[MOVES + REVEAL] = roots & fits
    level[MOVES + HOME] = wanted & _free(up, pairs)
    level[MOVES + STOCK_HOME] = reach & wanted
    level[MOVES + STOCK_COLUMN] = reach & fits
    level[MOVES + TAKE_BACK] = (
        wanted >> 4 & fits & ~_of_suits(_safe(level[HEIGHTS], 1)) if puzzle[RULES, TAKES_BACK] else 0
    )
    if level[PENDING]:
        _keep_uses(level, puzzle)


@kernel
def _keep_uses(level: Ints, puzzle: Ints) -> None:
    """Strike off the moves that leave a placed card unused."""
    placed = level[PENDING]
    rank = 15 << (_lowest(placed) & ~3)
    deferred = rank & ~(placed | placed >> 1 | placed >> 2 | placed >> 3)
    uses = 0
    if not level[UNUSED]:
        deferred |= rank >> 4
        if not placed & (placed - 1):
            uses = _pair(placed)
    children = _swapped(uses >> 4)
    level[MOVES + REVEAL] &= children
    level[MOVES + HOME] &= uses & ~placed
    level[MOVES + STOCK_HOME] = 0
    level[MOVES + STOCK_COLUMN] &= deferred if _is_deferred(puzzle, STOCK_COLUMN) else children
    level[MOVES + TAKE_BACK] &= deferred


@kernel
def _entry(level: Ints, draw: int) -> int:
    """Write a position down for the table: last how little was drawn, which a key leaves out."""
    key = level[DEPTHS] | level[HEIGHTS] << 16 | level[ORDER] << 32 | level[RECYCLES] << 56
    waste = int(level[WASTE])
    if draw == 1:
        return int(key << 6 | MOST_WASTE + 1 - waste)
    return int(key << 6 | waste % THREE << 4 | MOST_WASTE // THREE + 1 - waste // THREE)


@kernel
def _insert(table: Ints, entry: int, draw: int) -> bool:
    """Put a position into the table; False where it was there, or one from which more can be drawn."""
    rest = 63 if draw == 1 else 15
    key = entry & ~rest
    mixed = (key ^ key >> 29) * 0x9E3779B97F4A7C1
    slot = (mixed ^ mixed >> 32) & (table.size - 1)
    while table[slot]:
        if table[slot] & ~rest == key:
            if table[slot] & rest >= entry & rest:
                return False
            break
        slot = slot + 1 & (table.size - 1)
    table[slot] = entry
    return True


@kernel
def rehash(old: Ints, new: Ints, puzzle: Ints, begin: int, end: int) -> None:
    """Carry a part of one table over into a larger one."""
    for slot in range(begin, end):
        if old[slot]:
            _insert(new, old[slot], puzzle[RULES, DRAW])


@kernel
def begin(level: Ints, puzzle: Ints, path: Ints, table: Ints, cursor: Ints) -> None:
    """Finish the position that is searched."""
    level[REACH] = _in_reach(level, puzzle)
    _enter(level, puzzle, path, table, cursor)


@kernel
def _enter(level: Ints, puzzle: Ints, path: Ints, table: Ints, cursor: Ints) -> bool:
    """Finish a position that a move led to: forced moves, the table, the moves to be tried.

    False where it was known before.
    """
    cursor[STATES] += 1
    if not level[PENDING]:
        _send_safe(level, puzzle, path)
        draw = puzzle[RULES, DRAW]
        if not _insert(table, _entry(level, draw), draw):
            return False
        cursor[STORED] += 1
    _list_moves(level, puzzle)
    return True


@kernel
def _next_move(level: Ints) -> int:
    """Give a move not tried yet, as a step of a path, and strike it off; -1 where none is left."""
    for kind in range(KINDS):
        cards = level[MOVES + kind]
        if cards:
            level[MOVES + kind] = cards & (cards - 1)
            return kind << 6 | _lowest(cards)
    return -1


@kernel
def search(levels: Ints, puzzle: Ints, path: Ints, table: Ints, cursor: Ints) -> int:
    """Go on until the limit of the slice, the end of the search, or a full table."""
    depth = cursor[DEPTH]
    status = GOES_ON
    room = table.size - table.size // 4
    while status == GOES_ON and cursor[STATES] < cursor[LIMIT]:
        level = levels[depth]
        if level[NEXT] == WON:
            cursor[PATH] = level[LENGTH]
            status = FOUND
            break
        if cursor[STORED] >= room:
            status = FULL
            break
        step = _next_move(level)
        if step < 0:
            if depth == 0:
                status = EXHAUSTED
            else:
                depth -= 1
        elif depth + 1 == levels.shape[0]:
            cursor[CUT] = 1
        else:
            below = levels[depth + 1]
            _take_step(level, below, puzzle, path, step)
            depth += _enter(below, puzzle, path, table, cursor)
    cursor[DEPTH] = depth
    return status


@kernel
def _take_step(level: Ints, below: Ints, puzzle: Ints, path: Ints, step: int) -> None:
    """Make the level below by a move."""
    for field in range(MOVES):
        below[field] = level[field]
    _play(below, puzzle, step >> 6, 1 << (step & 63))
    path[below[LENGTH]] = step
    below[LENGTH] += 1


@kernel
def _write(line: Ints, source: int, target: int, count: int) -> None:
    """Put a move behind the others; the first number of a line is its length."""
    line[0] += 1
    line[line[0]] = source + 16 * target + 256 * count


@kernel
def _write_draws(line: Ints, cards: int, draw: int) -> None:
    """Put the draws that turn so many cards behind the other moves."""
    if cards:
        _write(line, STOCK_PILE, WASTE_PILE, (cards + draw - 1) // draw)


@kernel
def _find(piles: Ints, card: int) -> tuple[int, int]:
    """Give the pile and the place in it where a card lies; pile 8 where it is on a foundation."""
    for pile in range(PILES + 1):
        for place in range(piles[SIZES, pile]):
            if piles[pile, place] == card:
                return pile, place
    return PILES + 1, 0


@kernel
def _place_for(piles: Ints, card: int) -> int:
    """Give a column that takes a card; 7 where none does."""
    king = card >> 2 == KINGS_RANK
    for column in range(PILES):
        size = piles[SIZES, column]
        if size == 0:
            if king:
                return column
            continue
        top = piles[column, size - 1]
        if not king and top >> 2 == (card >> 2) + 1 and (top ^ card) & 2:
            return column
    return PILES


@kernel
def _shorten(piles: Ints, column: int, size: int) -> None:
    """Take the cards of a column away down to a size, and turn up what is uncovered."""
    piles[SIZES, column] = size
    if size and piles[SIZES, DOWN + column] == size:
        piles[SIZES, DOWN + column] -= 1


@kernel
def _carry(piles: Ints, column: int, place: int, target: int, line: Ints) -> None:
    """Carry a column's cards from a place on to another column."""
    count = piles[SIZES, column] - place
    for offset in range(count):
        piles[target, piles[SIZES, target] + offset] = piles[column, place + offset]
    piles[SIZES, target] += count
    _shorten(piles, column, place)
    _write(line, COLUMNS + column, COLUMNS + target, count)


@kernel
def _bring(piles: Ints, place: int, draw: int, line: Ints) -> None:
    """Draw, and recycle if need be, until a stock or waste card is on top, and take it off."""
    count, waste = piles[SIZES, PILES], piles[SIZES, ON_WASTE]
    wanted = place + 1
    if wanted < waste or ((wanted - waste) % draw != 0 and wanted != count):
        _write_draws(line, count - waste, draw)
        _write(line, WASTE_PILE, STOCK_PILE, 1)
        waste = 0
    _write_draws(line, wanted - waste, draw)
    for later in range(place, count - 1):
        piles[PILES, later] = piles[PILES, later + 1]
    piles[SIZES, PILES] -= 1
    piles[SIZES, ON_WASTE] = place


@kernel
def unfold(path: Ints, piles: Ints, draw: int, line: Ints) -> bool:
    """Write a path down as moves that can be played; False if a card has no place to go."""
    for step in path:
        kind, card = step >> 6, step & 63
        pile, place = _find(piles, card)
        if kind == HOME:
            if pile >= PILES:
                return False
            if place + 1 < piles[SIZES, pile]:
                other, _ = _find(piles, card ^ 1)
                if other >= PILES:
                    return False
                _carry(piles, pile, place + 1, other, line)
            _shorten(piles, pile, place)
            _write(line, COLUMNS + pile, FOUNDATION, 1)
            continue
        if kind == STOCK_HOME:
            _bring(piles, place, draw, line)
            _write(line, WASTE_PILE, FOUNDATION, 1)
            continue
        target = _place_for(piles, card)
        if target == PILES:
            return False
        if kind == REVEAL:
            _carry(piles, pile, piles[SIZES, DOWN + pile], target, line)
            continue
        if kind == STOCK_COLUMN:
            _bring(piles, place, draw, line)
        piles[target, piles[SIZES, target]] = card
        piles[SIZES, target] += 1
        _write(line, WASTE_PILE if kind == STOCK_COLUMN else SUITS + (card & 3), COLUMNS + target, 1)
    return True
