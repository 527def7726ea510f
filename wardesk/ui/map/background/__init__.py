"""What is worked out behind the scenes while a map is drawn: board, issues, doubts, dry runs."""
