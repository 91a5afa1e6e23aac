"""The compiled half of the strong hint: a search over what the player can see, in deals imagined at random.

A card is a number here: (rank - 1) x 4 + suit, suits in the order hearts, diamonds, spades, clubs. A set of
cards is then an integer, a column's face-up run is a set (its lowest bit the top, its highest the base), and
the twin of a card (same rank, same colour) is one bit away.

A table is one int64 array, laid out by the constants below. Moves between columns that uncover nothing are
not in the tree: cards of one rank and colour are equal as places to build on, so such a move changes nothing
that matters. Where a card can only be reached by shifting the run on it to its twin, the shift belongs to the
move. Every move of the tree makes progress that is never undone, so it has no loops.

The weights were tuned on deals from 1,000,000,000 on; no deal of the measurements was used.
"""

# ruff: noqa: PLR0913, PLR0917 - what is compiled takes plain arrays, not objects that hold them
# An array's items are Any, and so is numba.
# mypy: disable-error-code="no-any-return, untyped-decorator"

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from numba import types
from numba.extending import intrinsic

from klondike.search import solver_kernel as solver
from klondike.search.cache import kernel

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Smalls = NDArray[np.int32]
    Floats = NDArray[np.float64]

# A table: seven columns (sets of face-up cards), how many cards lie face down in each, those cards (six a
# column, the lowest first), waste and stock as one pile, the root slot of each of its cards, and numbers.
UP = 0
DOWN = 7
BURIED = 14
PILE = 56
SLOT = 80
HOME = 104  # the set of cards on the foundations
SIZE = 105  # cards in the pile
DRAWN = 106  # how many of them are waste
LEFT = 107  # recycles left; only counted where passes are limited
SEEN = 108  # the set of pile cards that the player has seen
NEWS = 109  # a hash of where pile cards were that came into view within the search
TABLE = 110

# Settings of a search (int64).
DRAW = 0
LIMITED = 1
FANNED = 2
BY_CARDS = 3  # whether a game is worth its cards home, as dollars are, and not its win alone
TAKE_BACK = 4
SURE = 5  # whether a game counts as won once no card lies face down
SETTINGS = 6

# Kinds of moves; a code is kind | card << 3 | suit << 9.
COLUMN_HOME = 0
WASTE_HOME = 1
WASTE_PLACE = 2
REVEAL = 3
BACK_WASTE = 4  # take a card back and put a pile card on it
BACK_REVEAL = 5  # take a card back and carry a whole run onto it
LOOK = 6  # draw until a card shows that has not been seen

CARDS = 52
ALL = (1 << CARDS) - 1
RED = 0x3333333333333
BLACK = 0xCCCCCCCCCCCCC
EVEN = 0x5555555555555
FIRST = 0x1111111111111
KINGS = 0xF << 48
LOW = 0xFF  # aces and twos are always safe
KING_RANK = 12
MIDDLE = 6
CODES = 7 * CARDS
MAX_MOVES = 96
MAX_PATH = 96
MAX_STEPS = 250
MAX_STATES = 300  # positions that are looked at to tell whether an imagined deal can be won

# Knobs of a search (float64).
BOUND = 0  # the constant of the confidence bound
WIDTH = 1  # how fast a node widens
TURNED = 2  # what turned-up cards are worth where a game is not won, 0 to 1
ASKS = 3  # 1 where the solver is asked about deals that the rollout lost, and worths are chances to win
KNOBS = 4

# How often the strong hint won from positions of 200 tuning deals, draw 3: such that the rollout won (less
# for each card face down), such that the solver alone won (likewise), and such that the solver gave up.
ROLLOUT_LOSS = 0.005
SOLVER_LOSS = 0.03
SURELY_SOLVED = 4  # cards face down
SOLVED = 0.7
UNDECIDED = 0.15

# Weights of the rollout, by index (see `score_*`).
W_TURN_HOME = 0
W_TURN_HOME_DOWN = 1
W_SAFE = 2
W_UNSAFE = 3
W_PILE_SAFE = 4
W_PILE_UNSAFE = 5
W_PLACE = 6
W_ENABLE = 7
W_KING_QUEEN = 8
W_EMPTY = 9
W_REVEAL = 10
W_REVEAL_DOWN = 11
W_KING = 13
W_ENABLE_DOWN = 14
W_HIGH = 15
W_NOISE = 16
W_NEAR = 17
W_RANK = 18
W_DEEP = 19


