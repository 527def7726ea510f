"""A player that looks ahead: imagined worlds, few answers in many of them, and the reasons."""
