"""What people do at the table without being asked: move, make, mark and edit counters."""
