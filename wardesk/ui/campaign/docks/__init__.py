"""The panels at both sides of a campaign: what waits, what is asked, how it stands."""
