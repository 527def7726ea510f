"""Many games at once: what a scenario, its options and its players lead to, in numbers."""
