from __future__ import annotations

from django.db import models


class ProcessedEvent(models.Model):
    """An event that was acted on. The service may send it again, under the same id."""

    id: models.CharField[str, str] = models.CharField(max_length=40, primary_key=True)


class Bounce(models.Model):
    """A mail that an address did not take."""

    recipient: models.CharField[str, str] = models.CharField(max_length=320)
    reason: models.CharField[str | None, str | None] = models.CharField(max_length=40, null=True)
