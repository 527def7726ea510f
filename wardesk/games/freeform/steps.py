"""The register of this game's steps; each chapter adds its own."""

from wardesk.engine.rules import Steps

steps = Steps()
