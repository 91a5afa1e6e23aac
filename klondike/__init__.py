"""The engine: pure rules of Klondike solitaire, without I/O, clock or randomness of its own."""

from klondike.cards import CARDS, Card, Suit
from klondike.deal import Deal, DealCode
from klondike.errors import (
    AmbiguousMove,
    CodeError,
    GameOver,
    IllegalMove,
    KlondikeError,
    NotationError,
    NothingToRedo,
    NothingToUndo,
    Reason,
)
from klondike.game import Game
from klondike.moves import Action, Finish, Help, Move, Pile, Redo, Step, Undo
from klondike.rules import RULES_VERSION, Rules, Scoring
from klondike.view import ColumnView, Outcome, PlayerView

__all__ = [
    "CARDS",
    "RULES_VERSION",
    "Action",
    "AmbiguousMove",
    "Card",
    "CodeError",
    "ColumnView",
    "Deal",
    "DealCode",
    "Finish",
    "Game",
    "GameOver",
    "Help",
    "IllegalMove",
    "KlondikeError",
    "Move",
    "NotationError",
    "NothingToRedo",
    "NothingToUndo",
    "Outcome",
    "Pile",
    "PlayerView",
    "Reason",
    "Redo",
    "Rules",
    "Scoring",
    "Step",
    "Suit",
    "Undo",
]
