"""What holds for every test."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

# Machines here are slow and shared: how long an example takes says nothing about the program.
settings.register_profile("house", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("house")