@intrinsic
def lowest(context: Any, bits: Any) -> Any:  # noqa: ARG001 - the form that numba asks for
    """Give the index of the lowest card of a set that is not empty."""

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:  # noqa: ARG001 - likewise
        return builder.cttz(arguments[0], context.get_constant(types.boolean, 1))

    return types.int64(types.int64), build


@intrinsic
def leading(context: Any, bits: Any) -> Any:  # noqa: ARG001 - likewise
    """Give how many zero bits stand before the first card of a set that is not empty."""

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:  # noqa: ARG001 - likewise
        return builder.ctlz(arguments[0], context.get_constant(types.boolean, 1))

    return types.int64(types.int64), build


@intrinsic
def count(context: Any, bits: Any) -> Any:  # noqa: ARG001 - likewise
    """Give how many cards a set has."""

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:  # noqa: ARG001 - likewise
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), build


@kernel
def mixed(x: int) -> int:
    """Spread a number over 64 bits (splitmix64)."""
    x = (x ^ ((x >> 30) & 0x3FFFFFFFF)) * -4658895280553007687
    x = (x ^ ((x >> 27) & 0x1FFFFFFFFF)) * -7723592293110705685
    return x ^ ((x >> 31) & 0x1FFFFFFFF)


@kernel
def chance(state: Ints, bound: int) -> int:
    """Give a random number below a bound."""
    state[0] += -7046029254386353131
    return ((mixed(state[0]) & 0x7FFFFFFF) * bound) >> 31


@kernel
def children_of(tops: int) -> int:
    """Give the cards that fit on a set of cards."""
    red = tops & RED
    black = tops & BLACK
    some_red = (red | (red >> 1)) & FIRST
    some_black = ((black >> 2) | (black >> 3)) & FIRST
    return ((some_red * 12) >> 4) | ((some_black * 3) >> 4)


@kernel
def parents_of(cards: int) -> int:
    """Give the cards that a set of cards fits on."""
    red = cards & RED
    black = cards & BLACK
    some_red = (red | (red >> 1)) & FIRST
    some_black = ((black >> 2) | (black >> 3)) & FIRST
    return (((some_red * 12) << 4) | ((some_black * 3) << 4)) & ALL


@kernel
def twins_of(cards: int) -> int:
    """Give the cards of the same rank and colour."""
    return ((cards & EVEN) << 1) | ((cards >> 1) & EVEN)


@kernel
def safe_cards(home: int) -> int:
    """Give the cards that block no run when they go home: the opposite colour is within two ranks."""
    red = home & (home >> 1) & FIRST
    black = (home >> 2) & (home >> 3) & FIRST
    return ((black << 8) * 3) | ((red << 8) * 12) | LOW


@kernel
def needless_cards(home: int) -> int:
    """Give the cards that nobody needs in a column: as above, and the twin is within three ranks."""
    return safe_cards(home) & (twins_of(home) << 12 | 0xFFF)


@kernel
def tops_of(table: Ints) -> int:
    """Give the top cards of the columns."""
    tops = 0
    for i in range(7):
        tops |= table[i] & -table[i]
    return tops


@kernel
def known(table: Ints, settings: Ints, start: int, end: int) -> bool:
    """Tell whether a draw that turns these cards of the pile shows nothing new."""
    first = start if settings[FANNED] else end - 1
    new = 0
    for i in range(first, end):
        new |= ~(table[SEEN] >> table[PILE + i]) & 1
    return new == 0


@kernel
def reachable(table: Ints, settings: Ints) -> int:
    """Give the set of pile cards that known draws bring to the top; bit 60 says that a new one ends them."""
    size = table[SIZE]
    drawn = table[DRAWN]
    draw = settings[DRAW]
    reached = 0
    if drawn > 0:
        reached = 1 << table[PILE + drawn - 1]
    at = drawn
    while at < size:
        end = min(at + draw, size)
        if not known(table, settings, at, end):
            return reached | (1 << 60)
        reached |= 1 << table[PILE + end - 1]
        at = end
    if table[LEFT] <= 0 or size == 0 or drawn == 0:
        return reached
    at = 0
    while at < size:
        end = min(at + draw, size)
        if not known(table, settings, at, end):
            return reached | (1 << 60)
        reached |= 1 << table[PILE + end - 1]
        at = end
    return reached


