"""`python -m benchmarks.solver [--quick]`: how often, how fast and how rightly the solver decides.

Deals are of our own shuffle, every search has one second of its thread's processor time, compiling is not
counted. Compared in the same run with pyksolve (install the extra `benchmark`), which searches the same deals
up to 200,000 states in a process of its own. Known deals come from `../shared`, or the folder that
KLONDIKE_SHARED names. What is absent is said on standard error, and its lines are left out.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass, replace
from math import sqrt
from pathlib import Path
from statistics import median
from time import thread_time
from typing import Final

from benchmarks._pyksolve import ABSENT
from klondike import Deal, Rules
from klondike.position import Position
from klondike.search import Verdict
from klondike.search.solver import Search, prepare

SECONDS = 1.0
FIRST_DEAL = 3_000_000_000
"""Deals from here on were never looked at while the solver was written."""
EVERYTHING = 10**9
SHARED = Path(os.environ.get("KLONDIKE_SHARED") or Path(__file__).resolve().parents[1].parent / "shared")

PUBLISHED: Final = {
    ("draw1", True): (0.90480, 0.00116),
    ("draw1", False): (0.90204, 0.00093),
    ("draw3", True): (0.81945, 0.00084),
    ("draw3", False): (0.81524, 0.00089),
}
"""Win rates and 95 % intervals by draw and take-back: Blake and Gent, JAIR 85:21, 2026, table 3."""


@dataclass(frozen=True, slots=True)
class Run:
    """One deal: the verdict, the seconds of the search, and those of everything with the replayed line."""

    verdict: Verdict
    search: float
    call: float


def variant(draw: int, passes: int | None, *, take_back: bool) -> Rules:
    """Give rules that need not be a published variant."""
    return replace(Rules.preset(draw=draw), passes=passes, take_back=take_back)


def run(deal: Deal, rules: Rules, seconds: float = SECONDS) -> Run:
    """Solve one deal."""
    begin = thread_time()
    search = Search(Position.start(deal.cards), rules)
    verdict = search.run(EVERYTHING, lambda: thread_time() - begin >= seconds)
    found = thread_time()
    if verdict is Verdict.WINNABLE:
        search.line()
    return Run(verdict, found - begin, thread_time() - begin)


def deals(count: int) -> list[Deal]:
    """Give the deals that everything is measured on."""
    return [Deal(FIRST_DEAL + number) for number in range(count)]


def interval(wins: int, count: int) -> tuple[float, float]:
    """Give Wilson's 95 % interval."""
    z = 1.96
    share, square = wins / count, z * z / count
    middle = (share + square / 2) / (1 + square)
    half = z * sqrt(share * (1 - share) / count + square / count / 4) / (1 + square)
    return middle - half, middle + half


def report_decided(name: str, runs: list[Run]) -> None:
    """Print how many deals were decided, and how fast."""
    decided = sum(run.verdict is not Verdict.UNKNOWN for run in runs)
    times = [run.search * 1e3 for run in runs]
    print(f"solver.decided_{name} {decided / len(runs):.4f}")
    print(f"solver.median_ms_{name} {median(times):.3f}")
    print(f"solver.mean_ms_{name} {sum(times) / len(times):.2f}")
    print(f"solver.median_call_ms_{name} {median(run.call * 1e3 for run in runs):.3f}", flush=True)


def report_rate(name: str, runs: list[Run], published: tuple[float, float]) -> None:
    """Print the win rate with its interval, undecided deals counted as lost below and as won above."""
    wins = sum(run.verdict is Verdict.WINNABLE for run in runs)
    undecided = sum(run.verdict is Verdict.UNKNOWN for run in runs)
    low, high = interval(wins, len(runs))[0], interval(wins + undecided, len(runs))[1]
    rate, half = published
    print(f"solver.win_rate_{name} {wins / (len(runs) - undecided):.4f}")
    print(f"solver.win_rate_{name}_low {low:.4f}")
    print(f"solver.win_rate_{name}_high {high:.4f}")
    print(
        f"solver.win_rate_{name}_as_published {int(low <= rate + half and rate - half <= high)}", flush=True
    )


