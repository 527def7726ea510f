"""Dialogs in which things for a table are made: counters, markers, tables, scenarios."""
