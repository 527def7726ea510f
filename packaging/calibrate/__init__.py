"""The calibration bench: `__main__` says what it does and how it is called."""
