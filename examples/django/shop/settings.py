import os
from pathlib import Path

# The least that this example runs with. Your project needs the app in INSTALLED_APPS, the secret and urls.py.
DEBUG = False
ALLOWED_HOSTS = ["localhost", "127.0.0.1"]
ROOT_URLCONF = "shop.urls"
INSTALLED_APPS = ["mail_events"]
USE_TZ = True
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Where it is not set, the view answers 500.
POSTSEAL_WEBHOOK_SECRET = os.environ.get("POSTSEAL_WEBHOOK_SECRET")

DATABASES = {
    "default": {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": os.environ.get("DATABASE", Path(__file__).parents[1] / "shop.sqlite3"),
        # Wait for other processes at the beginning of a transaction and not within it, where SQLite cannot.
        "OPTIONS": {"timeout": 10, "transaction_mode": "IMMEDIATE"},
    }
}