@kernel
def reachable_known(table: Ints, draw: int) -> int:
    """Give the set of pile cards that draws bring to the top, all of them known, passes unlimited."""
    size = table[SIZE]
    drawn = table[DRAWN]
    reached = 0
    if draw == 1:
        for i in range(size):
            reached |= 1 << table[PILE + i]
        return reached
    for i in range(draw - 1, size, draw):
        reached |= 1 << table[PILE + i]
    if size > 0:
        reached |= 1 << table[PILE + size - 1]
    if drawn % draw != 0:
        for i in range(drawn - 1, size, draw):
            reached |= 1 << table[PILE + i]
    return reached


@kernel
def hidden_cards(table: Ints) -> int:
    """Give how many cards lie face down on the columns."""
    total = 0
    for i in range(7):
        total += table[DOWN + i]
    return total


@kernel
def base_of(run: int) -> int:
    """Give the card at the bottom of a face-up run."""
    return 63 - leading(run)


@kernel
def flip(table: Ints, column: int) -> None:
    """Turn the lowest face-down card up where a column has no face-up one."""
    if table[column] == 0 and table[DOWN + column] > 0:
        table[DOWN + column] -= 1
        table[column] = 1 << table[BURIED + column * 6 + table[DOWN + column]]


@kernel
def put(table: Ints, cards: int, card: int) -> None:
    """Put a run that starts with a card where it fits."""
    if card >> 2 == KING_RANK:
        for i in range(7):
            if table[i] == 0 and table[DOWN + i] == 0:
                table[i] = cards
                return
        return
    parents = parents_of(1 << card)
    for i in range(7):
        if table[i] & -table[i] & parents:
            table[i] |= cards
            return


@kernel
def take_top(table: Ints, card: int) -> None:
    """Take a card off its column, the run on it first shifted to its twin."""
    bit = 1 << card
    for i in range(7):
        run = table[i]
        if run & bit:
            above = run & (bit - 1)
            if above:
                twin = 1 << (card ^ 1)
                for j in range(7):
                    if table[j] & -table[j] == twin:
                        table[j] |= above
                        break
            table[i] = run & ~(above | bit)
            flip(table, i)
            return


@kernel
def carry(table: Ints, card: int) -> None:
    """Carry a whole face-up run, by its base, to where it fits."""
    bit = 1 << card
    for i in range(7):
        run = table[i]
        if run & bit:
            table[i] = 0
            if card >> 2 == KING_RANK and table[DOWN + i] == 0:
                table[i] = run
                return
            put(table, run, card)
            flip(table, i)
            return


@kernel
def see(table: Ints, index: int) -> None:
    """Let the player see a card of the pile."""
    card = table[PILE + index]
    if not (table[SEEN] >> card) & 1:
        table[SEEN] |= 1 << card
        table[NEWS] += mixed(table[SLOT + index] * 64 + card + 1)


@kernel
def take_pile(table: Ints, settings: Ints, card: int) -> None:
    """Take a card out of the pile, after the draws that bring it to the top."""
    size = table[SIZE]
    index = 0
    while table[PILE + index] != card:
        index += 1
    drawn = table[DRAWN]
    if settings[LIMITED]:
        ahead = index + 1 - drawn
        if ahead < 0 or (ahead % settings[DRAW] != 0 and index + 1 != size):
            table[LEFT] -= 1
    for i in range(index, size - 1):
        table[PILE + i] = table[PILE + i + 1]
        table[SLOT + i] = table[SLOT + i + 1]
    table[SIZE] = size - 1
    table[DRAWN] = index
    table[SEEN] &= ~(1 << card)
    if index > 0:
        see(table, index - 1)


@kernel
def look(table: Ints, settings: Ints) -> None:
    """Draw until something shows that has not been seen."""
    at = table[DRAWN]
    size = table[SIZE]
    while True:
        if at >= size:
            at = 0
            if settings[LIMITED]:
                table[LEFT] -= 1
        end = min(at + settings[DRAW], size)
        if not known(table, settings, at, end):
            first = at if settings[FANNED] else end - 1
            for i in range(first, end):
                see(table, i)
            table[DRAWN] = end
            return
        at = end


