"""How the client follows events."""

WAIT_S = 20
"""How many seconds the service waits for new events: less than proxies wait for a reply."""
