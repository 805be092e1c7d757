# Made from _async/resources/__init__.py by scripts/python/unasync.mjs. Do not edit.
