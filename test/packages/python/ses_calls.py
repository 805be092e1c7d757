"""Calls Postseal by boto3, the package of AWS for Python, unmodified, and prints the outcome of each call as JSON."""

import json
import os
import sys

import boto3
from botocore.config import Config

SENDER = "Acme <billing@shop.example>"
TO = {"ToAddresses": ["Ada <ada@example.com>"]}
SIMPLE = {"Subject": {"Data": "Your receipt"}, "Body": {"Text": {"Data": "Thank you"}}}
CONTENT = {"Subject": "Hello {{name}}", "Text": "Hi {{name}}", "Html": "<p>{{name}}</p>"}


def client(name):
    access_key_id, secret = os.environ[name].split(":")
    return boto3.client(
        "sesv2",
        endpoint_url=os.environ["SES_URL"],
        region_name="eu-central-1",
        aws_access_key_id=access_key_id,
        aws_secret_access_key=secret,
        config=Config(retries={"total_max_attempts": 1}),
    )


def call(ses, name, **given):
    """Calls a method, prints its outcome, and returns its reply."""
    try:
        reply = getattr(ses, name)(**given)
    except Exception as error:  # noqa: BLE001 - the test names each outcome
        kind = getattr(error, "response", {}).get("Error", {}).get("Code")
        print(json.dumps({"call": name, "error": type(error).__name__, "kind": kind, "message": str(error)}))
        return {}
    print(json.dumps({"call": name, "reply": reply}, default=lambda value: type(value).__name__))
    return reply


def main():
    project, workspace, wrong = client("PROJECT_KEY"), client("WORKSPACE_KEY"), client("WRONG_KEY")
    call(project, "send_email", FromEmailAddress=SENDER, Destination=TO, Content={"Simple": SIMPLE})
    raw = f"From: {SENDER}\r\nTo: ada@example.com\r\nSubject: Raw\r\n\r\nHi\r\n".encode()
    call(project, "send_email", Content={"Raw": {"Data": raw}})
    files = [{"FileName": "a.txt", "RawContent": b"a", "ContentType": "text/plain"}]
    tagged = {"EmailTags": [{"Name": "order", "Value": "17"}], "ReplyToAddresses": ["help@shop.example"]}
    simple = {"Simple": {**SIMPLE, "Attachments": files}}
    call(project, "send_email", FromEmailAddress=SENDER, Destination=TO, Content=simple, **tagged)
    call(project, "create_email_template", TemplateName="hello", TemplateContent=CONTENT)
    call(project, "get_email_template", TemplateName="hello")
    call(project, "list_email_templates", PageSize=10)
    values = {"TemplateName": "hello", "TemplateData": json.dumps({"name": "Ada", "count": 2})}
    call(project, "test_render_email_template", TemplateName="hello", TemplateData='{"name":"Ada"}')
    call(project, "send_email", FromEmailAddress=SENDER, Destination=TO, Content={"Template": values})
    entries = [{"Destination": TO}, {"Destination": {"ToAddresses": ["nobody"]}}]
    bulk = {"DefaultContent": {"Template": values}, "BulkEmailEntries": entries}
    call(project, "send_bulk_email", FromEmailAddress=SENDER, **bulk)
    call(project, "update_email_template", TemplateName="hello", TemplateContent=CONTENT)
    call(project, "delete_email_template", TemplateName="hello")
    call(workspace, "put_suppressed_destination", EmailAddress="o'eve+x@example.com", Reason="BOUNCE")
    call(workspace, "get_suppressed_destination", EmailAddress="o'eve+x@example.com")
    call(workspace, "list_suppressed_destinations", PageSize=5, Reasons=["BOUNCE", "COMPLAINT"])
    call(workspace, "delete_suppressed_destination", EmailAddress="o'eve+x@example.com")
    call(workspace, "create_email_identity", EmailIdentity="mail.example")
    call(workspace, "get_email_identity", EmailIdentity="mail.example")
    call(workspace, "list_email_identities")
    call(workspace, "delete_email_identity", EmailIdentity="mail.example")
    call(workspace, "get_account")

    call(project, "get_email_template", TemplateName="none")
    call(project, "list_suppressed_destinations")
    call(workspace, "delete_suppressed_destination", EmailAddress="nobody@example.com")
    call(project, "send_email", FromEmailAddress=SENDER, Content={"Simple": SIMPLE})
    call(project, "list_configuration_sets")
    call(wrong, "get_account")
    return 0


if __name__ == "__main__":
    sys.exit(main())
