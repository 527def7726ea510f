"""Campaigns over linked scenarios: calendar, forces, ledger, conditions, carry-over, rulings."""
