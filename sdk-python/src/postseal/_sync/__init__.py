# Made from _async/__init__.py by scripts/python/unasync.mjs. Do not edit.