def known_wrong(seconds: float) -> int | None:
    """Count wrong verdicts on deals whose verdict is known; None where there are none."""
    path = SHARED / "solver" / "known_deals.jsonl"
    if not path.is_file():
        print(f"no known deals at {path}", file=sys.stderr)
        return None
    wrong = unknown = 0
    lines = path.read_text(encoding="utf-8").splitlines()
    for known in map(json.loads, lines):
        rules = variant(known["draw"], known["passes"], take_back=known["take_back"])
        verdict = run(Deal.from_cards(known["deck"]), rules, seconds).verdict
        expected = Verdict.WINNABLE if known["verdict"] == "win" else Verdict.UNWINNABLE
        unknown += verdict is Verdict.UNKNOWN
        wrong += verdict not in {expected, Verdict.UNKNOWN}
    print(f"solver.known_decided {1 - unknown / len(lines):.4f}")
    return wrong


def pyksolve(draw: int, count: int) -> list[tuple[float, bool]] | None:
    """Let pyksolve search the first deals: seconds and whether it won; None where it is not installed."""
    lines = [" ".join(map(str, (draw, *(card.index for card in deal.cards)))) for deal in deals(count)]
    command = [sys.executable, "-m", "benchmarks._pyksolve"]
    done = subprocess.run(command, input="\n".join(lines), capture_output=True, text=True, check=False)
    if done.returncode == ABSENT:
        print("pyksolve is not installed (the extra `benchmark`): not compared", file=sys.stderr)
        return None
    done.check_returncode()
    answers = [line.split() for line in done.stdout.splitlines() if not line.startswith("Minimum")]
    return [(float(seconds), won == "1") for seconds, won in answers]


def compare(measured: dict[int, list[Run]], count: int) -> int:
    """Print how much faster the median deal is than with pyksolve, and count its wins that we deny."""
    theirs: list[float] = []
    ours: list[Run] = []
    denied = 0
    for draw, runs in measured.items():
        answers = pyksolve(draw, count)
        if answers is None:
            return 0
        theirs += [seconds for seconds, _ in answers]
        ours += runs[: len(answers)]
        for answer, mine in zip(answers, runs, strict=False):
            denied += answer[1] and mine.verdict is Verdict.UNWINNABLE
    base = median(theirs)
    print(f"solver.pyksolve_median_ms {base * 1e3:.1f}")
    print(f"solver.median_speedup_vs_pyksolve {base / median(run.search for run in ours):.0f}")
    print(f"solver.median_call_speedup_vs_pyksolve {base / median(run.call for run in ours):.0f}", flush=True)
    return denied


def main() -> None:
    """Measure and print."""
    quick = "--quick" in sys.argv
    prepare()
    wrong = known_wrong(0.05 if quick else 10.0)
    measured: dict[int, list[Run]] = {}
    for draw in (1, 3):
        rules = variant(draw, None, take_back=True)
        measured[draw] = [run(deal, rules) for deal in deals(100 if quick else 2000)]
        report_decided(f"draw{draw}", measured[draw])
        report_rate(f"draw{draw}", measured[draw], PUBLISHED[f"draw{draw}", True])
    denied = compare(measured, 8 if quick else 100)
    if wrong is not None:
        print(f"solver.wrong {wrong + denied}", flush=True)
    for draw in (1, 3):
        if not quick:
            rules = variant(draw, None, take_back=False)
            runs = [run(deal, rules) for deal in deals(2000)]
            report_decided(f"draw{draw}_no_take_back", runs)
            report_rate(f"draw{draw}_no_take_back", runs, PUBLISHED[f"draw{draw}", False])
        for passes in (1, 3):
            rules = variant(draw, passes, take_back=True)
            limited = [run(deal, rules) for deal in deals(25 if quick else 500)]
            report_decided(f"draw{draw}_{passes}_pass", limited)


if __name__ == "__main__":
    main()
