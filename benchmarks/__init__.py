"""Measurements: each prints `name value` lines, with ratios side by side in one run."""
