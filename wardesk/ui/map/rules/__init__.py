"""The page of the map editor that shows and edits the rules behind the map."""
