"""The steps of the set-up: environment, system libraries, jobs. Standard library only."""
