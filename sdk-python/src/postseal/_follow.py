"""How events are followed."""

WAIT_S = 20
"""For how many seconds the service waits for news: less than proxies leave a request unanswered."""
