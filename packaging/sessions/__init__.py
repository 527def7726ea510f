"""Recorded sessions: scripts that use the program as a person does, with mouse and keyboard."""
