"""What is fought over, and how it stands: calendar, forces, places, routes, orders, results."""
