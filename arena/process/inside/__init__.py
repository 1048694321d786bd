"""What runs inside the sandbox, before and around a bot. Knows core and bots, nothing of arena."""