@kernel
def play(table: Ints, settings: Ints, move: int) -> None:
    """Carry out a move of the tree."""
    kind = move & 7
    card = (move >> 3) & 63
    if kind == COLUMN_HOME:
        take_top(table, card)
        table[HOME] |= 1 << card
    elif kind == WASTE_HOME:
        take_pile(table, settings, card)
        table[HOME] |= 1 << card
    elif kind == WASTE_PLACE:
        take_pile(table, settings, card)
        put(table, 1 << card, card)
    elif kind == REVEAL:
        carry(table, card)
    elif kind == LOOK:
        look(table, settings)
    else:
        parent = ((card >> 2) + 1) * 4 + (move >> 9)
        table[HOME] &= ~(1 << parent)
        put(table, 1 << parent, parent)
        if kind == BACK_WASTE:
            take_pile(table, settings, card)
            put(table, 1 << card, card)
        else:
            carry(table, card)


@kernel
def bases_of(table: Ints) -> int:
    """Give the bases of the columns."""
    bases = 0
    for i in range(7):
        if table[i]:
            bases |= 1 << base_of(table[i])
    return bases


@kernel
def covering_bases(table: Ints) -> int:
    """Give the bases that lie on face-down cards."""
    bases = 0
    for i in range(7):
        if table[DOWN + i] > 0:
            bases |= 1 << base_of(table[i])
    return bases


@kernel
def accepted(table: Ints, tops: int) -> int:
    """Give the cards that some column takes."""
    fits = children_of(tops)
    for i in range(7):
        if table[i] == 0 and table[DOWN + i] == 0:
            return fits | KINGS
    return fits


@kernel
def waiting_king(covering: int, reached: int) -> int:
    """Give 2 where a king covers face-down cards, 1 where the pile offers one, else 0."""
    if covering & KINGS:
        return 2
    return 1 if reached & KINGS else 0


@kernel
def score_place(table: Ints, weights: Floats, card: int, covering: int, reached_at: float) -> float:
    """Rate a pile card that goes to a column."""
    bit = 1 << card
    if card >> 2 == KING_RANK:
        if children_of(bit) & covering:
            return weights[W_KING_QUEEN] + 15.0 - 6.0 * count(covering & KINGS)
        return weights[W_KING] - 6.0 * count(covering & KINGS)
    enabled = children_of(bit) & covering
    if enabled:
        deepest = 0
        for i in range(7):
            if table[DOWN + i] > deepest and (1 << base_of(table[i])) & enabled:
                deepest = table[DOWN + i]
        return weights[W_ENABLE] + weights[W_ENABLE_DOWN] * deepest
    high = weights[W_HIGH] if card >> 2 > MIDDLE else -weights[W_HIGH]
    return weights[W_PLACE] + high + reached_at


@kernel
def score_home(table: Ints, weights: Floats, card: int, safe: int, covering: int) -> float:
    """Rate a column card that goes home."""
    bit = 1 << card
    turns = bit & covering
    if bit & safe:
        return weights[W_SAFE] + (5.0 if turns else 0.0)
    if turns:
        for i in range(7):
            if table[i] & bit:
                return weights[W_TURN_HOME] + weights[W_TURN_HOME_DOWN] * table[DOWN + i] - 2.0
    return weights[W_UNSAFE] - (card >> 2) * weights[W_RANK]


@kernel
def place_bonus(table: Ints, settings: Ints, weights: Floats, card: int) -> float:
    """Rate where in the pile a card lies: draw 3 alone minds it."""
    if settings[DRAW] == 1:
        return 0.0
    index = 0
    while table[PILE + index] != card:
        index += 1
    near = weights[W_NEAR] if index + 1 == table[DRAWN] else 0.0
    return near + weights[W_DEEP] * (index + 1) / 24.0


@kernel
def score_carry(table: Ints, weights: Floats, card: int, covering: int, reached: int) -> float:
    """Rate a run that is carried away by its base: it turns a card up, or empties a column."""
    empty = False
    for i in range(7):
        if table[i] == 0:
            empty = True
        if (table[i] >> card) & 1 and table[DOWN + i] > 0:
            return weights[W_REVEAL] + weights[W_REVEAL_DOWN] * table[DOWN + i]
    king = waiting_king(covering, reached)
    return weights[W_EMPTY] + 20.0 * (king - 1) if king and not empty else -1.0


