"""Maps of irregular areas."""
