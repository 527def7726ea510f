"""The dialogs of a campaign: new, acts, orders, messages, scenarios, health."""