@kernel
def score_move(
    table: Ints, settings: Ints, weights: Floats, move: int, covering: int, safe: int, reached: int
) -> float:
    """Rate a move as the rollout does; below 0 it would not make it."""
    kind = move & 7
    card = (move >> 3) & 63
    score = -2.0 if kind == LOOK else -3.0
    if kind == COLUMN_HOME:
        score = score_home(table, weights, card, safe, covering)
    elif kind == WASTE_HOME:
        is_safe = (1 << card) & safe
        score = weights[W_PILE_SAFE] if is_safe else weights[W_PILE_UNSAFE] - (card >> 2) * weights[W_RANK]
    elif kind == WASTE_PLACE:
        score = score_place(table, weights, card, covering, place_bonus(table, settings, weights, card))
    elif kind == REVEAL:
        score = score_carry(table, weights, card, covering, reached)
    return score


@kernel
def add_each(moves: Ints, total: int, kind: int, cards: int) -> int:
    """Add a move of a kind for each card of a set, and give how many there are now."""
    while cards:
        moves[total] = kind | lowest(cards) << 3
        total += 1
        cards &= cards - 1
    return total


@kernel
def following_home(table: Ints) -> int:
    """Give the cards that the foundations take next."""
    return ((table[HOME] << 4) | 15) & ~table[HOME] & ALL


@kernel
def columns_home(table: Ints, following: int, tops: int) -> int:
    """Give the column cards that can go home, some behind the shift of the run on them to their twin."""
    up = 0
    for i in range(7):
        up |= table[i]
    return following & up & (tops | twins_of(tops))


@kernel
def list_moves(table: Ints, settings: Ints, moves: Ints) -> int:
    """List the moves of the tree."""
    tops = tops_of(table)
    following = following_home(table)
    reached = reachable(table, settings)
    looks = reached >> 60
    reached &= ALL
    fits = accepted(table, tops)
    covering = covering_bases(table)
    bases = bases_of(table)
    carried = (bases & fits & ~KINGS) | (covering & fits & KINGS)
    if not (ALL & ~table[HOME] & ~(bases & ~covering) & KINGS):
        carried &= covering  # no king is left that an emptied column could serve
    homes = columns_home(table, following, tops)
    needless = homes & needless_cards(table[HOME])
    if needless:
        return add_each(moves, 0, COLUMN_HOME, needless & -needless)
    total = add_each(moves, 0, COLUMN_HOME, homes)
    total = add_each(moves, total, WASTE_HOME, reached & following)
    total = add_each(moves, total, WASTE_PLACE, reached & fits)
    total = add_each(moves, total, REVEAL, carried)
    if settings[TAKE_BACK]:
        total = list_take_backs(table, moves, total, reached & ~fits, bases & ~fits)
    if looks:
        moves[total] = LOOK
        total += 1
    return total


@kernel
def send_needless(table: Ints) -> None:
    """Send the column cards home that nobody needs there."""
    while True:
        homes = columns_home(table, following_home(table), tops_of(table)) & needless_cards(table[HOME])
        if not homes:
            return
        card = lowest(homes)
        take_top(table, card)
        table[HOME] |= 1 << card


@kernel
def list_take_backs(table: Ints, moves: Ints, total: int, pile: int, bases: int) -> int:
    """List the take-backs that make room for a pile card or a run that has none."""
    home = table[HOME]
    heads = home & ~(home >> 4) & accepted(table, tops_of(table)) & ~needless_cards(home)
    while heads:
        parent = lowest(heads)
        heads &= heads - 1
        below = children_of(1 << parent)
        suit = (parent & 3) << 9
        total = add_each(moves, total, BACK_WASTE | suit, below & pile)
        total = add_each(moves, total, BACK_REVEAL | suit, below & bases)
    return total


@kernel
def code_of(index: int) -> int:
    """Give the hash of a column by its face-down cards x 52 + its base."""
    return mixed((index + 1) * -7046029254386353131)


@kernel
def key_of(table: Ints, settings: Ints, codes: Ints) -> int:
    """Give the hash of what is visible."""
    up = 0
    columns = 0
    for i in range(7):
        run = table[i]
        if run:
            up |= run
            columns += codes[table[DOWN + i] * 52 + base_of(run)]
    slots = 0
    for i in range(table[SIZE]):
        slots |= 1 << table[SLOT + i]
    drawn = table[DRAWN]
    if not settings[LIMITED] and (settings[DRAW] == 1 or drawn % settings[DRAW] == 0 or drawn == table[SIZE]):
        drawn = 0
    rest = slots | drawn << 24 | (table[LEFT] << 32 if settings[LIMITED] else 0)
    key = mixed(columns + table[HOME]) + mixed(up ^ mixed(rest + table[NEWS]))
    return key | 1


