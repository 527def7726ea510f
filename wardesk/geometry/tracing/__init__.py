"""From outlines traced one by one to one coverage with common borders."""
