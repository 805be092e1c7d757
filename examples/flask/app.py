"""A receiver of webhooks with Flask and SQLite."""

import os
import sqlite3
from contextlib import closing

from flask import Flask, request
from postseal.webhooks import WebhookEvent, WebhookVerificationError, verify_webhook

app = Flask(__name__)


def open_database() -> sqlite3.Connection:
    return sqlite3.connect(os.environ.get("DATABASE", "shop.sqlite3"), timeout=10)


with closing(open_database()) as setup:
    setup.executescript(
        """
        create table if not exists processed_events (id text primary key);
        create table if not exists bounces (recipient text not null, reason text);
        """
    )


@app.post("/webhooks/postseal")
def receive() -> tuple[str, int]:
    try:
        event = verify_webhook(
            request.get_data(),  # Not request.json: the signature is over the bytes as they came.
            headers=request.headers,
            secret=os.environ.get("POSTSEAL_WEBHOOK_SECRET"),
        )
    except WebhookVerificationError as error:
        # Anything else is our own mistake, such as a secret that is not set: a 500, and it comes again.
        app.logger.warning("A webhook was refused: %s. %s", error.code, error)
        return "", 400

    # An event may come more than once, under one id, and to any of your processes. So the ids are where your
    # data is, under a unique key; one transaction keeps the id and acts on the event, or does neither.
    with closing(open_database()) as database, database:
        statement = "insert into processed_events (id) values (?) on conflict do nothing"
        if database.execute(statement, (event["id"],)).rowcount == 1:
            act(database, event)  # If it fails, that is a 500, and the event comes again.
    return "", 204


def act(database: sqlite3.Connection, event: WebhookEvent) -> None:
    # The service waits 15 seconds for an answer. Leave what is slow, such as a call of another service, to a
    # worker: insert a job for it here, in this transaction, and let the worker find the job.
    if event["type"] == "message.bounced" or event["type"] == "message.failed":
        data = event["data"]
        database.execute("insert into bounces values (?, ?)", (data["recipient"], data["class"]))
    # Else there is nothing to do. Among the other types are those that are newer than the package.
