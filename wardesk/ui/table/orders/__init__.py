"""Standing orders at the table: the page that lists them, their form, and what they did."""
