"""What leaves the program: maps as PNG, SVG and PDF, pictures of boards and tables, pages."""