@kernel
def pick(table: Ints, settings: Ints, weights: Floats, reached: int, moves: Ints, state: Ints) -> int:
    """Choose a rollout's move, -1 if none is worth making."""
    tops = tops_of(table)
    following = following_home(table)
    covering = covering_bases(table)
    fits = accepted(table, tops)
    total = add_each(moves, 0, COLUMN_HOME, columns_home(table, following, tops))
    total = add_each(moves, total, WASTE_HOME, reached & following)
    total = add_each(moves, total, REVEAL, covering & fits)
    if not fits & KINGS and waiting_king(covering, reached):
        emptied = bases_of(table) & ~covering & fits
        total = add_each(moves, total, REVEAL, emptied & -emptied)
    total = add_each(moves, total, WASTE_PLACE, reached & fits)
    safe = safe_cards(table[HOME])
    best = -1
    highest = 0.0
    for i in range(total):
        score = score_move(table, settings, weights, moves[i], covering, safe, reached)
        score += weights[W_NOISE] * chance(state, 1024) / 1024.0
        if score > highest:
            highest = score
            best = moves[i]
    return best


@kernel
def worth(table: Ints, settings: Ints, shape: float) -> float:
    """Give what a game that went no further is worth, 0 to 1."""
    home = count(table[HOME])
    if settings[BY_CARDS]:
        return home / float(CARDS)
    if home == CARDS:
        return 1.0
    return shape * (21 - hidden_cards(table)) / 21.0


@kernel
def take_known(table: Ints, card: int) -> None:
    """Take a card out of the pile where nobody counts passes."""
    index = 0
    while table[PILE + index] != card:
        index += 1
    table[SIZE] -= 1
    for i in range(index, table[SIZE]):
        table[PILE + i] = table[PILE + i + 1]
    table[DRAWN] = index


@kernel
def play_known(table: Ints, move: int) -> None:
    """Carry out a move of a rollout."""
    kind = move & 7
    card = move >> 3
    if kind == COLUMN_HOME:
        take_top(table, card)
        table[HOME] |= 1 << card
    elif kind == REVEAL:
        carry(table, card)
    else:
        take_known(table, card)
        if kind == WASTE_HOME:
            table[HOME] |= 1 << card
        else:
            put(table, 1 << card, card)


@kernel
def draw_on(table: Ints, settings: Ints) -> bool:
    """Draw, or recycle where a pass is left; False where neither is possible."""
    if table[DRAWN] < table[SIZE]:
        table[DRAWN] = min(table[DRAWN] + settings[DRAW], table[SIZE])
        return True
    if table[LEFT] <= 0 or table[SIZE] == 0:
        return False
    table[LEFT] -= 1
    table[DRAWN] = 0
    return True


@kernel
def rollout(table: Ints, settings: Ints, weights: Floats, shape: float, moves: Ints, state: Ints) -> float:
    """Play an imagined game on by the weights and give what it came to.

    Where passes are unlimited the stock counts as known, since looking through it is free; else cards are
    drawn one after another and only the top of the waste is played.
    """
    limited = settings[LIMITED]
    idle = 0
    for _ in range(MAX_STEPS):
        if table[HOME] == ALL or (settings[SURE] and hidden_cards(table) == 0):
            return 1.0
        if limited:
            drawn = table[DRAWN]
            reached = 1 << table[PILE + drawn - 1] if drawn > 0 else 0
        else:
            reached = reachable_known(table, settings[DRAW])
        move = pick(table, settings, weights, reached, moves, state)
        if move >= 0:
            play_known(table, move)
            idle = 0
        elif limited and idle <= table[SIZE] and draw_on(table, settings):
            idle += 1
        else:
            break
    return worth(table, settings, shape)


@kernel
def imagine(table: Ints, unseen: Ints, places: Ints, state: Ints) -> None:
    """Deal the unseen cards anew to the places where they may lie."""
    for i in range(unseen.shape[0] - 1, 0, -1):
        j = chance(state, i + 1)
        card = unseen[i]
        unseen[i] = unseen[j]
        unseen[j] = card
    for i in range(places.shape[0]):
        table[places[i]] = unseen[i]


@kernel
def find(keys: Ints, key: int) -> int:
    """Give the place of a key, or of the free place where it belongs."""
    mask = keys.shape[0] - 1
    at = (key >> 1) & mask
    while keys[at] != 0 and keys[at] != key:
        at = (at + 1) & mask
    return at


