"""Bots as processes: the line protocol, the pipes, the sandbox, and what runs inside it."""
