"""`python -m benchmarks.hints [--quick]`: how often a player who follows every hint wins, and what it costs.

Whole games are played on the real engine, each plan to its end. A game is one row, appended to a file under
`benchmarks/results` that is named for everything that the rows depend on, so that a run which was broken off
goes on where it stopped and rows of different settings never mix. Rows of the simple level cost minutes and
are not kept in the repository; those of the strong level cost hours and are.

Deals from 1,000,000,000 on were used for tuning, and for nothing else. Measured are deals from 2,000,000,000
on, which no tuning has seen. Times are processor time of the process.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from klondike import Deal, Game, Rules
from klondike.hint import Hint, simple_hint
from klondike.moves import DRAW, RECYCLE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from klondike import PlayerView

VERSIONS: Final = {"simple": 3, "strong": 3}
"""Raised with every change of a level's choice: rows of another version are another file."""
START: Final = 2_000_000_000
RESULTS: Final = Path(__file__).parent / "results"
QUICK_DEALS: Final = 40
MOST_HINTS: Final = 2000
SLOW_PART: Final = 10
"""A row holds the times of the slowest tenth of its hints, which is enough for the 95th percentile of all."""
MILLISECONDS: Final = 1000
CARD_DOLLARS, BUY_IN = 5, 52
Z: Final = 1.959964  # 95 %

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Setting:
    """What is measured.

    :ivar stock_known: whether the stock is looked through before the first hint.
    """

    level: str
    rules: Rules
    stock_known: bool
    iterations: int | None
    seconds: float | None

    @property
    def path(self) -> Path:
        """The file of its rows."""
        budget = f"-{self.iterations}it" if self.iterations else f"-{self.seconds}s" if self.seconds else ""
        known = "-known" if self.stock_known else ""
        return RESULTS / f"hints-v{VERSIONS[self.level]}-{self.level}-{self.rules}{known}{budget}.jsonl"


def play(setting: Setting, deal: int) -> Row:
    """Play a game by hints."""
    game = Game(Deal(deal), setting.rules)
    if setting.stock_known:
        while game.view.stock:
            game.push(DRAW)
        if game.view.can_recycle:
            game.push(RECYCLE)
    ask = asker(setting)
    times: list[float] = []
    while game.outcome() is None and len(times) < MOST_HINTS:
        view = game.view
        begin = time.process_time()
        hint = ask(view)
        times.append(time.process_time() - begin)
        if hint is None:
            break
        for action in hint.plan:
            game.play(action)
    ranked = sorted((round(seconds * MILLISECONDS, 3) for seconds in times), reverse=True)
    return {
        "deal": deal,
        "won": game.outcome() is not None,
        "home": game.cards_home,
        "hints": len(ranked),
        "ms": round(sum(ranked), 3),
        "slow": ranked[: math.ceil(len(ranked) / SLOW_PART)],
    }


def asker(setting: Setting) -> Callable[[PlayerView], Hint | None]:
    """Give the function that gives the hints of one game."""
    if setting.level == "simple":
        return simple_hint
    from klondike.search.imagining import Searcher, prepare  # noqa: PLC0415 - simple hints do without numba

    prepare()
    return partial(Searcher().hint, iterations=setting.iterations, seconds=setting.seconds)


def rows(path: Path) -> Iterator[Row]:
    """Give the rows of a file; a last line that was cut off is none."""
    if path.exists():
        for line in path.read_text("ascii").splitlines():
            if line.endswith("}"):
                yield json.loads(line)


def measure(setting: Setting, deals: range, processes: int) -> list[Row]:
    """Play the deals that have no row yet and give the rows of all."""
    RESULTS.mkdir(exist_ok=True)
    done = {row["deal"]: row for row in rows(setting.path)}
    left = [deal for deal in deals if deal not in done]
    if left:
        with ProcessPoolExecutor(processes) as pool, setting.path.open("a", encoding="ascii") as file:
            played: Iterable[Row] = (pool.map if processes > 1 else map)(partial(play, setting), left)
            for row in played:
                file.write(json.dumps(row, separators=(",", ":")) + "\n")
                file.flush()
                done[row["deal"]] = row
    return [done[deal] for deal in deals]


def wilson(wins: int, games: int) -> tuple[float, float]:
    """Give the 95 % interval of a rate."""
    rate, weight = wins / games, Z * Z / games
    middle = (rate + weight / 2) / (1 + weight)
    half = Z * math.sqrt(rate * (1 - rate) / games + weight / games / 4) / (1 + weight)
    return middle - half, middle + half


def report(setting: Setting, games: list[Row]) -> None:
    """Print one `name value` pair a line."""
    wins = sum(row["won"] for row in games)
    low, high = wilson(wins, len(games))
    hints = sum(row["hints"] for row in games)
    print(f"hints.games {len(games)}")
    print(f"hints.win_rate {wins / len(games):.4f}")
    print(f"hints.low {low:.4f}")
    print(f"hints.high {high:.4f}")
    print(f"hints.per_game {hints / len(games):.1f}")
    print(f"hints.mean_ms {sum(row['ms'] for row in games) / hints:.3f}")
    slow = sorted((ms for row in games for ms in row["slow"]), reverse=True)
    print(f"hints.p95_ms {slow[hints // 20]:.3f}")
    if setting.rules.books_money:
        dollars = sum(CARD_DOLLARS * row["home"] for row in games) / len(games) - BUY_IN
        print(f"hints.dollars {dollars:.2f}")


def options() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.hints", description=__doc__)
    parser.add_argument("--level", choices=["simple", "strong"], default="simple")
    parser.add_argument("--draw", type=int, choices=[1, 3], default=1)
    parser.add_argument("--scoring", default="normal")
    parser.add_argument("--takeback", action="store_true", default=None)
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--start", type=int, default=START)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--stock-known", action="store_true")
    parser.add_argument("--iterations", type=int)
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--quick", action="store_true")
    return parser.parse_args()


def main() -> None:
    """Play, and print the figures."""
    asked = options()
    rules = Rules.preset(draw=asked.draw, scoring=asked.scoring, takeback=asked.takeback)
    setting = Setting(asked.level, rules, asked.stock_known, asked.iterations, asked.seconds)
    deals = range(asked.start, asked.start + (QUICK_DEALS if asked.quick else asked.deals))
    report(setting, measure(setting, deals, asked.processes))


if __name__ == "__main__":
    main()
