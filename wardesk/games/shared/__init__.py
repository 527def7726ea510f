"""The toolkit of rule systems: plain functions over pieces, tables and questions."""
