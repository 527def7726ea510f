"""What a screen is told: looks, cases, odds of what is planned, forces."""
