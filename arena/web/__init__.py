"""The server: `arena serve`. Needs the extra `web` (Starlette, uvicorn, Jinja2); nothing else of arena imports it."""
