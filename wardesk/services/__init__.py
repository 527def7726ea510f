"""Use cases that window and command line share."""