@kernel
def add_node(
    at: int,
    key: int,
    keys: Ints,
    nodes: Smalls,
    edges: Smalls,
    worths: Floats,
    counts: Ints,
    table: Ints,
    settings: Ints,
    weights: Floats,
    moves: Ints,
    rates: Floats,
) -> bool:
    """Add a node with its moves, the best rated first; False where there is no room."""
    total = list_moves(table, settings, moves)
    first = counts[1]
    if counts[0] >= keys.shape[0] // 2 or first + total > edges.shape[0]:
        return False
    home = table[HOME]
    covering = covering_bases(table)
    safe = safe_cards(home)
    reached = reachable(table, settings) & ALL
    for i in range(total):
        rates[i] = score_move(table, settings, weights, moves[i], covering, safe, reached)
        j = i
        move = moves[i]
        rate = rates[i]
        while j > 0 and rates[j - 1] < rate:
            rates[j] = rates[j - 1]
            edges[first + j, 0] = edges[first + j - 1, 0]
            j -= 1
        rates[j] = rate
        edges[first + j, 0] = move
    for i in range(total):
        edges[first + i, 1] = 0
        edges[first + i, 2] = 0
        worths[first + i] = 0.0
    keys[at] = key
    nodes[at, 0] = 1
    nodes[at, 1] = first
    nodes[at, 2] = total
    counts[0] += 1
    counts[1] += total
    return True


@kernel
def choose(at: int, nodes: Smalls, edges: Smalls, worths: Floats, knobs: Floats) -> int:
    """Choose the edge of a node to walk: one that is new, or the best by upper confidence bound."""
    visits = nodes[at, 0]
    first = nodes[at, 1]
    width = min(nodes[at, 2], 1 + int(knobs[WIDTH] * math.sqrt(visits)))
    log = math.log(visits + 1.0)
    best = first
    bound = -1.0
    for edge in range(first, first + width):
        tried = edges[edge, 1]
        if tried == 0:
            return edge
        value = worths[edge] / tried + knobs[BOUND] * math.sqrt(log / tried)
        if value > bound:
            bound = value
            best = edge
    return best


@kernel
def note_columns(table: Ints, level: Ints, puzzle: Ints) -> None:
    """Write the columns down as the solver reads them."""
    weight = 1
    for i in range(7):
        run = table[i]
        if not run:
            continue
        down = table[DOWN + i]
        base = base_of(run)
        lowest_card = table[BURIED + i * 6] if down else base
        bare = 1 if lowest_card >> 2 == KING_RANK else 0
        below = 0
        for at in range(down + 1):
            card = table[BURIED + i * 6 + at] if at < down else base
            puzzle[solver.BELOW, card] = below
            puzzle[solver.BELOW_ROOT, card] = below if at > bare else 0
            puzzle[solver.WEIGHT, card] = weight
            below = 1 << card
        level[solver.UP] |= run
        if down >= bare:
            level[solver.ROOTS] |= 1 << base
            level[solver.DEPTHS] += weight * (down + 1 - bare)
            weight *= down + 2 - bare


@kernel
def note_pile(table: Ints, settings: Ints, level: Ints, puzzle: Ints) -> None:
    """Write stock, waste and passes down as the solver reads them."""
    size = table[SIZE]
    drawn = table[DRAWN]
    for at in range(size):
        card = table[PILE + at]
        level[solver.STOCK] |= 1 << card
        puzzle[solver.PLACE, card] = at
        puzzle[solver.AT_PLACE, at] = 1 << card
    level[solver.ORDER] = (1 << size) - 1
    if settings[LIMITED]:
        level[solver.WASTE] = drawn
        level[solver.RECYCLES] = table[LEFT] if size else 0
    elif drawn % settings[DRAW] != 0 and drawn != size:
        level[solver.WASTE] = drawn


@kernel
def solved(
    table: Ints, settings: Ints, levels: Ints, puzzle: Ints, line: Ints, visited: Ints, cursor: Ints
) -> int:
    """Let the solver look at an imagined deal, for a short while, and give what it says."""
    level = levels[0]
    level[:] = 0
    note_columns(table, level, puzzle)
    note_pile(table, settings, level, puzzle)
    home = table[HOME]
    for suit in range(4):
        height = count(home & (FIRST << suit))
        level[solver.NEXT] |= 1 << (4 * height + suit)
        level[solver.HEIGHTS] |= height << (4 * suit)
    puzzle[solver.RULES, solver.DRAW] = settings[DRAW]
    puzzle[solver.RULES, solver.UNLIMITED] = 1 - settings[LIMITED]
    puzzle[solver.RULES, solver.TAKES_BACK] = settings[TAKE_BACK]
    visited[:] = 0
    cursor[:] = 0
    cursor[solver.LIMIT] = MAX_STATES
    solver.begin(level, puzzle, line, visited, cursor)
    return solver.search(levels, puzzle, line, visited, cursor)


