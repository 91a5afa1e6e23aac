"""Deals, the KL1 shuffle and deal codes (RULES.md section 1)."""

from __future__ import annotations

import copy
import json
import pickle
from collections import Counter
from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from klondike import CARDS, Card, CodeError, Deal, DealCode, Game, NotationError, Rules
from klondike.deal import shuffled
from klondike.errors import CodePart
from tests.klondike.naive import naive_deck
from tests.shared_data import SHARED, needs_shared
from tests.strategies import PRESETS, deals, rule_sets

if TYPE_CHECKING:
    from collections.abc import Iterable

DEAL_6 = (
    "7C AD 9C 6C 3D 2C KS 4H 3C 5C 8D 4D 9D KC 4S QH 6D JC QD QC 7S 8H 4C JS KH 7D TH QS "
    "AC 3H 8S 2S 5H 9H 3S 5D AH JD TS 2H JH TC AS KD 6H 7H 6S TD 8C 9S 5S 2D"
)
# Deals in which words are drawn again: 91 draws one more, 25559 two.
DEAL_91_START = "2H 3D 6D 5D AS JS JD 6S 7D KC"


def texts(deck: Iterable[Card]) -> list[str]:
    """Give the texts of cards."""
    return [str(card) for card in deck]


def same_cards(deal: Deal, deck: str) -> bool:
    """Tell whether a deal has the cards of a deck written as in the golden file."""
    return deal.cards == tuple(map(Card.parse, deck.split()))


# The shuffle


@needs_shared
def test_every_golden_deck_and_code_comes_out() -> None:
    """The decks that two other implementations agree on are ours, redrawn words included."""
    golden = json.loads((SHARED / "golden_decks.json").read_text("utf-8"))["decks"]
    assert len(golden) >= 21
    assert any(entry["words_read"] > 51 for entry in golden.values())
    for number, entry in golden.items():
        deal = Deal(int(number))
        assert same_cards(deal, entry["deck"]), number
        assert str(DealCode(deal, Rules.preset())) == f"KL1-D1N-{entry['code']}"
        assert DealCode.parse(f"KL1-D1N-{entry['code']}").deal == deal


def test_deal_6_is_the_golden_deck() -> None:
    """A clone without the shared material still holds one golden deck."""
    assert same_cards(Deal(6), DEAL_6)


def test_a_word_at_or_above_the_limit_is_drawn_again() -> None:
    """Deal 91 draws a word again; without that its cards would differ."""
    assert texts(Deal(91).cards)[:10] == [str(Card.parse(text)) for text in DEAL_91_START.split()]


@given(deals())
def test_the_shuffle_agrees_with_a_second_one(deal: Deal) -> None:
    """A plain re-implementation of the described shuffle gives the same deck for any number."""
    assert deal.number is not None
    assert texts(deal.cards) == naive_deck(deal.number)


def test_the_shuffle_agrees_with_a_second_one_where_words_are_drawn_again() -> None:
    """The same over the first thousand deals, twelve of which draw a word again."""
    for number in range(1000):
        assert texts(shuffled(number)) == naive_deck(number), number


DEGREES = 51 * 51
LOW, HIGH = 2384, 2830
"""The 0.1 % and 99.9 % points of chi-square with 2601 degrees of freedom (mean 2601, sd 72.1)."""


def chi_square(decks: Iterable[bytes]) -> float:
    """Give the statistic of a card × position table of permutations.

    Each deck fills one whole row and column of the table, so 51² cells are free, and the usual sum must
    be scaled by 51/52 to follow chi-square with 51² degrees of freedom.
    """
    blob = b"".join(decks)
    expected = len(blob) / 52 / 52
    total = 0.0
    for at in range(52):
        counts = Counter(blob[at::52])
        total += sum((counts[card] - expected) ** 2 for card in range(52)) / expected
    return total * 51 / 52


def test_k22_to_k24_the_shuffle_is_not_biased() -> None:
    """Over 100,000 deals by 60-bit numbers every card lies everywhere equally often."""
    random = Random(20240229)
    decks = (bytes(card.index for card in shuffled(random.getrandbits(60))) for _ in range(100_000))
    assert LOW < chi_square(decks) < HIGH


def test_the_chi_square_would_find_a_biased_shuffle() -> None:
    """The well-known wrong shuffle, which swaps with any place, fails the measure even on 10,000 deals."""
    random = Random(1)

    def biased() -> bytes:
        deck = bytearray(range(52))
        for i in range(52):
            j = random.randrange(52)
            deck[i], deck[j] = deck[j], deck[i]
        return bytes(deck)

    assert chi_square(biased() for _ in range(10_000)) > HIGH


# The layout


