"""Tests of compiled search."""