@kernel
def judged(hidden: int, status: int) -> float:
    """Give how likely a game is won that the rollout lost, by what the solver says of it."""
    if status == solver.EXHAUSTED:
        return 0.0
    if status == solver.FOUND:
        return max(SOLVED, 1.0 - SOLVER_LOSS * max(0, hidden - SURELY_SOLVED))
    return UNDECIDED


@kernel
def evaluated(
    table: Ints,
    settings: Ints,
    weights: Floats,
    knobs: Floats,
    moves: Ints,
    state: Ints,
    leaf: Ints,
    levels: Ints,
    puzzle: Ints,
    line: Ints,
    visited: Ints,
    cursor: Ints,
) -> tuple[float, int]:
    """Give what an imagined deal is worth from here, and 1 where the rollout wins it."""
    for i in range(TABLE):
        leaf[i] = table[i]
    value = rollout(leaf, settings, weights, knobs[TURNED], moves, state)
    won = 1 if value >= 1.0 else 0
    if knobs[ASKS] > 0.0:
        hidden = hidden_cards(table)
        if won:
            value -= ROLLOUT_LOSS * hidden
        else:
            value = judged(hidden, solved(table, settings, levels, puzzle, line, visited, cursor))
    return value, won


@kernel
def search(
    root: Ints,
    settings: Ints,
    weights: Floats,
    knobs: Floats,
    unseen: Ints,
    places: Ints,
    codes: Ints,
    keys: Ints,
    nodes: Smalls,
    edges: Smalls,
    worths: Floats,
    counts: Ints,
    state: Ints,
    levels: Ints,
    puzzle: Ints,
    line: Ints,
    visited: Ints,
    cursor: Ints,
    iterations: int,
) -> None:
    """Imagine deals and walk the tree in each, to a new leaf and through a rollout from there.

    A rollout plays by simple rules and wins too seldom, a player who sees all cards too often: where the
    solver is asked, a deal is worth the chance to win that both together tell.

    :param unseen: the cards that may lie at `places` of the table; left shuffled.
    :param codes: hashes of a column, by `code_of`.
    :param keys: the tree: keys of nodes by place, 0 where free; `nodes` their visits, first edge and edges.
    :param edges: move, games and wins; `worths` what the games were worth together.
    :param counts: nodes and edges used.
    :param state: of the random numbers; `levels` and what follows are the solver's room to work.
    """
    table = root.copy()
    leaf = root.copy()
    moves = root[:MAX_MOVES].copy()
    rates = weights[:1].repeat(MAX_MOVES)
    path = moves.copy()
    path_nodes = moves.copy()
    for _ in range(iterations):
        for i in range(TABLE):
            table[i] = root[i]
        imagine(table, unseen, places, state)
        depth = 0
        value = 1.0
        won = 1
        while table[HOME] != ALL and not (settings[SURE] and hidden_cards(table) == 0):
            key = key_of(table, settings, codes)
            at = find(keys, key)
            if keys[at] == 0:
                has_room = add_node(
                    at, key, keys, nodes, edges, worths, counts, table, settings, weights, moves, rates
                )
                if depth > 0 or not has_room:
                    value, won = evaluated(
                        table,
                        settings,
                        weights,
                        knobs,
                        moves,
                        state,
                        leaf,
                        levels,
                        puzzle,
                        line,
                        visited,
                        cursor,
                    )
                    break
            if nodes[at, 2] == 0 or depth >= MAX_PATH - 1:
                value = worth(table, settings, knobs[TURNED]) if settings[BY_CARDS] else 0.0
                won = 0
                break
            edge = choose(at, nodes, edges, worths, knobs)
            path[depth] = edge
            path_nodes[depth] = at
            depth += 1
            play(table, settings, edges[edge, 0])
            send_needless(table)
        for i in range(depth):
            nodes[path_nodes[i], 0] += 1
            edges[path[i], 1] += 1
            edges[path[i], 2] += won
            worths[path[i]] += value