def test_cards_are_dealt_row_by_row_and_the_rest_is_the_stock() -> None:
    """Row 1 gives a card to each of columns 1-7, row 2 to columns 2-7; card 29 is drawn first."""
    game = Game(Deal(6), Rules.preset())
    columns = [texts(column.down + column.up) for column in game._state.position.columns]
    assert columns[0] == ["7c"]
    assert columns[1] == ["ad", "4h"]
    assert columns[2] == ["9c", "3c", "kc"]
    assert columns[6] == ["ks", "9d", "jc", "8h", "kh", "10h", "qs"]
    assert [len(column.up) for column in game._state.position.columns] == [1] * 7
    assert texts(game._state.position.stock)[:2] == ["ac", "3h"]
    assert len(game._state.position.stock) == 24
    assert texts(game.push(game.legal_moves[0]).cards) == ["ac"]


@given(deals())
def test_the_layout_depends_on_the_number_alone(deal: Deal) -> None:
    """The same number under any draw and scoring gives the same cards."""
    positions = {Game(deal, rules)._state.position for rules in PRESETS}
    assert len(positions) == 1


@pytest.mark.parametrize("number", [-1, 2**60, 2**64])
def test_a_deal_number_lies_below_2_to_the_60th(number: int) -> None:
    """Numbers outside 60 bits are no deals."""
    with pytest.raises(ValueError, match="deal number"):
        Deal(number)


def test_a_random_deal_asks_its_source_for_60_bits() -> None:
    """The random source is passed in, and asked once, for 60 bits."""
    asked = []

    def source(bits: int) -> int:
        asked.append(bits)
        return 2**60 - 1

    assert Deal.random(source) == Deal(2**60 - 1)
    assert asked == [60]


@given(deals())
def test_a_deal_can_be_given_card_by_card(deal: Deal) -> None:
    """The 52 texts in deal order give the same layout, without a number."""
    given_by_card = Deal.from_cards(" ".join(texts(deal.cards)))
    assert given_by_card.number is None
    assert given_by_card.cards == deal.cards
    with pytest.raises(ValueError, match="no code"):
        str(DealCode(given_by_card, Rules.preset()))


@pytest.mark.parametrize(
    "wrong",
    [
        "",
        DEAL_6.removesuffix(" 2D"),
        DEAL_6 + " 2D",
        DEAL_6 + " 7C",
        DEAL_6.replace("2D", "2C"),
        DEAL_6.replace("2D", "1D"),
    ],
)
def test_a_deal_card_by_card_needs_each_of_the_52_cards_once(wrong: str) -> None:
    """Too few, too many, doubled and unknown cards are refused."""
    with pytest.raises(NotationError):
        Deal.from_cards(wrong)


def test_deals_survive_copy_and_pickle() -> None:
    """A copied or pickled deal has the very same cards."""
    for deal in (Deal(6), Deal.from_cards(DEAL_6)):
        for again in (copy.deepcopy(deal), pickle.loads(pickle.dumps(deal))):  # noqa: S301 - our own bytes
            assert again == deal
            assert all(one is other for one, other in zip(again.cards, deal.cards, strict=True))


# Codes


def test_the_published_example_is_accepted() -> None:
    """`KL1-D1N-AAAAAAG` is deal 6, draw 1, normal."""
    code = DealCode.parse("KL1-D1N-AAAAAAG")
    assert code == DealCode(Deal(6), Rules.preset(draw=1, scoring="normal"))
    assert str(code) == "KL1-D1N-AAAAAAG"
    assert Game.from_code("KL1-D1N-AAAAAAG").deal == Game.from_code(code).deal == Deal(6)


@pytest.mark.parametrize(
    "text",
    [
        "kl1-d1n-aaaaaag",
        "KL1D1NAAAAAAG",
        " kl1 d1n aaaa aag ",
        "K-L-1-D-1-N-A-A-A-A-A-A-G",
        "KL1–D1N—AAAAAAG",
        "KL1\u2011D1N\u2212AAAAAAG",
        "KL1\u00a0D1N\tAAAAAAG\n",
        "\u200bKL1-D1N-AAAAAAG",
    ],
)
def test_case_spaces_and_dashes_do_not_matter(text: str) -> None:
    """ASCII case is ignored, spaces and dashes of every kind are dropped anywhere."""
    assert str(DealCode.parse(text)) == "KL1-D1N-AAAAAAG"


@pytest.mark.parametrize(
    ("number", "rules", "text"),
    [
        (0, Rules.preset(draw=3, scoring="vegas"), "KL1-D3V-AAAAAAA"),
        (31, Rules.preset(draw=1, scoring="casual"), "KL1-D1C-AAAAAA7"),
        (2**35 - 1, Rules.preset(draw=3, scoring="traditional"), "KL1-D3T-7777777"),
        (2**35, Rules.preset(draw=1, scoring="traditional", takeback=True), "KL1-D1B-AAAABA-AAAAAA"),
        (2**60 - 1, Rules.preset(draw=3), "KL1-D3N-777777-777777"),
    ],
)
def test_numbers_have_one_canonical_text_the_shorter(number: int, rules: Rules, text: str) -> None:
    """Seven digits below 2^35, twelve in two groups of six above, most significant digit first."""
    assert str(DealCode(Deal(number), rules)) == text
    assert DealCode.parse(text) == DealCode(Deal(number), rules)


