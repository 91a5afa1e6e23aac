"""Tests of the persistence package."""
