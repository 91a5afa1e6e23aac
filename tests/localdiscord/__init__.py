"""Tests of the local Discord, driven by the real discord.py."""