def test_twelve_digits_are_read_as_one_number() -> None:
    """`KL1-D3V-ABCDEF-GHIJKL` is the number whose base-32 digits are 0 to 11."""
    code = DealCode.parse("KL1-D3V-ABCDEF-GHIJKL")
    assert code.deal.number == sum(digit * 32 ** (11 - digit) for digit in range(12))
    assert str(code) == "KL1-D3V-ABCDEF-GHIJKL"


@given(deals(), rule_sets())
def test_codes_round_trip(deal: Deal, rules: Rules) -> None:
    """What a code prints it reads, the score switch apart, which is no part of a code."""
    code = DealCode(deal, rules)
    again = DealCode.parse(str(code))
    assert again.deal == deal
    assert (again.rules.draw, again.rules.letter) == (rules.draw, rules.letter)
    assert str(again) == str(code)


@pytest.mark.parametrize(
    ("text", "part", "found"),
    [
        ("", CodePart.LENGTH, ""),
        ("KL1-D1N-AAAAAA", CodePart.LENGTH, "KL1D1NAAAAAA"),
        ("KL1-D1N-AAAAAAGA", CodePart.LENGTH, "KL1D1NAAAAAAGA"),
        ("KL1-D1N-ABCDEF-GHIJK", CodePart.LENGTH, "KL1D1NABCDEFGHIJK"),
        ("KL1-D1N-ABCDEF-GHIJKLM", CodePart.LENGTH, "KL1D1NABCDEFGHIJKLM"),
        ("KL1_D1N_AAAAAAG", CodePart.LENGTH, "KL1_D1N_AAAAAAG"),
        ("KL2-D1N-AAAAAAG", CodePart.FORMAT, "KL2"),
        ("XX1-D9Z-0000000", CodePart.FORMAT, "XX1"),
        ("KL1-D2N-AAAAAAG", CodePart.DRAW, "D2"),
        ("KL1-X1N-AAAAAAG", CodePart.DRAW, "X1"),
        ("KL1-D1X-AAAAAAG", CodePart.SCORING, "X"),
        ("KL1-D1N-AAAAA1G", CodePart.NUMBER, "1"),
        ("KL1-D1N-AAAAA0G", CodePart.NUMBER, "0"),
        ("KL1-D1N-AAAAA8G", CodePart.NUMBER, "8"),
        ("KL1-D1N-AAAAAÄG", CodePart.NUMBER, "Ä"),
        ("ſKL1-D1N-AAAAAA", CodePart.FORMAT, "ſKL"),
        ("KL1-D1N-ıAAAAAA", CodePart.NUMBER, "ı"),
        ("KL1-D１N-AAAAAAG", CodePart.DRAW, "D１"),
        ("KL1-D1N-AAAAAA-AAAAAG", CodePart.NOT_SHORTEST, "AAAAAAAAAAAG"),
    ],
)
def test_an_error_says_which_part_of_a_code_is_wrong(text: str, part: CodePart, found: str) -> None:
    """Length, format, draw, scoring and number are told apart, with what was typed there."""
    with pytest.raises(CodeError) as caught:
        DealCode.parse(text)
    assert (caught.value.part, caught.value.found) == (part, found)


def test_a_text_that_is_not_the_shortest_is_refused_with_the_one_that_is() -> None:
    """Twelve digits for a number below 2^35 name the canonical text instead."""
    with pytest.raises(CodeError) as caught:
        DealCode.parse("KL1-D3V-AAAAAA-AAAAAG")
    assert caught.value.shortest == "KL1-D3V-AAAAAAG"
    with pytest.raises(CodeError):
        DealCode.parse("KL1-D3V-AAAAA7-777777")


@given(st.text())
def test_any_text_is_a_code_or_a_code_error(text: str) -> None:
    """Nothing typed into the code box can raise anything else."""
    try:
        code = DealCode.parse(text)
    except CodeError:
        return
    assert DealCode.parse(str(code)) == code


def test_k20_k21_the_code_alone_decides_the_deck() -> None:
    """Redo and a restart by code deal the very same cards."""
    first, second = Game.from_code("KL1-D3N-AAAAAAG"), Game.from_code("KL1-D3N-AAAAAAG")
    first.push(first.legal_moves[0])
    shown = first.view.waste
    first.undo()
    first.redo()
    second.push(second.legal_moves[0])
    assert first.view.waste == second.view.waste == shown
    assert same_cards(second.deal, DEAL_6)
    assert sorted(texts(second.deal.cards)) == sorted(texts(CARDS))
