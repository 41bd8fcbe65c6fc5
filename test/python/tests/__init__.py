"""Tests of the value tests themselves; none needs the tools."""
