"""The rulebook beside the table: search, one rule or thing at a time, and the case at hand."""
