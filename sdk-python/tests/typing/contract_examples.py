# Made from generated/openapi.json by scripts/python/generate.mjs. Do not edit.
"""Every example of the contract has the type that this package gives it: for type checkers, not to be run."""

from postseal import types

list_messages_query: types.ListMessagesQuery = {
    "limit": 25,
    "since": "2026-01-01T00:00:00.000Z",
    "until": "2026-02-01T00:00:00.000Z",
    "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
    "recipient": "ada@example.com",
    "status": "scheduled",
    "category": "password_reset",
    "metadata_key": "order_id",
    "metadata_value": "A-1042",
}
list_messages_reply: types.MessageList = {
    "data": [
        {
            "id": "msg_01kbf3yq0ge8gvk2c5m7x9t3ea",
            "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
            "environment": "live",
            "status": "delivered",
            "from_email": "no-reply@shop.example",
            "from_name": "Shop",
            "subject": "Reset your password",
            "category": "password_reset",
            "metadata": {"user_id": "u-1815"},
            "created_at": "2026-01-14T09:30:00.000Z",
            "scheduled_at": None,
            "list_id": None,
            "campaign_id": None,
            "automation_run_id": None,
            "template": None,
            "recipients": [
                {
                    "log_id": "log_01kbf3yq0he2rr6d8a1f4w5zqb",
                    "email": "ada@example.com",
                    "name": "Ada Lovelace",
                    "kind": "to",
                    "status": "delivered",
                },
            ],
        },
    ],
    "has_more": False,
    "next_cursor": None,
    "window": {"since": "2025-12-15T09:31:00.000Z", "until": None},
}
send_message_request: types.SendMessageRequest = {
    "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
    "from_email": "no-reply@shop.example",
    "from_name": "Shop",
    "to": [{"email": "ada@example.com", "name": "Ada Lovelace"}],
    "subject": "Reset your password",
    "text": "Follow this link to choose a new password: https://shop.example/reset/9f2c",
    "category": "password_reset",
    "metadata": {"user_id": "u-1815"},
}
send_message_reply: types.AcceptedMessage = {
    "id": "msg_01kbf3yq0ge8gvk2c5m7x9t3ea",
    "status": "queued",
    "created_at": "2026-01-14T09:30:00.000Z",
    "scheduled_at": None,
    "recipients": [
        {
            "log_id": "log_01kbf3yq0he2rr6d8a1f4w5zqb",
            "email": "ada@example.com",
            "name": "Ada Lovelace",
            "kind": "to",
            "status": "queued",
        },
    ],
}
send_message_batch_request: types.BatchRequest = {
    "items": [
        {
            "idempotency_key": "receipt-1042",
            "message": {
                "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
                "from_email": "billing@shop.example",
                "to": [{"email": "ada@example.com"}],
                "subject": "Your receipt",
                "text": "Thank you for your order.",
            },
        },
        {
            "idempotency_key": "receipt-1043",
            "template": {
                "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
                "to": [{"email": "grace@example.com"}],
                "template": {"template_id": "tpl_01kbf3x5vfe4gt7c3p8s6d1b9n", "variables": {"name": "Grace"}},
            },
        },
    ],
}
send_message_batch_reply: types.BatchResult = {
    "data": [
        {
            "index": 0,
            "idempotency_key": "receipt-1042",
            "status": "accepted",
            "message": {
                "id": "msg_01kbf3yq0ge8gvk2c5m7x9t3ea",
                "status": "queued",
                "created_at": "2026-01-14T09:30:00.000Z",
                "scheduled_at": None,
                "recipients": [
                    {
                        "log_id": "log_01kbf3yq0he2rr6d8a1f4w5zqb",
                        "email": "ada@example.com",
                        "name": None,
                        "kind": "to",
                        "status": "queued",
                    },
                ],
            },
        },
        {
            "index": 1,
            "idempotency_key": "receipt-1043",
            "status": "rejected",
            "error": {
                "status": 404,
                "code": "template_not_found",
                "message": "There is no template tpl_01kbf3x5vfe4gt7c3p8s6d1b9n for messages of this project.",
            },
        },
    ],
    "accepted": 1,
    "rejected": 1,
}
cancel_messages_request: types.CancelMessagesRequest = {
    "message_ids": ["msg_01kbf3yw0ge1xb3a7qyfr6f0dt", "msg_01kbf3yq0ge8gvk2c5m7x9t3ea"],
}
cancel_messages_reply: types.CancelledMessages = {
    "data": [
        {"message_id": "msg_01kbf3yw0ge1xb3a7qyfr6f0dt", "status": "cancelled", "error": None},
        {
            "message_id": "msg_01kbf3yq0ge8gvk2c5m7x9t3ea",
            "status": "rejected",
            "error": {"status": 409, "code": "invalid_state", "message": "This message was sent already."},
        },
    ],
    "cancelled": 1,
    "rejected": 1,
}
retrieve_message_reply: types.Message = {
    "id": "msg_01kbf3yq0ge8gvk2c5m7x9t3ea",
    "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
    "environment": "live",
    "status": "delivered",
    "from_email": "no-reply@shop.example",
    "from_name": "Shop",
    "subject": "Reset your password",
    "category": "password_reset",
    "metadata": {"user_id": "u-1815"},
    "created_at": "2026-01-14T09:30:00.000Z",
    "scheduled_at": None,
    "list_id": None,
    "campaign_id": None,
    "automation_run_id": None,
    "template": None,
    "recipients": [
        {
            "log_id": "log_01kbf3yq0he2rr6d8a1f4w5zqb",
            "email": "ada@example.com",
            "name": "Ada Lovelace",
            "kind": "to",
            "status": "delivered",
        },
    ],
}
reschedule_message_request: types.RescheduleMessageRequest = {"scheduled_at": "2026-01-15T08:00:00.000Z"}
reschedule_message_reply: types.Message = {
    "id": "msg_01kbf3yw0ge1xb3a7qyfr6f0dt",
    "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
    "environment": "live",
    "status": "scheduled",
    "from_email": "no-reply@shop.example",
    "from_name": "Shop",
    "subject": "Your order is on its way",
    "category": None,
    "metadata": {},
    "created_at": "2026-01-14T09:30:00.000Z",
    "scheduled_at": "2026-01-15T08:00:00.000Z",
    "list_id": None,
    "campaign_id": None,
    "automation_run_id": None,
    "template": None,
    "recipients": [
        {
            "log_id": "log_01kbf3yt0bea48w8800ddaajmc",
            "email": "ada@example.com",
            "name": None,
            "kind": "to",
            "status": "scheduled",
        },
    ],
}
retrieve_message_content_reply: types.MessageContent = {
    "message_id": "msg_01kbf3yq0ge8gvk2c5m7x9t3ea",
    "from_email": "no-reply@shop.example",
    "from_name": "Shop",
    "to": [{"email": "ada@example.com", "name": "Ada Lovelace"}],
    "cc": [],
    "bcc": [],
    "reply_to": [],
    "subject": "Reset your password",
    "text": "Follow this link to choose a new password: https://shop.example/reset/9f2c",
    "html": None,
    "headers": {},
    "list_unsubscribe": None,
    "attachments": [],
    "mime_entity": None,
    "content_sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
}
cancel_message_reply: types.Message = {
    "id": "msg_01kbf3yw0ge1xb3a7qyfr6f0dt",
    "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
    "environment": "live",
    "status": "cancelled",
    "from_email": "no-reply@shop.example",
    "from_name": "Shop",
    "subject": "Your order is on its way",
    "category": None,
    "metadata": {},
    "created_at": "2026-01-14T09:30:00.000Z",
    "scheduled_at": "2026-01-15T08:00:00.000Z",
    "list_id": None,
    "campaign_id": None,
    "automation_run_id": None,
    "template": None,
    "recipients": [
        {
            "log_id": "log_01kbf3yt0bea48w8800ddaajmc",
            "email": "ada@example.com",
            "name": None,
            "kind": "to",
            "status": "cancelled",
        },
    ],
}
list_message_logs_query: types.ListMessageLogsQuery = {
    "limit": 25,
    "since": "2026-01-01T00:00:00.000Z",
    "until": "2026-02-01T00:00:00.000Z",
    "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
    "message_id": "msg_01kbf3yq0ge8gvk2c5m7x9t3ea",
    "campaign_id": "cmp_01kbf3yq0we8r8x5m1t6v9k3cj",
    "automation_id": "aut_01kbf3yq0xe5p8w7k1n4q9t6vr",
    "recipient": "ada@example.com",
    "status": "scheduled",
    "engagement": "opened",
    "category": "password_reset",
    "subject": "password",
    "metadata_key": "order_id",
    "metadata_value": "A-1042",
    "q": "A-1042 shipped",
    "recipient_domain": "example.com",
}
list_message_logs_reply: types.MessageLogList = {
    "data": [
        {
            "id": "log_01kbf3yq0he2rr6d8a1f4w5zqb",
            "message_id": "msg_01kbf3yq0ge8gvk2c5m7x9t3ea",
            "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
            "environment": "live",
            "recipient": "ada@example.com",
            "recipient_name": "Ada Lovelace",
            "kind": "to",
            "status": "delivered",
            "from_email": "no-reply@shop.example",
            "subject": "Reset your password",
            "category": "password_reset",
            "metadata": {"user_id": "u-1815"},
            "scheduled_at": None,
            "attempts": [
                {
                    "at": "2026-01-14T09:30:00.120Z",
                    "outcome": "delivered",
                    "via": "smtp",
                    "reply": {
                        "code": 250,
                        "enhanced_code": "2.0.0",
                        "text": "OK",
                        "host": "mx.example.com:25",
                    },
                    "class": None,
                    "error": None,
                    "server": {"name": "mx.example.com", "address": "192.0.2.25", "port": 25},
                    "tls": {
                        "version": "TLSv1.3",
                        "cipher": "TLS_AES_256_GCM_SHA384",
                        "authentication": "certificate",
                    },
                    "duration_ms": 482,
                    "conversation": None,
                    "source": None,
                },
            ],
            "last_reply": {"code": 250, "enhanced_code": "2.0.0", "text": "OK", "host": "mx.example.com:25"},
            "next_attempt_at": None,
            "created_at": "2026-01-14T09:30:00.000Z",
            "updated_at": "2026-01-14T09:30:00.120Z",
            "delivered_at": "2026-01-14T09:30:00.120Z",
            "suppression_reason": None,
            "complained_at": None,
            "unverified_complaint": None,
            "campaign_id": None,
            "automation_id": None,
            "engagement": None,
            "stream": "transactional",
            "waiting_for": None,
            "retries": 0,
        },
    ],
    "has_more": False,
    "next_cursor": None,
    "window": {"since": "2025-12-15T09:31:00.000Z", "until": None},
}
export_message_logs_query: types.ExportMessageLogsQuery = {
    "since": "2026-01-01T00:00:00.000Z",
    "until": "2026-02-01T00:00:00.000Z",
    "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
    "message_id": "msg_01kbf3yq0ge8gvk2c5m7x9t3ea",
    "campaign_id": "cmp_01kbf3yq0we8r8x5m1t6v9k3cj",
    "automation_id": "aut_01kbf3yq0xe5p8w7k1n4q9t6vr",
    "recipient": "ada@example.com",
    "status": "scheduled",
    "engagement": "opened",
    "category": "password_reset",
    "subject": "password",
    "metadata_key": "order_id",
    "metadata_value": "A-1042",
    "q": "A-1042 shipped",
    "recipient_domain": "example.com",
}
retrieve_message_log_reply: types.MessageLog = {
    "id": "log_01kbf3yq0he2rr6d8a1f4w5zqb",
    "message_id": "msg_01kbf3yq0ge8gvk2c5m7x9t3ea",
    "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
    "environment": "live",
    "recipient": "ada@example.com",
    "recipient_name": "Ada Lovelace",
    "kind": "to",
    "status": "delivered",
    "from_email": "no-reply@shop.example",
    "subject": "Reset your password",
    "category": "password_reset",
    "metadata": {"user_id": "u-1815"},
    "scheduled_at": None,
    "attempts": [
        {
            "at": "2026-01-14T09:30:00.120Z",
            "outcome": "delivered",
            "via": "smtp",
            "reply": {"code": 250, "enhanced_code": "2.0.0", "text": "OK", "host": "mx.example.com:25"},
            "class": None,
            "error": None,
            "server": {"name": "mx.example.com", "address": "192.0.2.25", "port": 25},
            "tls": {
                "version": "TLSv1.3",
                "cipher": "TLS_AES_256_GCM_SHA384",
                "authentication": "certificate",
            },
            "duration_ms": 482,
            "conversation": "* connected to mx.example.com (192.0.2.25), port 25\nS: 220 mx.example.com ESMTP\nC: EHLO mail.shop.example\nS: 250-mx.example.com\nS: 250 STARTTLS\nC: STARTTLS\nS: 220 2.0.0 Go ahead\n* encrypted by TLSv1.3, TLS_AES_256_GCM_SHA384, authentication: certificate\nC: EHLO mail.shop.example\nS: 250-mx.example.com\nS: 250 SIZE 10485760\nC: MAIL FROM:<b+1f@bounces.shop.example> SIZE=1532\nS: 250 2.1.0 OK\nC: RCPT TO:<ada@example.com>\nS: 250 2.1.5 OK\nC: DATA\nS: 354 Go on\nC: [message of 1532 bytes]\nS: 250 2.0.0 OK",
            "source": None,
        },
    ],
    "last_reply": {"code": 250, "enhanced_code": "2.0.0", "text": "OK", "host": "mx.example.com:25"},
    "next_attempt_at": None,
    "created_at": "2026-01-14T09:30:00.000Z",
    "updated_at": "2026-01-14T09:30:00.120Z",
    "delivered_at": "2026-01-14T09:30:00.120Z",
    "suppression_reason": None,
    "complained_at": None,
    "unverified_complaint": None,
    "campaign_id": None,
    "automation_id": None,
    "engagement": None,
    "stream": "transactional",
    "waiting_for": None,
    "retries": 0,
}
retry_message_log_reply: types.MessageLog = {
    "id": "log_01kbf3yq0he2rr6d8a1f4w5zqb",
    "message_id": "msg_01kbf3yq0ge8gvk2c5m7x9t3ea",
    "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
    "environment": "live",
    "recipient": "ada@example.com",
    "recipient_name": "Ada Lovelace",
    "kind": "to",
    "status": "queued",
    "from_email": "no-reply@shop.example",
    "subject": "Reset your password",
    "category": "password_reset",
    "metadata": {"user_id": "u-1815"},
    "scheduled_at": None,
    "attempts": [
        {
            "at": "2026-01-14T09:30:00.120Z",
            "outcome": "bounced",
            "via": "smtp",
            "reply": {
                "code": 550,
                "enhanced_code": "5.7.1",
                "text": "Refused by policy",
                "host": "mx.example.com:25",
            },
            "class": "sender_policy",
            "error": None,
            "server": {"name": "mx.example.com", "address": "192.0.2.25", "port": 25},
            "tls": {
                "version": "TLSv1.3",
                "cipher": "TLS_AES_256_GCM_SHA384",
                "authentication": "certificate",
            },
            "duration_ms": 482,
            "conversation": None,
            "source": None,
        },
    ],
    "last_reply": {
        "code": 550,
        "enhanced_code": "5.7.1",
        "text": "Refused by policy",
        "host": "mx.example.com:25",
    },
    "next_attempt_at": None,
    "created_at": "2026-01-14T09:30:00.000Z",
    "updated_at": "2026-01-14T11:05:00.000Z",
    "delivered_at": None,
    "suppression_reason": None,
    "complained_at": None,
    "unverified_complaint": None,
    "campaign_id": None,
    "automation_id": None,
    "engagement": None,
    "stream": "transactional",
    "waiting_for": None,
    "retries": 1,
}
list_events_query: types.ListEventsQuery = {
    "limit": 25,
    "since": "2026-01-01T00:00:00.000Z",
    "until": "2026-02-01T00:00:00.000Z",
    "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
    "type": "message.bounced",
    "message_id": "msg_01kbf3yq0ge8gvk2c5m7x9t3ea",
}
list_events_reply: types.EventList = {
    "data": [
        {
            "id": "evt_01kbf3yq0je5ntb9k2s7v4c8xd",
            "type": "message.delivered",
            "created_at": "2026-01-14T09:30:00.120Z",
            "api_version": "v1",
            "workspace_id": "ws_01kbf3x5v8e3r9y2m6t1n4q7sa",
            "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
            "environment": "live",
            "data": {
                "message_id": "msg_01kbf3yq0ge8gvk2c5m7x9t3ea",
                "log_id": "log_01kbf3yq0he2rr6d8a1f4w5zqb",
                "recipient": "ada@example.com",
                "category": "password_reset",
                "campaign_id": None,
                "automation_id": None,
                "attempt": 1,
                "via": "smtp",
                "reply": {"code": 250, "enhanced_code": "2.0.0", "text": "OK", "host": "mx.example.com:25"},
                "class": None,
                "suppressed": False,
                "error": None,
            },
        },
    ],
    "has_more": False,
    "next_cursor": None,
    "window": {"since": "2025-12-15T09:31:00.000Z", "until": None},
}
follow_events_query: types.FollowEventsQuery = {
    "limit": 25,
    "since": "2026-01-01T00:00:00.000Z",
    "wait": 20,
    "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
    "type": "message.accepted",
    "message_id": "msg_01kbf3yq0ge8gvk2c5m7x9t3ea",
}
follow_events_reply: types.FollowedEventPage = {
    "data": [
        {
            "id": "evt_01kbf3yq0je5ntb9k2s7v4c8xd",
            "type": "message.delivered",
            "created_at": "2026-01-14T09:30:00.120Z",
            "api_version": "v1",
            "workspace_id": "ws_01kbf3x5v8e3r9y2m6t1n4q7sa",
            "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
            "environment": "live",
            "data": {
                "message_id": "msg_01kbf3yq0ge8gvk2c5m7x9t3ea",
                "log_id": "log_01kbf3yq0he2rr6d8a1f4w5zqb",
                "recipient": "ada@example.com",
                "category": "password_reset",
                "campaign_id": None,
                "automation_id": None,
                "attempt": 1,
                "via": "smtp",
                "reply": {"code": 250, "enhanced_code": "2.0.0", "text": "OK", "host": "mx.example.com:25"},
                "class": None,
                "suppressed": False,
                "error": None,
            },
        },
    ],
    "has_more": False,
    "next_cursor": "AQAAAAAAAAABAZu8ewAAcACAAAAAAAAAAAGbvHsAAA",
    "window": {"since": "2025-12-15T09:31:00.000Z", "until": None},
}
export_events_query: types.ExportEventsQuery = {
    "since": "2026-01-01T00:00:00.000Z",
    "until": "2026-02-01T00:00:00.000Z",
    "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
    "type": "message.bounced",
    "message_id": "msg_01kbf3yq0ge8gvk2c5m7x9t3ea",
}
retrieve_event_reply: types.Event = {
    "id": "evt_01kbf3yq0je5ntb9k2s7v4c8xd",
    "type": "message.delivered",
    "created_at": "2026-01-14T09:30:00.120Z",
    "api_version": "v1",
    "workspace_id": "ws_01kbf3x5v8e3r9y2m6t1n4q7sa",
    "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
    "environment": "live",
    "data": {
        "message_id": "msg_01kbf3yq0ge8gvk2c5m7x9t3ea",
        "log_id": "log_01kbf3yq0he2rr6d8a1f4w5zqb",
        "recipient": "ada@example.com",
        "category": "password_reset",
        "campaign_id": None,
        "automation_id": None,
        "attempt": 1,
        "via": "smtp",
        "reply": {"code": 250, "enhanced_code": "2.0.0", "text": "OK", "host": "mx.example.com:25"},
        "class": None,
        "suppressed": False,
        "error": None,
    },
}
retrieve_statistics_query: types.RetrieveStatisticsQuery = {
    "interval": "hour",
    "since": "2026-01-14T00:00:00.000Z",
    "until": "2026-01-15T00:00:00.000Z",
    "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
    "environment": "live",
    "category": "password_reset",
    "destination": "example.com",
    "group_by": "category",
    "max_groups": 20,
}
retrieve_statistics_reply: types.Statistics = {
    "interval": "hour",
    "since": "2026-01-14T09:00:00.000Z",
    "until": "2026-01-14T10:00:00.000Z",
    "total": {
        "accepted": 120,
        "delivered": 115,
        "bounced": 2,
        "failed": 0,
        "suppressed": 3,
        "cancelled": 0,
        "complained": 0,
        "deferred": 4,
        "bounced_by_class": {"unknown_user": 2},
        "time_to_delivery": {"p50_ms": 420, "p95_ms": 2400},
    },
    "periods": [
        {
            "at": "2026-01-14T09:00:00.000Z",
            "counts": {
                "accepted": 120,
                "delivered": 115,
                "bounced": 2,
                "failed": 0,
                "suppressed": 3,
                "cancelled": 0,
                "complained": 0,
                "deferred": 4,
                "bounced_by_class": {"unknown_user": 2},
                "time_to_delivery": {"p50_ms": 420, "p95_ms": 2400},
            },
        },
    ],
    "groups": [
        {
            "key": "password_reset",
            "other": False,
            "name": None,
            "total": {
                "accepted": 120,
                "delivered": 115,
                "bounced": 2,
                "failed": 0,
                "suppressed": 3,
                "cancelled": 0,
                "complained": 0,
                "deferred": 4,
                "bounced_by_class": {"unknown_user": 2},
                "time_to_delivery": {"p50_ms": 420, "p95_ms": 2400},
            },
            "periods": [
                {
                    "at": "2026-01-14T09:00:00.000Z",
                    "counts": {
                        "accepted": 120,
                        "delivered": 115,
                        "bounced": 2,
                        "failed": 0,
                        "suppressed": 3,
                        "cancelled": 0,
                        "complained": 0,
                        "deferred": 4,
                        "bounced_by_class": {"unknown_user": 2},
                        "time_to_delivery": {"p50_ms": 420, "p95_ms": 2400},
                    },
                },
            ],
        },
    ],
}
list_webhooks_query: types.ListWebhooksQuery = {
    "limit": 25,
    "since": "2026-01-01T00:00:00.000Z",
    "until": "2026-02-01T00:00:00.000Z",
}
list_webhooks_reply: types.WebhookList = {
    "data": [
        {
            "id": "whk_01kbf3x5vhf0a9j4e7q2w5t8yr",
            "url": "https://shop.example/hooks/postseal",
            "events": ["message.delivered", "message.bounced"],
            "project_id": None,
            "environment": None,
            "description": "Order service",
            "enabled": True,
            "disabled_reason": None,
            "disabled_at": None,
            "secrets": [{"created_at": "2026-01-14T09:00:00.000Z", "expires_at": None}],
            "created_at": "2026-01-14T09:00:00.000Z",
            "updated_at": "2026-01-14T09:00:00.000Z",
        },
    ],
    "has_more": False,
    "next_cursor": None,
}
upsert_webhook_request: types.UpsertWebhookRequest = {
    "url": "https://shop.example/hooks/postseal",
    "events": ["message.delivered", "message.bounced"],
    "description": "Order service",
}
upsert_webhook_reply: types.SavedWebhook = {
    "webhook": {
        "id": "whk_01kbf3x5vhf0a9j4e7q2w5t8yr",
        "url": "https://shop.example/hooks/postseal",
        "events": ["message.delivered", "message.bounced"],
        "project_id": None,
        "environment": None,
        "description": "Order service",
        "enabled": True,
        "disabled_reason": None,
        "disabled_at": None,
        "secrets": [{"created_at": "2026-01-14T09:00:00.000Z", "expires_at": None}],
        "created_at": "2026-01-14T09:00:00.000Z",
        "updated_at": "2026-01-14T09:00:00.000Z",
    },
    "secret": None,
}
update_webhook_request: types.UpdateWebhookRequest = {"id": "whk_01kbf3x5vhf0a9j4e7q2w5t8yr", "events": ["*"]}
update_webhook_reply: types.SavedWebhook = {
    "webhook": {
        "id": "whk_01kbf3x5vhf0a9j4e7q2w5t8yr",
        "url": "https://shop.example/hooks/postseal",
        "events": ["message.delivered", "message.bounced"],
        "project_id": None,
        "environment": None,
        "description": "Order service",
        "enabled": True,
        "disabled_reason": None,
        "disabled_at": None,
        "secrets": [{"created_at": "2026-01-14T09:00:00.000Z", "expires_at": None}],
        "created_at": "2026-01-14T09:00:00.000Z",
        "updated_at": "2026-01-14T09:00:00.000Z",
    },
    "secret": None,
}
list_webhook_deliveries_query: types.ListWebhookDeliveriesQuery = {
    "limit": 25,
    "since": "2026-01-01T00:00:00.000Z",
    "until": "2026-02-01T00:00:00.000Z",
    "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
    "webhook_id": "whk_01kbf3x5vhf0a9j4e7q2w5t8yr",
    "event_id": "evt_01kbf3yq0je5ntb9k2s7v4c8xd",
    "event_type": "message.accepted",
    "status": "dead_letter",
}
list_webhook_deliveries_reply: types.WebhookDeliveryList = {
    "data": [
        {
            "id": "whd_01kbf3yq0jf7baf5h9k3n6r0xs",
            "webhook_id": "whk_01kbf3x5vhf0a9j4e7q2w5t8yr",
            "event_id": "evt_01kbf3yq0je5ntb9k2s7v4c8xd",
            "event_type": "message.delivered",
            "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
            "environment": "live",
            "status": "pending",
            "attempts": [
                {
                    "at": "2026-01-14T09:30:00.310Z",
                    "status": 503,
                    "duration_ms": 41,
                    "error": {"code": "refused", "message": "The endpoint answered 503."},
                    "response_body": "try again",
                    "request_headers": [
                        {"name": "host", "value": "shop.example"},
                        {"name": "Content-Type", "value": "application/json"},
                        {"name": "User-Agent", "value": "Postseal/0.2.0"},
                        {
                            "name": "Service-Signature",
                            "value": "t=1768383000,v1=d74438ac563d30b3db1a6e0de5c466b9ede890f7a6e4eea5e083c759d617aa4f",
                        },
                        {"name": "Service-Delivery", "value": "whd_01kbf3yq0jf7baf5h9k3n6r0xs"},
                        {"name": "webhook-id", "value": "evt_01kbf3yq0je5ntb9k2s7v4c8xd"},
                        {"name": "webhook-timestamp", "value": "1768383000"},
                        {
                            "name": "webhook-signature",
                            "value": "v1,mT3oTDaNODM6R0N3v8rYVL+sqEomjnnNP24/DkCEnVM=",
                        },
                        {"name": "content-length", "value": "412"},
                    ],
                },
            ],
            "next_attempt_at": "2026-01-14T09:30:05.120Z",
            "final_response_status": None,
            "created_at": "2026-01-14T09:30:00.120Z",
            "ended_at": None,
        },
    ],
    "has_more": False,
    "next_cursor": None,
    "window": {"since": "2025-12-15T09:31:00.000Z", "until": None},
}
list_webhook_health_query: types.ListWebhookHealthQuery = {
    "limit": 25,
    "since": "2026-01-01T00:00:00.000Z",
    "until": "2026-02-01T00:00:00.000Z",
}
list_webhook_health_reply: types.WebhookHealthList = {
    "data": [
        {
            "webhook_id": "whk_01kbf3x5vhf0a9j4e7q2w5t8yr",
            "url": "https://shop.example/hooks/postseal",
            "webhook_created_at": "2026-01-14T09:00:00.000Z",
            "status": "healthy",
            "attempts": 1204,
            "succeeded": 1201,
            "success_rate": 0.9975,
            "p95_ms": 180,
            "consecutive_failures": 0,
            "failing_since": None,
            "last_success_at": "2026-01-14T09:30:00.310Z",
            "last_failure_at": "2026-01-14T07:12:44.018Z",
            "pending": 0,
            "disabled_reason": None,
            "disabled_at": None,
        },
    ],
    "has_more": False,
    "next_cursor": None,
}
retrieve_webhook_reply: types.WebhookSubscription = {
    "id": "whk_01kbf3x5vhf0a9j4e7q2w5t8yr",
    "url": "https://shop.example/hooks/postseal",
    "events": ["message.delivered", "message.bounced"],
    "project_id": None,
    "environment": None,
    "description": "Order service",
    "enabled": True,
    "disabled_reason": None,
    "disabled_at": None,
    "secrets": [{"created_at": "2026-01-14T09:00:00.000Z", "expires_at": None}],
    "created_at": "2026-01-14T09:00:00.000Z",
    "updated_at": "2026-01-14T09:00:00.000Z",
}
rotate_webhook_secret_request: types.RotateWebhookSecretRequest = {"overlap_seconds": 86400}
rotate_webhook_secret_reply: types.SavedWebhook = {
    "webhook": {
        "id": "whk_01kbf3x5vhf0a9j4e7q2w5t8yr",
        "url": "https://shop.example/hooks/postseal",
        "events": ["message.delivered", "message.bounced"],
        "project_id": None,
        "environment": None,
        "description": "Order service",
        "enabled": True,
        "disabled_reason": None,
        "disabled_at": None,
        "secrets": [
            {"created_at": "2026-02-01T12:00:00.000Z", "expires_at": None},
            {"created_at": "2026-01-14T09:00:00.000Z", "expires_at": "2026-02-02T12:00:00.000Z"},
        ],
        "created_at": "2026-01-14T09:00:00.000Z",
        "updated_at": "2026-01-14T09:00:00.000Z",
    },
    "secret": "whsec_EXAMPLEexampleEXAMPLEexampleEXAMPLEexampleE=",
}
test_webhook_reply: types.WebhookDelivery = {
    "id": "whd_01kbf3yq0jf7baf5h9k3n6r0xs",
    "webhook_id": "whk_01kbf3x5vhf0a9j4e7q2w5t8yr",
    "event_id": "evt_01kbf3yq0je5ntb9k2s7v4c8xd",
    "event_type": "webhook.test",
    "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
    "environment": "live",
    "status": "pending",
    "attempts": [],
    "next_attempt_at": "2026-01-14T09:30:00.120Z",
    "final_response_status": None,
    "created_at": "2026-01-14T09:30:00.120Z",
    "ended_at": None,
}
retrieve_webhook_delivery_reply: types.WebhookDelivery = {
    "id": "whd_01kbf3yq0jf7baf5h9k3n6r0xs",
    "webhook_id": "whk_01kbf3x5vhf0a9j4e7q2w5t8yr",
    "event_id": "evt_01kbf3yq0je5ntb9k2s7v4c8xd",
    "event_type": "message.delivered",
    "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
    "environment": "live",
    "status": "pending",
    "attempts": [
        {
            "at": "2026-01-14T09:30:00.310Z",
            "status": 503,
            "duration_ms": 41,
            "error": {"code": "refused", "message": "The endpoint answered 503."},
            "response_body": "try again",
            "request_headers": [
                {"name": "host", "value": "shop.example"},
                {"name": "Content-Type", "value": "application/json"},
                {"name": "User-Agent", "value": "Postseal/0.2.0"},
                {
                    "name": "Service-Signature",
                    "value": "t=1768383000,v1=d74438ac563d30b3db1a6e0de5c466b9ede890f7a6e4eea5e083c759d617aa4f",
                },
                {"name": "Service-Delivery", "value": "whd_01kbf3yq0jf7baf5h9k3n6r0xs"},
                {"name": "webhook-id", "value": "evt_01kbf3yq0je5ntb9k2s7v4c8xd"},
                {"name": "webhook-timestamp", "value": "1768383000"},
                {"name": "webhook-signature", "value": "v1,mT3oTDaNODM6R0N3v8rYVL+sqEomjnnNP24/DkCEnVM="},
                {"name": "content-length", "value": "412"},
            ],
        },
    ],
    "next_attempt_at": "2026-01-14T09:30:05.120Z",
    "final_response_status": None,
    "created_at": "2026-01-14T09:30:00.120Z",
    "ended_at": None,
}
replay_webhook_delivery_reply: types.WebhookDelivery = {
    "id": "whd_01kbf3yq0jf7baf5h9k3n6r0xs",
    "webhook_id": "whk_01kbf3x5vhf0a9j4e7q2w5t8yr",
    "event_id": "evt_01kbf3yq0je5ntb9k2s7v4c8xd",
    "event_type": "message.delivered",
    "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
    "environment": "live",
    "status": "pending",
    "attempts": [
        {
            "at": "2026-01-14T09:30:00.310Z",
            "status": 503,
            "duration_ms": 41,
            "error": {"code": "refused", "message": "The endpoint answered 503."},
            "response_body": "try again",
            "request_headers": [
                {"name": "host", "value": "shop.example"},
                {"name": "Content-Type", "value": "application/json"},
                {"name": "User-Agent", "value": "Postseal/0.2.0"},
                {
                    "name": "Service-Signature",
                    "value": "t=1768383000,v1=d74438ac563d30b3db1a6e0de5c466b9ede890f7a6e4eea5e083c759d617aa4f",
                },
                {"name": "Service-Delivery", "value": "whd_01kbf3yq0jf7baf5h9k3n6r0xs"},
                {"name": "webhook-id", "value": "evt_01kbf3yq0je5ntb9k2s7v4c8xd"},
                {"name": "webhook-timestamp", "value": "1768383000"},
                {"name": "webhook-signature", "value": "v1,mT3oTDaNODM6R0N3v8rYVL+sqEomjnnNP24/DkCEnVM="},
                {"name": "content-length", "value": "412"},
            ],
        },
    ],
    "next_attempt_at": "2026-01-14T09:30:05.120Z",
    "final_response_status": None,
    "created_at": "2026-01-14T09:30:00.120Z",
    "ended_at": None,
}
list_webhook_receivers_query: types.ListWebhookReceiversQuery = {
    "limit": 25,
    "since": "2026-01-01T00:00:00.000Z",
    "until": "2026-02-01T00:00:00.000Z",
}
list_webhook_receivers_reply: types.WebhookReceiverList = {
    "data": [
        {
            "id": "whr_01kbf3x5vjf2sac4h6m9p1w3tz",
            "url": "https://mail.shop.example/webhook-receivers/EXAMPLEexampleEXAMPLEexampleEXAMPLEexampleEXA",
            "environment": None,
            "reply_status": 204,
            "created_at": "2026-01-14T09:00:00.000Z",
            "expires_at": "2026-01-21T09:00:00.000Z",
        },
    ],
    "has_more": False,
    "next_cursor": None,
}
create_webhook_receiver_request: types.CreateWebhookReceiverRequest = {"reply_status": 204}
create_webhook_receiver_reply: types.WebhookReceiver = {
    "id": "whr_01kbf3x5vjf2sac4h6m9p1w3tz",
    "url": "https://mail.shop.example/webhook-receivers/EXAMPLEexampleEXAMPLEexampleEXAMPLEexampleEXA",
    "environment": None,
    "reply_status": 204,
    "created_at": "2026-01-14T09:00:00.000Z",
    "expires_at": "2026-01-21T09:00:00.000Z",
}
retrieve_webhook_receiver_reply: types.WebhookReceiver = {
    "id": "whr_01kbf3x5vjf2sac4h6m9p1w3tz",
    "url": "https://mail.shop.example/webhook-receivers/EXAMPLEexampleEXAMPLEexampleEXAMPLEexampleEXA",
    "environment": None,
    "reply_status": 204,
    "created_at": "2026-01-14T09:00:00.000Z",
    "expires_at": "2026-01-21T09:00:00.000Z",
}
update_webhook_receiver_request: types.UpdateWebhookReceiverRequest = {"reply_status": 503}
update_webhook_receiver_reply: types.WebhookReceiver = {
    "id": "whr_01kbf3x5vjf2sac4h6m9p1w3tz",
    "url": "https://mail.shop.example/webhook-receivers/EXAMPLEexampleEXAMPLEexampleEXAMPLEexampleEXA",
    "environment": None,
    "reply_status": 503,
    "created_at": "2026-01-14T09:00:00.000Z",
    "expires_at": "2026-01-21T09:00:00.000Z",
}
list_webhook_receiver_requests_query: types.ListWebhookReceiverRequestsQuery = {
    "limit": 25,
    "since": "2026-01-01T00:00:00.000Z",
    "until": "2026-02-01T00:00:00.000Z",
}
list_webhook_receiver_requests_reply: types.WebhookReceiverRequestList = {
    "data": [
        {
            "id": "whq_01kbf3yq0kf5vad7j9n4r6x8ba",
            "received_at": "2026-01-14T09:30:00.310Z",
            "headers": {
                "content-type": "application/json",
                "service-delivery": "whd_01kbf3yq0jf7baf5h9k3n6r0xs",
                "service-signature": "t=1768383000,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd",
                "user-agent": "Postseal/0.2.0",
                "webhook-id": "evt_01kbf3yq0je5ntb9k2s7v4c8xd",
                "webhook-signature": "v1,TNJZwnYwmveXic2WlyKzykU1wxULw+ueJ27QpUmBDqM=",
                "webhook-timestamp": "1768383000",
            },
            "body": '{"api_version":"v1","created_at":"2026-01-14T09:30:00.120Z","data":{"webhook_id":"whk_01kbf3x5vhf0a9j4e7q2w5t8yr"},"environment":null,"id":"evt_01kbf3yq0je5ntb9k2s7v4c8xd","project_id":null,"type":"webhook.test","workspace_id":"ws_01kbf3x5v8e3r9y2m6t1n4q7sa"}',
            "body_cut": False,
            "replied_status": 204,
            "webhook_id": "whk_01kbf3x5vhf0a9j4e7q2w5t8yr",
            "signature": "valid",
        },
    ],
    "has_more": False,
    "next_cursor": None,
}
list_domains_query: types.ListDomainsQuery = {
    "limit": 25,
    "since": "2026-01-01T00:00:00.000Z",
    "until": "2026-02-01T00:00:00.000Z",
    "status": "pending",
    "name": "shop.example",
}
list_domains_reply: types.DomainList = {
    "data": [
        {
            "id": "dom_01kbf3x5vke9r8m2t6w1q4n7yz",
            "name": "shop.example",
            "status": "verified",
            "vouched": False,
            "created_at": "2026-01-14T09:00:00.000Z",
            "verified_at": "2026-01-14T09:30:00.000Z",
            "degraded_since": None,
            "fails_at": None,
            "checked_at": "2026-01-14T09:30:00.000Z",
            "next_check_at": "2026-01-14T15:30:00.000Z",
            "dkim_keys": [
                {
                    "selector": "ps1-5f2c81aa",
                    "algorithm": "rsa",
                    "status": "active",
                    "created_at": "2026-01-14T09:00:00.000Z",
                    "retires_at": None,
                },
            ],
            "records": [
                {
                    "kind": "dkim",
                    "need": "required",
                    "type": "TXT",
                    "name": "ps1-5f2c81aa._domainkey.shop.example",
                    "selector": "ps1-5f2c81aa",
                    "expected": "v=DKIM1; k=rsa; p=MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A",
                    "found": ["v=DKIM1; k=rsa; p=MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A"],
                    "status": "ok",
                    "problem": None,
                    "advice": None,
                },
                {
                    "kind": "return_path",
                    "need": "recommended",
                    "type": "CNAME",
                    "name": "bounces.shop.example",
                    "selector": None,
                    "expected": "bounce.postseal.example",
                    "found": ["bounce.postseal.example"],
                    "status": "ok",
                    "problem": None,
                    "advice": None,
                },
                {
                    "kind": "dmarc",
                    "need": "recommended",
                    "type": "TXT",
                    "name": "_dmarc.shop.example",
                    "selector": None,
                    "expected": "v=DMARC1; p=none; rua=mailto:dmarc@bounce.postseal.example",
                    "found": [],
                    "status": "missing",
                    "problem": "dmarc_missing",
                    "advice": "Publish the expected record at _dmarc.shop.example, so that receivers report who sends as this domain.",
                },
            ],
            "return_path": {
                "label": "bounces",
                "domain": "bounces.shop.example",
                "status": "active",
                "since": "2026-01-14T09:30:00.000Z",
            },
        },
    ],
    "has_more": False,
    "next_cursor": None,
}
create_domain_request: types.CreateDomainRequest = {"name": "shop.example"}
create_domain_reply: types.Domain = {
    "id": "dom_01kbf3x5vke9r8m2t6w1q4n7yz",
    "name": "shop.example",
    "status": "pending",
    "vouched": False,
    "created_at": "2026-01-14T09:00:00.000Z",
    "verified_at": None,
    "degraded_since": None,
    "fails_at": None,
    "checked_at": None,
    "next_check_at": "2026-01-14T09:00:00.000Z",
    "dkim_keys": [
        {
            "selector": "ps1-5f2c81aa",
            "algorithm": "rsa",
            "status": "active",
            "created_at": "2026-01-14T09:00:00.000Z",
            "retires_at": None,
        },
    ],
    "records": [
        {
            "kind": "dkim",
            "need": "required",
            "type": "TXT",
            "name": "ps1-5f2c81aa._domainkey.shop.example",
            "selector": "ps1-5f2c81aa",
            "expected": "v=DKIM1; k=rsa; p=MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A",
            "found": [],
            "status": "unchecked",
            "problem": None,
            "advice": "Publish this record, then have the domain checked.",
        },
        {
            "kind": "return_path",
            "need": "recommended",
            "type": "CNAME",
            "name": "bounces.shop.example",
            "selector": None,
            "expected": "bounce.postseal.example",
            "found": [],
            "status": "unchecked",
            "problem": None,
            "advice": "Publish this CNAME record at bounces.shop.example, then have the domain checked.",
        },
    ],
    "return_path": {"label": "bounces", "domain": "bounces.shop.example", "status": "pending", "since": None},
}
list_dmarc_ramps_query: types.ListDmarcRampsQuery = {
    "limit": 25,
    "since": "2026-01-01T00:00:00.000Z",
    "until": "2026-02-01T00:00:00.000Z",
}
list_dmarc_ramps_reply: types.DmarcRampList = {
    "data": [
        {
            "domain_id": "dom_01kbf3x5vke9r8m2t6w1q4n7yz",
            "domain": "shop.example",
            "domain_created_at": "2026-01-14T09:00:00.000Z",
            "stage": "monitor",
            "next_stage": "quarantine_testing",
            "ready": False,
            "blockers": [
                {
                    "code": "aligned_share_too_low",
                    "message": "97.1 % of the messages of the last 14 days passed DMARC; at least 98 % have to.",
                },
            ],
            "current_record": {
                "type": "TXT",
                "name": "_dmarc.shop.example",
                "value": "v=DMARC1; p=none; rua=mailto:dmarc@bounce.postseal.example",
            },
            "next_record": {
                "type": "TXT",
                "name": "_dmarc.shop.example",
                "value": "v=DMARC1; p=quarantine; t=y; rua=mailto:dmarc@bounce.postseal.example",
            },
            "evidence": {
                "since": "2026-01-01T00:00:00.000Z",
                "until": "2026-01-15T00:00:00.000Z",
                "reports": 28,
                "reporters": ["google.com", "Outlook.com"],
                "messages": 1380,
                "aligned": 1340,
                "aligned_share": 0.971,
                "dkim_aligned": 1338,
                "spf_aligned": 12,
                "unauthorized": 0,
                "unexplained_sources": [],
            },
        },
    ],
    "has_more": False,
    "next_cursor": None,
}
retrieve_domain_reply: types.Domain = {
    "id": "dom_01kbf3x5vke9r8m2t6w1q4n7yz",
    "name": "shop.example",
    "status": "verified",
    "vouched": False,
    "created_at": "2026-01-14T09:00:00.000Z",
    "verified_at": "2026-01-14T09:30:00.000Z",
    "degraded_since": None,
    "fails_at": None,
    "checked_at": "2026-01-14T09:30:00.000Z",
    "next_check_at": "2026-01-14T15:30:00.000Z",
    "dkim_keys": [
        {
            "selector": "ps1-5f2c81aa",
            "algorithm": "rsa",
            "status": "active",
            "created_at": "2026-01-14T09:00:00.000Z",
            "retires_at": None,
        },
    ],
    "records": [
        {
            "kind": "dkim",
            "need": "required",
            "type": "TXT",
            "name": "ps1-5f2c81aa._domainkey.shop.example",
            "selector": "ps1-5f2c81aa",
            "expected": "v=DKIM1; k=rsa; p=MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A",
            "found": ["v=DKIM1; k=rsa; p=MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A"],
            "status": "ok",
            "problem": None,
            "advice": None,
        },
        {
            "kind": "return_path",
            "need": "recommended",
            "type": "CNAME",
            "name": "bounces.shop.example",
            "selector": None,
            "expected": "bounce.postseal.example",
            "found": ["bounce.postseal.example"],
            "status": "ok",
            "problem": None,
            "advice": None,
        },
        {
            "kind": "dmarc",
            "need": "recommended",
            "type": "TXT",
            "name": "_dmarc.shop.example",
            "selector": None,
            "expected": "v=DMARC1; p=none; rua=mailto:dmarc@bounce.postseal.example",
            "found": [],
            "status": "missing",
            "problem": "dmarc_missing",
            "advice": "Publish the expected record at _dmarc.shop.example, so that receivers report who sends as this domain.",
        },
    ],
    "return_path": {
        "label": "bounces",
        "domain": "bounces.shop.example",
        "status": "active",
        "since": "2026-01-14T09:30:00.000Z",
    },
}
update_domain_request: types.UpdateDomainRequest = {"return_path_label": "mail-return"}
update_domain_reply: types.Domain = {
    "id": "dom_01kbf3x5vke9r8m2t6w1q4n7yz",
    "name": "shop.example",
    "status": "verified",
    "vouched": False,
    "created_at": "2026-01-14T09:00:00.000Z",
    "verified_at": "2026-01-14T09:30:00.000Z",
    "degraded_since": None,
    "fails_at": None,
    "checked_at": "2026-01-14T09:30:00.000Z",
    "next_check_at": "2026-01-14T15:30:00.000Z",
    "dkim_keys": [
        {
            "selector": "ps1-5f2c81aa",
            "algorithm": "rsa",
            "status": "active",
            "created_at": "2026-01-14T09:00:00.000Z",
            "retires_at": None,
        },
    ],
    "records": [
        {
            "kind": "dkim",
            "need": "required",
            "type": "TXT",
            "name": "ps1-5f2c81aa._domainkey.shop.example",
            "selector": "ps1-5f2c81aa",
            "expected": "v=DKIM1; k=rsa; p=MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A",
            "found": ["v=DKIM1; k=rsa; p=MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A"],
            "status": "ok",
            "problem": None,
            "advice": None,
        },
        {
            "kind": "return_path",
            "need": "recommended",
            "type": "CNAME",
            "name": "mail-return.shop.example",
            "selector": None,
            "expected": "bounce.postseal.example",
            "found": [],
            "status": "unchecked",
            "problem": None,
            "advice": "Publish this CNAME record at mail-return.shop.example, then have the domain checked.",
        },
        {
            "kind": "dmarc",
            "need": "recommended",
            "type": "TXT",
            "name": "_dmarc.shop.example",
            "selector": None,
            "expected": "v=DMARC1; p=none; rua=mailto:dmarc@bounce.postseal.example",
            "found": [],
            "status": "missing",
            "problem": "dmarc_missing",
            "advice": "Publish the expected record at _dmarc.shop.example, so that receivers report who sends as this domain.",
        },
    ],
    "return_path": {
        "label": "mail-return",
        "domain": "mail-return.shop.example",
        "status": "pending",
        "since": None,
    },
}
check_domain_reply: types.Domain = {
    "id": "dom_01kbf3x5vke9r8m2t6w1q4n7yz",
    "name": "shop.example",
    "status": "verified",
    "vouched": False,
    "created_at": "2026-01-14T09:00:00.000Z",
    "verified_at": "2026-01-14T09:30:00.000Z",
    "degraded_since": None,
    "fails_at": None,
    "checked_at": "2026-01-14T09:30:00.000Z",
    "next_check_at": "2026-01-14T15:30:00.000Z",
    "dkim_keys": [
        {
            "selector": "ps1-5f2c81aa",
            "algorithm": "rsa",
            "status": "active",
            "created_at": "2026-01-14T09:00:00.000Z",
            "retires_at": None,
        },
    ],
    "records": [
        {
            "kind": "dkim",
            "need": "required",
            "type": "TXT",
            "name": "ps1-5f2c81aa._domainkey.shop.example",
            "selector": "ps1-5f2c81aa",
            "expected": "v=DKIM1; k=rsa; p=MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A",
            "found": ["v=DKIM1; k=rsa; p=MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A"],
            "status": "ok",
            "problem": None,
            "advice": None,
        },
        {
            "kind": "return_path",
            "need": "recommended",
            "type": "CNAME",
            "name": "bounces.shop.example",
            "selector": None,
            "expected": "bounce.postseal.example",
            "found": ["bounce.postseal.example"],
            "status": "ok",
            "problem": None,
            "advice": None,
        },
        {
            "kind": "dmarc",
            "need": "recommended",
            "type": "TXT",
            "name": "_dmarc.shop.example",
            "selector": None,
            "expected": "v=DMARC1; p=none; rua=mailto:dmarc@bounce.postseal.example",
            "found": [],
            "status": "missing",
            "problem": "dmarc_missing",
            "advice": "Publish the expected record at _dmarc.shop.example, so that receivers report who sends as this domain.",
        },
    ],
    "return_path": {
        "label": "bounces",
        "domain": "bounces.shop.example",
        "status": "active",
        "since": "2026-01-14T09:30:00.000Z",
    },
}
retrieve_domain_rules_reply: types.DomainRules = {
    "domain_id": "dom_01kbf3x5vke9r8m2t6w1q4n7yz",
    "domain": "shop.example",
    "bulk_sender_since": None,
    "most_mails_to_a_provider": 312,
    "rules": [
        {
            "code": "spf",
            "enforcement": "warned",
            "status": "broken",
            "message": "SPF passes and does not align, since mail leaves with the return path of the service.",
            "advice": "Publish the record of the kind return_path, so that mail leaves with bounces.shop.example.",
        },
        {
            "code": "dmarc",
            "enforcement": "warned",
            "status": "holds",
            "message": "The DMARC policy in effect is that of _dmarc.shop.example: v=DMARC1; p=none",
            "advice": None,
        },
    ],
}
rotate_domain_dkim_reply: types.Domain = {
    "id": "dom_01kbf3x5vke9r8m2t6w1q4n7yz",
    "name": "shop.example",
    "status": "verified",
    "vouched": False,
    "created_at": "2026-01-14T09:00:00.000Z",
    "verified_at": "2026-01-14T09:30:00.000Z",
    "degraded_since": None,
    "fails_at": None,
    "checked_at": "2026-01-14T09:30:00.000Z",
    "next_check_at": "2026-01-14T15:30:00.000Z",
    "dkim_keys": [
        {
            "selector": "ps1-5f2c81aa",
            "algorithm": "rsa",
            "status": "active",
            "created_at": "2026-01-14T09:00:00.000Z",
            "retires_at": None,
        },
        {
            "selector": "ps2-5f2c81aa",
            "algorithm": "rsa",
            "status": "pending",
            "created_at": "2026-03-02T10:00:00.000Z",
            "retires_at": None,
        },
    ],
    "records": [
        {
            "kind": "dkim",
            "need": "required",
            "type": "TXT",
            "name": "ps1-5f2c81aa._domainkey.shop.example",
            "selector": "ps1-5f2c81aa",
            "expected": "v=DKIM1; k=rsa; p=MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A",
            "found": ["v=DKIM1; k=rsa; p=MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A"],
            "status": "ok",
            "problem": None,
            "advice": None,
        },
        {
            "kind": "return_path",
            "need": "recommended",
            "type": "CNAME",
            "name": "bounces.shop.example",
            "selector": None,
            "expected": "bounce.postseal.example",
            "found": ["bounce.postseal.example"],
            "status": "ok",
            "problem": None,
            "advice": None,
        },
        {
            "kind": "dmarc",
            "need": "recommended",
            "type": "TXT",
            "name": "_dmarc.shop.example",
            "selector": None,
            "expected": "v=DMARC1; p=none; rua=mailto:dmarc@bounce.postseal.example",
            "found": [],
            "status": "missing",
            "problem": "dmarc_missing",
            "advice": "Publish the expected record at _dmarc.shop.example, so that receivers report who sends as this domain.",
        },
    ],
    "return_path": {
        "label": "bounces",
        "domain": "bounces.shop.example",
        "status": "active",
        "since": "2026-01-14T09:30:00.000Z",
    },
}
retrieve_dmarc_ramp_reply: types.DmarcRamp = {
    "domain_id": "dom_01kbf3x5vke9r8m2t6w1q4n7yz",
    "domain": "shop.example",
    "domain_created_at": "2026-01-14T09:00:00.000Z",
    "stage": "monitor",
    "next_stage": "quarantine_testing",
    "ready": False,
    "blockers": [
        {
            "code": "aligned_share_too_low",
            "message": "97.1 % of the messages of the last 14 days passed DMARC; at least 98 % have to.",
        },
    ],
    "current_record": {
        "type": "TXT",
        "name": "_dmarc.shop.example",
        "value": "v=DMARC1; p=none; rua=mailto:dmarc@bounce.postseal.example",
    },
    "next_record": {
        "type": "TXT",
        "name": "_dmarc.shop.example",
        "value": "v=DMARC1; p=quarantine; t=y; rua=mailto:dmarc@bounce.postseal.example",
    },
    "evidence": {
        "since": "2026-01-01T00:00:00.000Z",
        "until": "2026-01-15T00:00:00.000Z",
        "reports": 28,
        "reporters": ["google.com", "Outlook.com"],
        "messages": 1380,
        "aligned": 1340,
        "aligned_share": 0.971,
        "dkim_aligned": 1338,
        "spf_aligned": 12,
        "unauthorized": 0,
        "unexplained_sources": [],
    },
}
list_dmarc_sources_query: types.ListDmarcSourcesQuery = {
    "limit": 25,
    "since": "2026-01-01T00:00:00.000Z",
    "until": "2026-02-01T00:00:00.000Z",
    "domain_id": "dom_01kbf3x5vke9r8m2t6w1q4n7yz",
    "address": "192.0.2.25",
    "header_from": "shop.example",
    "kind": "ours",
    "review": "authorized",
}
list_dmarc_sources_reply: types.DmarcSourceList = {
    "data": [
        {
            "id": "dms_01kbf3yq0me1w9c5x8v2t6k3rb",
            "domain_id": "dom_01kbf3x5vke9r8m2t6w1q4n7yz",
            "domain": "shop.example",
            "address": "192.0.2.25",
            "hostname": "mail.postseal.example",
            "network": "postseal.example",
            "header_from": "shop.example",
            "kind": "ours",
            "ours": True,
            "messages": 1204,
            "dkim_pass": 1204,
            "dkim_aligned": 1204,
            "spf_pass": 1204,
            "spf_aligned": 0,
            "dmarc_pass": 1204,
            "dispositions": {"none": 1204, "quarantine": 0, "reject": 0},
            "first_seen_at": "2026-01-02T00:00:00.000Z",
            "last_seen_at": "2026-01-14T23:59:59.000Z",
            "review": None,
            "review_note": None,
            "reviewed_at": None,
        },
    ],
    "has_more": False,
    "next_cursor": None,
    "window": {"since": "2025-12-16T09:30:00.000Z", "until": None},
}
review_dmarc_source_request: types.ReviewDmarcSourceRequest = {
    "review": "authorized",
    "note": "The newsletter service",
}
review_dmarc_source_reply: types.DmarcSource = {
    "id": "dms_01kbf3yq0me1w9c5x8v2t6k3rb",
    "domain_id": "dom_01kbf3x5vke9r8m2t6w1q4n7yz",
    "domain": "shop.example",
    "address": "198.51.100.7",
    "hostname": "out7.newsletter.example",
    "network": "newsletter.example",
    "header_from": "shop.example",
    "kind": "aligned",
    "ours": False,
    "messages": 1204,
    "dkim_pass": 1204,
    "dkim_aligned": 1204,
    "spf_pass": 1204,
    "spf_aligned": 0,
    "dmarc_pass": 1204,
    "dispositions": {"none": 1204, "quarantine": 0, "reject": 0},
    "first_seen_at": "2026-01-02T00:00:00.000Z",
    "last_seen_at": "2026-01-14T23:59:59.000Z",
    "review": "authorized",
    "review_note": "The newsletter service",
    "reviewed_at": "2026-01-15T08:00:00.000Z",
}
list_tls_reports_query: types.ListTlsReportsQuery = {
    "limit": 25,
    "since": "2026-01-01T00:00:00.000Z",
    "until": "2026-02-01T00:00:00.000Z",
    "domain_id": "dom_01kbf3x5vke9r8m2t6w1q4n7yz",
}
list_tls_reports_reply: types.TlsReportSummaryList = {
    "data": [
        {
            "domain_id": "dom_01kbf3x5vke9r8m2t6w1q4n7yz",
            "domain": "shop.example",
            "reports": 14,
            "reporters": ["google inc.", "microsoft corporation"],
            "successful_sessions": 5326,
            "failed_sessions": 303,
            "policies": [
                {
                    "policy_type": "sts",
                    "policy_domain": "shop.example",
                    "successful_sessions": 5326,
                    "failed_sessions": 303,
                },
            ],
            "failures": [
                {
                    "result_type": "certificate-expired",
                    "policy_type": "sts",
                    "receiving_mx": "mx1.shop.example",
                    "sessions": 303,
                    "reporters": ["google inc."],
                    "sending_addresses": ["198.51.100.62"],
                    "last_seen_at": "2026-01-14T23:59:59.000Z",
                },
            ],
            "last_seen_at": "2026-01-14T23:59:59.000Z",
        },
    ],
    "has_more": False,
    "next_cursor": None,
    "window": {"since": "2025-12-16T09:30:00.000Z", "until": None},
}
create_suppression_request: types.CreateSuppressionRequest = {
    "email": "ada@example.com",
    "reason": "manual",
    "note": "Asked by phone",
}
create_suppression_reply: types.Suppression = {
    "id": "sup_01kbf3yq0ne5rac8v1x6t9k4wb",
    "email": "ada@example.com",
    "reason": "complaint",
    "note": None,
    "log_id": None,
    "project_id": None,
    "suppressed_at": "2026-01-14T09:30:00.000Z",
    "created_at": "2026-01-14T09:30:00.000Z",
}
list_suppressions_query: types.ListSuppressionsQuery = {
    "limit": 25,
    "since": "2026-01-01T00:00:00.000Z",
    "until": "2026-02-01T00:00:00.000Z",
    "email": "ada@example.com",
    "reason": "hard_bounce",
}
list_suppressions_reply: types.SuppressionList = {
    "data": [
        {
            "id": "sup_01kbf3yq0ne5rac8v1x6t9k4wb",
            "email": "ada@example.com",
            "reason": "manual",
            "note": "Asked by phone",
            "log_id": None,
            "project_id": None,
            "suppressed_at": "2026-01-14T09:30:00.000Z",
            "created_at": "2026-01-14T09:30:00.000Z",
        },
    ],
    "has_more": False,
    "next_cursor": None,
}
export_suppressions_query: types.ExportSuppressionsQuery = {
    "limit": 25,
    "since": "2026-01-01T00:00:00.000Z",
    "until": "2026-02-01T00:00:00.000Z",
    "email": "ada@example.com",
    "reason": "hard_bounce",
}
export_suppressions_reply: types.SuppressionList = {
    "data": [
        {
            "id": "sup_01kbf3yq0ne5rac8v1x6t9k4wb",
            "email": "ada@example.com",
            "reason": "manual",
            "note": "Asked by phone",
            "log_id": None,
            "project_id": None,
            "suppressed_at": "2026-01-14T09:30:00.000Z",
            "created_at": "2026-01-14T09:30:00.000Z",
        },
    ],
    "has_more": False,
    "next_cursor": None,
}
import_suppressions_reply: types.SuppressionImport = {
    "imported": 2,
    "already_present": 1,
    "rejected": 1,
    "rejected_lines": [{"line": 3, "code": "email", "message": "This is not an e-mail address."}],
}
retrieve_suppression_reply: types.Suppression = {
    "id": "sup_01kbf3yq0ne5rac8v1x6t9k4wb",
    "email": "ada@example.com",
    "reason": "manual",
    "note": "Asked by phone",
    "log_id": None,
    "project_id": None,
    "suppressed_at": "2026-01-14T09:30:00.000Z",
    "created_at": "2026-01-14T09:30:00.000Z",
}
delete_suppression_query: types.DeleteSuppressionQuery = {"force": False}
list_contacts_query: types.ListContactsQuery = {
    "limit": 25,
    "since": "2026-01-01T00:00:00.000Z",
    "until": "2026-02-01T00:00:00.000Z",
    "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
    "email": "ada@example.com",
}
list_contacts_reply: types.ContactList = {
    "data": [
        {
            "id": "con_01kbf3yq0pe7abk9m5r1w8t2xc",
            "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
            "environment": "live",
            "email": "ada@example.com",
            "name": "Ada Lovelace",
            "properties": {"plan": "pro", "seats": 5},
            "unsubscribed_at": None,
            "created_at": "2026-01-14T09:30:00.000Z",
            "updated_at": "2026-01-14T09:30:00.000Z",
            "topics": {},
        },
    ],
    "has_more": False,
    "next_cursor": None,
}
upsert_contact_request: types.UpsertContactRequest = {
    "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
    "email": "ada@example.com",
    "name": "Ada Lovelace",
    "properties": {"plan": "pro", "seats": 5},
}
upsert_contact_reply: types.Contact = {
    "id": "con_01kbf3yq0pe7abk9m5r1w8t2xc",
    "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
    "environment": "live",
    "email": "ada@example.com",
    "name": "Ada Lovelace",
    "properties": {"plan": "pro", "seats": 5},
    "unsubscribed_at": None,
    "created_at": "2026-01-14T09:30:00.000Z",
    "updated_at": "2026-01-14T09:30:00.000Z",
    "topics": {},
}
record_contact_event_by_address_request: types.RecordContactEventByAddressRequest = {
    "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
    "email": "ada@example.com",
    "name": "order_placed",
    "properties": {"total": 49.9, "currency": "EUR"},
    "at": "2026-01-14T09:29:58.000Z",
}
record_contact_event_by_address_reply: types.ContactEvent = {
    "id": "cev_01kbf3yq0qe2dan8s4v9y1z5gh",
    "contact_id": "con_01kbf3yq0pe7abk9m5r1w8t2xc",
    "name": "order_placed",
    "properties": {"total": 49.9, "currency": "EUR"},
    "at": "2026-01-14T09:29:58.000Z",
    "created_at": "2026-01-14T09:30:00.000Z",
}
export_contacts_query: types.ExportContactsQuery = {
    "since": "2026-01-01T00:00:00.000Z",
    "until": "2026-02-01T00:00:00.000Z",
    "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
    "email": "ada@example.com",
}
import_contacts_query: types.ImportContactsQuery = {
    "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
    "list_id": "lst_01kbf3yq0re9f8j2p7t3x6c8vm",
    "consent": "proof",
}
import_contacts_reply: types.ContactImport = {
    "id": "cim_01kbf3yq0re9qbt4m6v1x8z3kc",
    "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
    "environment": "live",
    "list_id": None,
    "consent": None,
    "status": "running",
    "columns": [
        {"header": "E-mail", "target": "email"},
        {"header": "Name", "target": "name"},
        {"header": "Seats", "target": "properties.seats:number"},
    ],
    "bytes": 71,
    "bytes_read": 0,
    "lines": 0,
    "created": 0,
    "updated": 0,
    "unchanged": 0,
    "rejected": 0,
    "subscribed": 0,
    "not_subscribed": 0,
    "first_lines": [],
    "error": None,
    "created_at": "2026-01-14T09:30:00.000Z",
    "completed_at": None,
}
retrieve_contact_reply: types.Contact = {
    "id": "con_01kbf3yq0pe7abk9m5r1w8t2xc",
    "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
    "environment": "live",
    "email": "ada@example.com",
    "name": "Ada Lovelace",
    "properties": {"plan": "pro", "seats": 5},
    "unsubscribed_at": None,
    "created_at": "2026-01-14T09:30:00.000Z",
    "updated_at": "2026-01-14T09:30:00.000Z",
    "topics": {},
}
list_contact_events_query: types.ListContactEventsQuery = {
    "limit": 25,
    "since": "2026-01-01T00:00:00.000Z",
    "until": "2026-02-01T00:00:00.000Z",
    "name": "order_placed",
}
list_contact_events_reply: types.ContactEventList = {
    "data": [
        {
            "id": "cev_01kbf3yq0qe2dan8s4v9y1z5gh",
            "contact_id": "con_01kbf3yq0pe7abk9m5r1w8t2xc",
            "name": "order_placed",
            "properties": {"total": 49.9, "currency": "EUR"},
            "at": "2026-01-14T09:29:58.000Z",
            "created_at": "2026-01-14T09:30:00.000Z",
        },
    ],
    "has_more": False,
    "next_cursor": None,
}
record_contact_event_request: types.RecordContactEventRequest = {
    "name": "order_placed",
    "properties": {"total": 49.9, "currency": "EUR"},
    "at": "2026-01-14T09:29:58.000Z",
}
record_contact_event_reply: types.ContactEvent = {
    "id": "cev_01kbf3yq0qe2dan8s4v9y1z5gh",
    "contact_id": "con_01kbf3yq0pe7abk9m5r1w8t2xc",
    "name": "order_placed",
    "properties": {"total": 49.9, "currency": "EUR"},
    "at": "2026-01-14T09:29:58.000Z",
    "created_at": "2026-01-14T09:30:00.000Z",
}
list_contact_subscriptions_query: types.ListContactSubscriptionsQuery = {
    "limit": 25,
    "since": "2026-01-01T00:00:00.000Z",
    "until": "2026-02-01T00:00:00.000Z",
}
list_contact_subscriptions_reply: types.SubscriptionList = {
    "data": [
        {
            "id": "sub_01kbf3yq0se3hbq1w5z8b2d6kn",
            "list_id": "lst_01kbf3yq0re9f8j2p7t3x6c8vm",
            "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
            "environment": "live",
            "contact_id": "con_01kbf3yq0pe7abk9m5r1w8t2xc",
            "email": "ada@example.com",
            "status": "confirmed",
            "requested_at": "2026-01-14T09:30:00.000Z",
            "confirmed_at": "2026-01-14T09:34:10.000Z",
            "unsubscribed_at": None,
            "unsubscribe_url": "https://mail.shop.example/subscriptions/unsubscribe/AQGbPo8fXr0",
            "created_at": "2026-01-14T09:30:00.000Z",
            "updated_at": "2026-01-14T09:34:10.000Z",
            "consents": [
                {
                    "action": "requested",
                    "at": "2026-01-14T09:30:00.000Z",
                    "source": "Checkout form",
                    "ip_address": "203.0.113.7",
                    "user_agent": "Mozilla/5.0",
                },
                {
                    "action": "confirmed",
                    "at": "2026-01-14T09:34:10.000Z",
                    "source": "page",
                    "ip_address": "203.0.113.7",
                    "user_agent": "Mozilla/5.0",
                },
            ],
        },
    ],
    "has_more": False,
    "next_cursor": None,
}
retrieve_contact_topics_reply: types.ContactTopics = {
    "contact_id": "con_01kbf3yq0pe7abk9m5r1w8t2xc",
    "unsubscribed_at": None,
    "topics": [
        {
            "key": "product-news",
            "name": "Product news",
            "subscribed": False,
            "chosen_at": "2026-01-14T09:50:00.000Z",
        },
    ],
}
choose_contact_topic_request: types.ChooseContactTopicRequest = {
    "subscribed": False,
    "source": "Preference page",
}
choose_contact_topic_reply: types.ContactTopic = {
    "key": "product-news",
    "name": "Product news",
    "subscribed": False,
    "chosen_at": "2026-01-14T09:50:00.000Z",
}
list_topic_consents_query: types.ListTopicConsentsQuery = {
    "limit": 25,
    "since": "2026-01-01T00:00:00.000Z",
    "until": "2026-02-01T00:00:00.000Z",
}
list_topic_consents_reply: types.TopicConsentList = {
    "data": [
        {
            "topic": "product-news",
            "action": "unsubscribed",
            "at": "2026-01-14T09:50:00.000Z",
            "source": "one_click",
            "ip_address": "203.0.113.7",
            "user_agent": "Mozilla/5.0",
        },
    ],
    "has_more": False,
    "next_cursor": None,
}
list_contact_runs_query: types.ListContactRunsQuery = {
    "limit": 25,
    "since": "2026-01-01T00:00:00.000Z",
    "until": "2026-02-01T00:00:00.000Z",
}
list_contact_runs_reply: types.AutomationRunList = {
    "data": [
        {
            "id": "run_01kbf3yq0ye6rax8m2p5s1v7wt",
            "automation_id": "aut_01kbf3yq0xe5p8w7k1n4q9t6vr",
            "version": 1,
            "contact_id": "con_01kbf3yq0pe7abk9m5r1w8t2xc",
            "status": "waiting",
            "trigger": {
                "kind": "event",
                "contact_event_id": "cev_01kbf3yq0qe2dan8s4v9y1z5gh",
                "inbound_message_id": None,
                "at": "2026-01-14T09:30:00.000Z",
            },
            "key": None,
            "depth": 0,
            "step_key": "order",
            "wait": {"until": "2026-01-17T09:30:00.000Z", "event": "order_placed"},
            "blocked_by": None,
            "attempts": 0,
            "next_attempt_at": None,
            "error": None,
            "ended_reason": None,
            "started_at": "2026-01-14T09:30:00.000Z",
            "ended_at": None,
        },
    ],
    "has_more": False,
    "next_cursor": None,
}
list_contact_imports_query: types.ListContactImportsQuery = {
    "limit": 25,
    "since": "2026-01-01T00:00:00.000Z",
    "until": "2026-02-01T00:00:00.000Z",
    "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
}
list_contact_imports_reply: types.ContactImportList = {"data": [], "has_more": False, "next_cursor": None}
retrieve_contact_import_reply: types.ContactImport = {
    "id": "cim_01kbf3yq0re9qbt4m6v1x8z3kc",
    "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
    "environment": "live",
    "list_id": None,
    "consent": None,
    "status": "completed",
    "columns": [
        {"header": "E-mail", "target": "email"},
        {"header": "Name", "target": "name"},
        {"header": "Seats", "target": "properties.seats:number"},
    ],
    "bytes": 71,
    "bytes_read": 71,
    "lines": 3,
    "created": 2,
    "updated": 0,
    "unchanged": 0,
    "rejected": 1,
    "subscribed": 0,
    "not_subscribed": 0,
    "first_lines": [
        {"line": 3, "code": "email", "column": "E-mail", "message": "This is not an e-mail address."},
    ],
    "error": None,
    "created_at": "2026-01-14T09:30:00.000Z",
    "completed_at": "2026-01-14T09:30:01.000Z",
}
cancel_contact_import_reply: types.ContactImport = {
    "id": "cim_01kbf3yq0re9qbt4m6v1x8z3kc",
    "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
    "environment": "live",
    "list_id": None,
    "consent": None,
    "status": "cancelled",
    "columns": [
        {"header": "E-mail", "target": "email"},
        {"header": "Name", "target": "name"},
        {"header": "Seats", "target": "properties.seats:number"},
    ],
    "bytes": 71,
    "bytes_read": 0,
    "lines": 0,
    "created": 0,
    "updated": 0,
    "unchanged": 0,
    "rejected": 0,
    "subscribed": 0,
    "not_subscribed": 0,
    "first_lines": [],
    "error": None,
    "created_at": "2026-01-14T09:30:00.000Z",
    "completed_at": "2026-01-14T09:30:01.000Z",
}
list_subscriber_lists_query: types.ListSubscriberListsQuery = {
    "limit": 25,
    "since": "2026-01-01T00:00:00.000Z",
    "until": "2026-02-01T00:00:00.000Z",
    "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
}
list_subscriber_lists_reply: types.SubscriberListList = {
    "data": [
        {
            "id": "lst_01kbf3yq0re9f8j2p7t3x6c8vm",
            "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
            "environment": "live",
            "name": "Product news",
            "from_email": "news@shop.example",
            "from_name": "Example Shop",
            "confirmation": {
                "subject": "Please confirm your subscription to {{list_name}}",
                "text": "Open this page to confirm:\n{{confirm_url}}",
                "html": None,
            },
            "created_at": "2026-01-14T09:00:00.000Z",
            "updated_at": "2026-01-14T09:00:00.000Z",
        },
    ],
    "has_more": False,
    "next_cursor": None,
}
create_subscriber_list_request: types.CreateSubscriberListRequest = {
    "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
    "name": "Product news",
    "from_email": "news@shop.example",
    "from_name": "Example Shop",
    "confirmation": {
        "subject": "Please confirm your subscription to {{list_name}}",
        "text": "Open this page to confirm:\n{{confirm_url}}",
    },
}
create_subscriber_list_reply: types.SubscriberList = {
    "id": "lst_01kbf3yq0re9f8j2p7t3x6c8vm",
    "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
    "environment": "live",
    "name": "Product news",
    "from_email": "news@shop.example",
    "from_name": "Example Shop",
    "confirmation": {
        "subject": "Please confirm your subscription to {{list_name}}",
        "text": "Open this page to confirm:\n{{confirm_url}}",
        "html": None,
    },
    "created_at": "2026-01-14T09:00:00.000Z",
    "updated_at": "2026-01-14T09:00:00.000Z",
}
retrieve_subscriber_list_reply: types.SubscriberList = {
    "id": "lst_01kbf3yq0re9f8j2p7t3x6c8vm",
    "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
    "environment": "live",
    "name": "Product news",
    "from_email": "news@shop.example",
    "from_name": "Example Shop",
    "confirmation": {
        "subject": "Please confirm your subscription to {{list_name}}",
        "text": "Open this page to confirm:\n{{confirm_url}}",
        "html": None,
    },
    "created_at": "2026-01-14T09:00:00.000Z",
    "updated_at": "2026-01-14T09:00:00.000Z",
}
update_subscriber_list_request: types.UpdateSubscriberListRequest = {"name": "Product news"}
update_subscriber_list_reply: types.SubscriberList = {
    "id": "lst_01kbf3yq0re9f8j2p7t3x6c8vm",
    "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
    "environment": "live",
    "name": "Product news",
    "from_email": "news@shop.example",
    "from_name": "Example Shop",
    "confirmation": {
        "subject": "Please confirm your subscription to {{list_name}}",
        "text": "Open this page to confirm:\n{{confirm_url}}",
        "html": None,
    },
    "created_at": "2026-01-14T09:00:00.000Z",
    "updated_at": "2026-01-14T09:00:00.000Z",
}
list_subscriptions_query: types.ListSubscriptionsQuery = {
    "limit": 25,
    "since": "2026-01-01T00:00:00.000Z",
    "until": "2026-02-01T00:00:00.000Z",
    "status": "pending",
    "email": "ada@example.com",
}
list_subscriptions_reply: types.SubscriptionList = {
    "data": [
        {
            "id": "sub_01kbf3yq0se3hbq1w5z8b2d6kn",
            "list_id": "lst_01kbf3yq0re9f8j2p7t3x6c8vm",
            "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
            "environment": "live",
            "contact_id": "con_01kbf3yq0pe7abk9m5r1w8t2xc",
            "email": "ada@example.com",
            "status": "confirmed",
            "requested_at": "2026-01-14T09:30:00.000Z",
            "confirmed_at": "2026-01-14T09:34:10.000Z",
            "unsubscribed_at": None,
            "unsubscribe_url": "https://mail.shop.example/subscriptions/unsubscribe/AQGbPo8fXr0",
            "created_at": "2026-01-14T09:30:00.000Z",
            "updated_at": "2026-01-14T09:34:10.000Z",
            "consents": [
                {
                    "action": "requested",
                    "at": "2026-01-14T09:30:00.000Z",
                    "source": "Checkout form",
                    "ip_address": "203.0.113.7",
                    "user_agent": "Mozilla/5.0",
                },
                {
                    "action": "confirmed",
                    "at": "2026-01-14T09:34:10.000Z",
                    "source": "page",
                    "ip_address": "203.0.113.7",
                    "user_agent": "Mozilla/5.0",
                },
            ],
        },
    ],
    "has_more": False,
    "next_cursor": None,
}
request_subscription_request: types.RequestSubscriptionRequest = {
    "email": "ada@example.com",
    "name": "Ada Lovelace",
    "source": "Checkout form",
    "ip_address": "203.0.113.7",
    "user_agent": "Mozilla/5.0",
}
request_subscription_reply: types.SubscriptionRequest = {
    "outcome": "requested",
    "suppression_reason": None,
    "message_id": "msg_01kbf3yq0ge8gvk2c5m7x9t3ea",
    "subscription": {
        "id": "sub_01kbf3yq0se3hbq1w5z8b2d6kn",
        "list_id": "lst_01kbf3yq0re9f8j2p7t3x6c8vm",
        "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
        "environment": "live",
        "contact_id": "con_01kbf3yq0pe7abk9m5r1w8t2xc",
        "email": "ada@example.com",
        "status": "pending",
        "requested_at": "2026-01-14T09:30:00.000Z",
        "confirmed_at": None,
        "unsubscribed_at": None,
        "unsubscribe_url": "https://mail.shop.example/subscriptions/unsubscribe/AQGbPo8fXr0",
        "created_at": "2026-01-14T09:30:00.000Z",
        "updated_at": "2026-01-14T09:30:00.000Z",
        "consents": [
            {
                "action": "requested",
                "at": "2026-01-14T09:30:00.000Z",
                "source": "Checkout form",
                "ip_address": "203.0.113.7",
                "user_agent": "Mozilla/5.0",
            },
        ],
    },
}
retrieve_subscription_reply: types.Subscription = {
    "id": "sub_01kbf3yq0se3hbq1w5z8b2d6kn",
    "list_id": "lst_01kbf3yq0re9f8j2p7t3x6c8vm",
    "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
    "environment": "live",
    "contact_id": "con_01kbf3yq0pe7abk9m5r1w8t2xc",
    "email": "ada@example.com",
    "status": "confirmed",
    "requested_at": "2026-01-14T09:30:00.000Z",
    "confirmed_at": "2026-01-14T09:34:10.000Z",
    "unsubscribed_at": None,
    "unsubscribe_url": "https://mail.shop.example/subscriptions/unsubscribe/AQGbPo8fXr0",
    "created_at": "2026-01-14T09:30:00.000Z",
    "updated_at": "2026-01-14T09:34:10.000Z",
    "consents": [
        {
            "action": "requested",
            "at": "2026-01-14T09:30:00.000Z",
            "source": "Checkout form",
            "ip_address": "203.0.113.7",
            "user_agent": "Mozilla/5.0",
        },
        {
            "action": "confirmed",
            "at": "2026-01-14T09:34:10.000Z",
            "source": "page",
            "ip_address": "203.0.113.7",
            "user_agent": "Mozilla/5.0",
        },
    ],
}
unsubscribe_subscription_request: types.UnsubscribeRequest = {"source": "Preference page"}
unsubscribe_subscription_reply: types.Subscription = {
    "id": "sub_01kbf3yq0se3hbq1w5z8b2d6kn",
    "list_id": "lst_01kbf3yq0re9f8j2p7t3x6c8vm",
    "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
    "environment": "live",
    "contact_id": "con_01kbf3yq0pe7abk9m5r1w8t2xc",
    "email": "ada@example.com",
    "status": "unsubscribed",
    "requested_at": "2026-01-14T09:30:00.000Z",
    "confirmed_at": "2026-01-14T09:34:10.000Z",
    "unsubscribed_at": "2026-01-14T09:50:00.000Z",
    "unsubscribe_url": "https://mail.shop.example/subscriptions/unsubscribe/AQGbPo8fXr0",
    "created_at": "2026-01-14T09:30:00.000Z",
    "updated_at": "2026-01-14T09:50:00.000Z",
    "consents": [
        {
            "action": "requested",
            "at": "2026-01-14T09:30:00.000Z",
            "source": "Checkout form",
            "ip_address": "203.0.113.7",
            "user_agent": "Mozilla/5.0",
        },
        {
            "action": "confirmed",
            "at": "2026-01-14T09:34:10.000Z",
            "source": "page",
            "ip_address": "203.0.113.7",
            "user_agent": "Mozilla/5.0",
        },
        {
            "action": "unsubscribed",
            "at": "2026-01-14T09:50:00.000Z",
            "source": "Preference page",
            "ip_address": None,
            "user_agent": None,
        },
    ],
}
list_topics_query: types.ListTopicsQuery = {
    "limit": 25,
    "since": "2026-01-01T00:00:00.000Z",
    "until": "2026-02-01T00:00:00.000Z",
    "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
}
list_topics_reply: types.TopicList = {
    "data": [
        {
            "id": "top_01kbf3yq0te2k8d4n9r1v6x8bm",
            "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
            "environment": "live",
            "key": "product-news",
            "name": "Product news",
            "description": "New features, about once a month.",
            "default_subscribed": True,
            "translations": {"de": {"name": "Neues vom Produkt", "description": None}},
            "created_at": "2026-01-14T09:00:00.000Z",
            "updated_at": "2026-01-14T09:00:00.000Z",
        },
    ],
    "has_more": False,
    "next_cursor": None,
}
create_topic_request: types.CreateTopicRequest = {
    "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
    "key": "product-news",
    "name": "Product news",
    "description": "New features, about once a month.",
    "translations": {"de": {"name": "Neues vom Produkt"}},
}
create_topic_reply: types.Topic = {
    "id": "top_01kbf3yq0te2k8d4n9r1v6x8bm",
    "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
    "environment": "live",
    "key": "product-news",
    "name": "Product news",
    "description": "New features, about once a month.",
    "default_subscribed": True,
    "translations": {"de": {"name": "Neues vom Produkt", "description": None}},
    "created_at": "2026-01-14T09:00:00.000Z",
    "updated_at": "2026-01-14T09:00:00.000Z",
}
retrieve_topic_reply: types.Topic = {
    "id": "top_01kbf3yq0te2k8d4n9r1v6x8bm",
    "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
    "environment": "live",
    "key": "product-news",
    "name": "Product news",
    "description": "New features, about once a month.",
    "default_subscribed": True,
    "translations": {"de": {"name": "Neues vom Produkt", "description": None}},
    "created_at": "2026-01-14T09:00:00.000Z",
    "updated_at": "2026-01-14T09:00:00.000Z",
}
update_topic_request: types.UpdateTopicRequest = {"name": "Product news"}
update_topic_reply: types.Topic = {
    "id": "top_01kbf3yq0te2k8d4n9r1v6x8bm",
    "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
    "environment": "live",
    "key": "product-news",
    "name": "Product news",
    "description": "New features, about once a month.",
    "default_subscribed": True,
    "translations": {"de": {"name": "Neues vom Produkt", "description": None}},
    "created_at": "2026-01-14T09:00:00.000Z",
    "updated_at": "2026-01-14T09:00:00.000Z",
}
list_deletions_query: types.ListDeletionsQuery = {
    "limit": 25,
    "since": "2026-01-01T00:00:00.000Z",
    "until": "2026-02-01T00:00:00.000Z",
}
list_deletions_reply: types.DeletionList = {
    "data": [
        {
            "id": "del_01kbf3yq0te6m9x3c1v5k8r2wj",
            "status": "completed",
            "project_id": None,
            "created_at": "2026-01-14T10:00:00.000Z",
            "completed_at": "2026-01-14T10:00:01.204Z",
            "erased": {
                "contacts": 1,
                "contact_events": 3,
                "subscriptions": 1,
                "consents": 2,
                "message_logs": 6,
                "message_bodies": 6,
                "attachments": 2,
                "cancelled": 1,
                "events": 14,
                "webhook_deliveries": 0,
                "suppressions": 0,
                "soft_bounces": 0,
                "kept_replies": 1,
                "inbound_messages": 3,
                "topic_consents": 0,
            },
        },
    ],
    "has_more": False,
    "next_cursor": None,
}
create_deletion_request: types.CreateDeletionRequest = {"email": "ada@example.com"}
create_deletion_reply: types.Deletion = {
    "id": "del_01kbf3yq0te6m9x3c1v5k8r2wj",
    "status": "completed",
    "project_id": None,
    "created_at": "2026-01-14T10:00:00.000Z",
    "completed_at": "2026-01-14T10:00:01.204Z",
    "erased": {
        "contacts": 1,
        "contact_events": 3,
        "subscriptions": 1,
        "consents": 2,
        "message_logs": 6,
        "message_bodies": 6,
        "attachments": 2,
        "cancelled": 1,
        "events": 14,
        "webhook_deliveries": 0,
        "suppressions": 0,
        "soft_bounces": 0,
        "kept_replies": 1,
        "inbound_messages": 3,
        "topic_consents": 0,
    },
}
preview_deletion_request: types.CreateDeletionRequest = {"email": "ada@example.com"}
preview_deletion_reply: types.DeletionPreview = {
    "project_id": None,
    "found": {
        "contacts": 1,
        "contact_events": 3,
        "subscriptions": 1,
        "message_logs": 6,
        "cancelled": 1,
        "suppressions": 0,
        "inbound_messages": 3,
    },
}
retrieve_deletion_reply: types.Deletion = {
    "id": "del_01kbf3yq0te6m9x3c1v5k8r2wj",
    "status": "completed",
    "project_id": None,
    "created_at": "2026-01-14T10:00:00.000Z",
    "completed_at": "2026-01-14T10:00:01.204Z",
    "erased": {
        "contacts": 1,
        "contact_events": 3,
        "subscriptions": 1,
        "consents": 2,
        "message_logs": 6,
        "message_bodies": 6,
        "attachments": 2,
        "cancelled": 1,
        "events": 14,
        "webhook_deliveries": 0,
        "suppressions": 0,
        "soft_bounces": 0,
        "kept_replies": 1,
        "inbound_messages": 3,
        "topic_consents": 0,
    },
}
retrieve_sending_status_reply: types.SendingStatus = {
    "status": "active",
    "reason": None,
    "note": None,
    "halted_at": None,
    "window": {
        "since": "2026-01-13T09:30:00.000Z",
        "settled": 12000,
        "bounced": 36,
        "complained": 2,
        "bounce_rate": 0.003,
        "complaint_rate": 0.000167,
    },
}
list_templates_query: types.ListTemplatesQuery = {
    "limit": 25,
    "since": "2026-01-01T00:00:00.000Z",
    "until": "2026-02-01T00:00:00.000Z",
    "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
    "kind": "message",
}
list_templates_reply: types.TemplateList = {
    "data": [
        {
            "id": "tpl_01kbf3x5vfe4gt7c3p8s6d1b9n",
            "project_id": None,
            "name": "Receipt",
            "kind": "message",
            "published_version": 1,
            "latest_version": 2,
            "created_at": "2026-01-14T09:00:00.000Z",
            "updated_at": "2026-01-14T09:00:00.000Z",
        },
    ],
    "has_more": False,
    "next_cursor": None,
}
create_template_request: types.CreateTemplateRequest = {
    "name": "Receipt",
    "subject": "Your receipt {{ number }}",
    "html": "<p>Thank you, {{ name }}.</p>",
    "from_email": "billing@shop.example",
    "from_name": "Shop",
    "variables": [
        {"name": "name", "type": "string", "default": "customer"},
        {"name": "number", "type": "string"},
    ],
}
create_template_reply: types.Template = {
    "id": "tpl_01kbf3x5vfe4gt7c3p8s6d1b9n",
    "project_id": None,
    "name": "Receipt",
    "kind": "message",
    "published_version": None,
    "latest_version": 1,
    "created_at": "2026-01-14T09:00:00.000Z",
    "updated_at": "2026-01-14T09:00:00.000Z",
}
preview_template_content_request: types.PreviewTemplateContentRequest = {
    "content": {
        "subject": "Your receipt {{ number }}",
        "html": "<p>Thank you, {{ name }}.</p>",
        "from_email": "billing@shop.example",
        "from_name": "Shop",
        "variables": [
            {"name": "name", "type": "string", "default": "customer"},
            {"name": "number", "type": "string"},
        ],
    },
    "variables": {"name": "Ada", "number": "A-1042"},
}
preview_template_content_reply: types.TemplatePreview = {
    "version": None,
    "locale": None,
    "subject": "Your receipt A-1042",
    "html": "<p>Thank you, Ada.</p>",
    "text": "Thank you, Ada.",
    "headers": {"From": "Shop <billing@shop.example>", "Subject": "Your receipt A-1042"},
    "html_bytes": 22,
    "content_sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    "warnings": [
        {
            "code": "no_text",
            "message": "No text is given, so the text is made from the HTML.",
            "variable": None,
            "url": None,
        },
    ],
}
retrieve_template_reply: types.Template = {
    "id": "tpl_01kbf3x5vfe4gt7c3p8s6d1b9n",
    "project_id": None,
    "name": "Receipt",
    "kind": "message",
    "published_version": 1,
    "latest_version": 2,
    "created_at": "2026-01-14T09:00:00.000Z",
    "updated_at": "2026-01-14T09:00:00.000Z",
}
update_template_request: types.UpdateTemplateRequest = {"name": "Receipt"}
update_template_reply: types.Template = {
    "id": "tpl_01kbf3x5vfe4gt7c3p8s6d1b9n",
    "project_id": None,
    "name": "Receipt",
    "kind": "message",
    "published_version": 1,
    "latest_version": 2,
    "created_at": "2026-01-14T09:00:00.000Z",
    "updated_at": "2026-01-14T09:00:00.000Z",
}
list_template_versions_query: types.ListTemplateVersionsQuery = {
    "limit": 25,
    "since": "2026-01-01T00:00:00.000Z",
    "until": "2026-02-01T00:00:00.000Z",
}
list_template_versions_reply: types.TemplateVersionList = {
    "data": [
        {
            "version": 2,
            "subject": "Your receipt {{ number }}",
            "locales": ["de"],
            "created_at": "2026-01-14T09:00:00.000Z",
            "created_by": "usr_01kbf3x5v9e1bt3r7c2w6n8q4z",
            "published_at": None,
        },
    ],
    "has_more": False,
    "next_cursor": None,
}
create_template_version_request: types.TemplateContent = {
    "subject": "Your receipt {{ number }}",
    "html": "<p>Thank you, {{ name }}.</p>",
    "from_email": "billing@shop.example",
    "from_name": "Shop",
    "variables": [
        {"name": "name", "type": "string", "default": "customer"},
        {"name": "number", "type": "string"},
    ],
}
create_template_version_reply: types.TemplateVersion = {
    "template_id": "tpl_01kbf3x5vfe4gt7c3p8s6d1b9n",
    "version": 2,
    "subject": "Your receipt {{ number }}",
    "html": "<p>Thank you, {{ name }}.</p>",
    "text": None,
    "preheader": None,
    "from_email": "billing@shop.example",
    "from_name": "Shop",
    "reply_to": [],
    "variables": [
        {"name": "name", "type": "string", "required": False, "default": "customer"},
        {"name": "number", "type": "string", "required": True, "default": None},
    ],
    "locales": {},
    "inline_css": True,
    "pins": [],
    "created_at": "2026-01-14T09:00:00.000Z",
    "created_by": "usr_01kbf3x5v9e1bt3r7c2w6n8q4z",
    "published_at": None,
}
retrieve_template_uses_reply: types.TemplateUses = {
    "templates": [
        {
            "template_id": "tpl_01kbf3x5vfe4gt7c3p8s6d1b9n",
            "name": "Receipt",
            "published": True,
            "latest": True,
        },
    ],
    "campaigns": [],
    "automations": [
        {"automation_id": "aut_01kbf3yq0xe5p8w7k1n4q9t6vr", "name": "Welcome", "status": "active"},
    ],
}
retrieve_template_version_reply: types.TemplateVersion = {
    "template_id": "tpl_01kbf3x5vfe4gt7c3p8s6d1b9n",
    "version": 2,
    "subject": "Your receipt {{ number }}",
    "html": "<p>Thank you, {{ name }}.</p>",
    "text": None,
    "preheader": None,
    "from_email": "billing@shop.example",
    "from_name": "Shop",
    "reply_to": [],
    "variables": [
        {"name": "name", "type": "string", "required": False, "default": "customer"},
        {"name": "number", "type": "string", "required": True, "default": None},
    ],
    "locales": {},
    "inline_css": True,
    "pins": [],
    "created_at": "2026-01-14T09:00:00.000Z",
    "created_by": "usr_01kbf3x5v9e1bt3r7c2w6n8q4z",
    "published_at": None,
}
publish_template_request: types.PublishTemplateRequest = {"version": 1}
publish_template_reply: types.Template = {
    "id": "tpl_01kbf3x5vfe4gt7c3p8s6d1b9n",
    "project_id": None,
    "name": "Receipt",
    "kind": "message",
    "published_version": 1,
    "latest_version": 2,
    "created_at": "2026-01-14T09:00:00.000Z",
    "updated_at": "2026-01-14T09:00:00.000Z",
}
preview_template_request: types.PreviewTemplateRequest = {"variables": {"name": "Ada", "number": "A-1042"}}
preview_template_reply: types.TemplatePreview = {
    "version": 2,
    "locale": None,
    "subject": "Your receipt A-1042",
    "html": "<p>Thank you, Ada.</p>",
    "text": "Thank you, Ada.",
    "headers": {"From": "Shop <billing@shop.example>", "Subject": "Your receipt A-1042"},
    "html_bytes": 22,
    "content_sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    "warnings": [
        {
            "code": "no_text",
            "message": "No text is given, so the text is made from the HTML.",
            "variable": None,
            "url": None,
        },
    ],
}
list_segments_query: types.ListSegmentsQuery = {
    "limit": 25,
    "since": "2026-01-01T00:00:00.000Z",
    "until": "2026-02-01T00:00:00.000Z",
    "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
}
list_segments_reply: types.SegmentList = {
    "data": [
        {
            "id": "seg_01kbf3yq0ve4t8c1p9s6d3b8nk",
            "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
            "environment": "live",
            "name": "Active on the pro plan",
            "rule": {
                "all": [
                    {"property": {"name": "plan", "op": "eq", "value": "pro"}},
                    {"event": {"name": "order_placed", "count": {"op": "gte", "value": 3}, "within": "P30D"}},
                ],
            },
            "count": {"value": 4211, "exact": True, "as_of": "2026-01-14T09:30:00.000Z"},
            "counting": None,
            "used_by": [],
            "created_at": "2026-01-14T09:00:00.000Z",
            "updated_at": "2026-01-14T09:00:00.000Z",
        },
    ],
    "has_more": False,
    "next_cursor": None,
}
create_segment_request: types.CreateSegmentRequest = {
    "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
    "name": "Active on the pro plan",
    "rule": {
        "all": [
            {"property": {"name": "plan", "op": "eq", "value": "pro"}},
            {"event": {"name": "order_placed", "count": {"op": "gte", "value": 3}, "within": "P30D"}},
        ],
    },
}
create_segment_reply: types.Segment = {
    "id": "seg_01kbf3yq0ve4t8c1p9s6d3b8nk",
    "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
    "environment": "live",
    "name": "Active on the pro plan",
    "rule": {
        "all": [
            {"property": {"name": "plan", "op": "eq", "value": "pro"}},
            {"event": {"name": "order_placed", "count": {"op": "gte", "value": 3}, "within": "P30D"}},
        ],
    },
    "count": None,
    "counting": None,
    "used_by": [],
    "created_at": "2026-01-14T09:00:00.000Z",
    "updated_at": "2026-01-14T09:00:00.000Z",
}
preview_segment_request: types.PreviewSegmentRequest = {
    "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
    "rule": {
        "all": [
            {"property": {"name": "plan", "op": "eq", "value": "pro"}},
            {"event": {"name": "order_placed", "count": {"op": "gte", "value": 3}, "within": "P30D"}},
        ],
    },
}
preview_segment_reply: types.SegmentPreview = {
    "estimate": {"value": 4210, "low": 3400, "high": 5100, "exact": False},
    "sample": [
        {
            "id": "con_01kbf3yq0pe7abk9m5r1w8t2xc",
            "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
            "environment": "live",
            "email": "ada@example.com",
            "name": "Ada Lovelace",
            "properties": {"plan": "pro", "seats": 5},
            "unsubscribed_at": None,
            "created_at": "2026-01-14T09:30:00.000Z",
            "updated_at": "2026-01-14T09:30:00.000Z",
            "topics": {},
        },
    ],
    "scanned": 410,
    "ms": 38,
}
retrieve_segment_reply: types.Segment = {
    "id": "seg_01kbf3yq0ve4t8c1p9s6d3b8nk",
    "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
    "environment": "live",
    "name": "Active on the pro plan",
    "rule": {
        "all": [
            {"property": {"name": "plan", "op": "eq", "value": "pro"}},
            {"event": {"name": "order_placed", "count": {"op": "gte", "value": 3}, "within": "P30D"}},
        ],
    },
    "count": {"value": 4211, "exact": True, "as_of": "2026-01-14T09:30:00.000Z"},
    "counting": None,
    "used_by": [],
    "created_at": "2026-01-14T09:00:00.000Z",
    "updated_at": "2026-01-14T09:00:00.000Z",
}
update_segment_request: types.UpdateSegmentRequest = {"name": "Active on the pro plan"}
update_segment_reply: types.Segment = {
    "id": "seg_01kbf3yq0ve4t8c1p9s6d3b8nk",
    "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
    "environment": "live",
    "name": "Active on the pro plan",
    "rule": {
        "all": [
            {"property": {"name": "plan", "op": "eq", "value": "pro"}},
            {"event": {"name": "order_placed", "count": {"op": "gte", "value": 3}, "within": "P30D"}},
        ],
    },
    "count": {"value": 4211, "exact": True, "as_of": "2026-01-14T09:30:00.000Z"},
    "counting": None,
    "used_by": [],
    "created_at": "2026-01-14T09:00:00.000Z",
    "updated_at": "2026-01-14T09:00:00.000Z",
}
count_segment_reply: types.Segment = {
    "id": "seg_01kbf3yq0ve4t8c1p9s6d3b8nk",
    "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
    "environment": "live",
    "name": "Active on the pro plan",
    "rule": {
        "all": [
            {"property": {"name": "plan", "op": "eq", "value": "pro"}},
            {"event": {"name": "order_placed", "count": {"op": "gte", "value": 3}, "within": "P30D"}},
        ],
    },
    "count": {"value": 4211, "exact": True, "as_of": "2026-01-14T09:30:00.000Z"},
    "counting": {"status": "running", "scanned": 0, "error": None},
    "used_by": [],
    "created_at": "2026-01-14T09:00:00.000Z",
    "updated_at": "2026-01-14T09:00:00.000Z",
}
list_segment_contacts_query: types.ListSegmentContactsQuery = {
    "limit": 25,
    "since": "2026-01-01T00:00:00.000Z",
    "until": "2026-02-01T00:00:00.000Z",
}
list_segment_contacts_reply: types.ContactList = {
    "data": [
        {
            "id": "con_01kbf3yq0pe7abk9m5r1w8t2xc",
            "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
            "environment": "live",
            "email": "ada@example.com",
            "name": "Ada Lovelace",
            "properties": {"plan": "pro", "seats": 5},
            "unsubscribed_at": None,
            "created_at": "2026-01-14T09:30:00.000Z",
            "updated_at": "2026-01-14T09:30:00.000Z",
            "topics": {},
        },
    ],
    "has_more": False,
    "next_cursor": None,
}
explain_segment_request: types.ExplainSegmentRequest = {"contact_id": "con_01kbf3yq0pe7abk9m5r1w8t2xc"}
explain_segment_reply: types.SegmentExplanation = {
    "segment_id": "seg_01kbf3yq0ve4t8c1p9s6d3b8nk",
    "contact_id": "con_01kbf3yq0pe7abk9m5r1w8t2xc",
    "included": False,
    "as_of": "2026-01-14T09:30:00.000Z",
    "nodes": [
        {"path": "/all", "kind": "all", "result": False, "reason": None, "actual": None},
        {"path": "/all/0/property", "kind": "property", "result": False, "reason": "missing", "actual": None},
        {"path": "/all/1/event", "kind": "event", "result": True, "reason": None, "actual": 5},
    ],
}
list_campaigns_query: types.ListCampaignsQuery = {
    "limit": 25,
    "since": "2026-01-01T00:00:00.000Z",
    "until": "2026-02-01T00:00:00.000Z",
    "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
    "status": "sending",
}
list_campaigns_reply: types.CampaignList = {
    "data": [
        {
            "id": "cmp_01kbf3yq0we8r8x5m1t6v9k3cj",
            "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
            "environment": "live",
            "name": "Spring sale",
            "status": "draft",
            "pause_reason": None,
            "blocked_by": None,
            "template": {"template_id": "tpl_01kbf3x5vfe4gt7c3p8s6d1b9n", "version": None},
            "from_email": "news@shop.example",
            "from_name": "Shop",
            "reply_to": [],
            "variables": {"code": "SPRING"},
            "audience": {
                "list_id": None,
                "segment_id": "seg_01kbf3yq0ve4t8c1p9s6d3b8nk",
                "exclude_segment_id": None,
            },
            "rate_per_hour": None,
            "category": None,
            "scheduled_at": None,
            "max_delay_seconds": 3600,
            "started_at": None,
            "completed_at": None,
            "audience_total": None,
            "progress": {"walked": 0, "released": 0, "skipped": 0, "failed": 0, "pending": 0},
            "created_at": "2026-01-14T09:00:00.000Z",
            "updated_at": "2026-01-14T09:00:00.000Z",
            "topic": None,
        },
    ],
    "has_more": False,
    "next_cursor": None,
}
create_campaign_request: types.CreateCampaignRequest = {
    "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
    "name": "Spring sale",
    "template": {"template_id": "tpl_01kbf3x5vfe4gt7c3p8s6d1b9n"},
    "from_email": "news@shop.example",
    "from_name": "Shop",
    "variables": {"code": "SPRING"},
    "audience": {"segment_id": "seg_01kbf3yq0ve4t8c1p9s6d3b8nk"},
}
create_campaign_reply: types.Campaign = {
    "id": "cmp_01kbf3yq0we8r8x5m1t6v9k3cj",
    "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
    "environment": "live",
    "name": "Spring sale",
    "status": "draft",
    "pause_reason": None,
    "blocked_by": None,
    "template": {"template_id": "tpl_01kbf3x5vfe4gt7c3p8s6d1b9n", "version": None},
    "from_email": "news@shop.example",
    "from_name": "Shop",
    "reply_to": [],
    "variables": {"code": "SPRING"},
    "audience": {"list_id": None, "segment_id": "seg_01kbf3yq0ve4t8c1p9s6d3b8nk", "exclude_segment_id": None},
    "rate_per_hour": None,
    "category": None,
    "scheduled_at": None,
    "max_delay_seconds": 3600,
    "started_at": None,
    "completed_at": None,
    "audience_total": None,
    "progress": {"walked": 0, "released": 0, "skipped": 0, "failed": 0, "pending": 0},
    "created_at": "2026-01-14T09:00:00.000Z",
    "updated_at": "2026-01-14T09:00:00.000Z",
    "topic": None,
}
retrieve_campaign_reply: types.Campaign = {
    "id": "cmp_01kbf3yq0we8r8x5m1t6v9k3cj",
    "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
    "environment": "live",
    "name": "Spring sale",
    "status": "sending",
    "pause_reason": None,
    "blocked_by": None,
    "template": {"template_id": "tpl_01kbf3x5vfe4gt7c3p8s6d1b9n", "version": 1},
    "from_email": "news@shop.example",
    "from_name": "Shop",
    "reply_to": [],
    "variables": {"code": "SPRING"},
    "audience": {"list_id": None, "segment_id": "seg_01kbf3yq0ve4t8c1p9s6d3b8nk", "exclude_segment_id": None},
    "rate_per_hour": None,
    "category": None,
    "scheduled_at": "2026-01-14T09:30:00.000Z",
    "max_delay_seconds": 3600,
    "started_at": "2026-01-14T09:30:00.000Z",
    "completed_at": None,
    "audience_total": 12000,
    "progress": {"walked": 12000, "released": 4000, "skipped": 31, "failed": 0, "pending": 7969},
    "created_at": "2026-01-14T09:00:00.000Z",
    "updated_at": "2026-01-14T09:00:00.000Z",
    "topic": None,
}
update_campaign_request: types.UpdateCampaignRequest = {"rate_per_hour": 5000}
update_campaign_reply: types.Campaign = {
    "id": "cmp_01kbf3yq0we8r8x5m1t6v9k3cj",
    "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
    "environment": "live",
    "name": "Spring sale",
    "status": "draft",
    "pause_reason": None,
    "blocked_by": None,
    "template": {"template_id": "tpl_01kbf3x5vfe4gt7c3p8s6d1b9n", "version": None},
    "from_email": "news@shop.example",
    "from_name": "Shop",
    "reply_to": [],
    "variables": {"code": "SPRING"},
    "audience": {"list_id": None, "segment_id": "seg_01kbf3yq0ve4t8c1p9s6d3b8nk", "exclude_segment_id": None},
    "rate_per_hour": 5000,
    "category": None,
    "scheduled_at": None,
    "max_delay_seconds": 3600,
    "started_at": None,
    "completed_at": None,
    "audience_total": None,
    "progress": {"walked": 0, "released": 0, "skipped": 0, "failed": 0, "pending": 0},
    "created_at": "2026-01-14T09:00:00.000Z",
    "updated_at": "2026-01-14T09:00:00.000Z",
    "topic": None,
}
schedule_campaign_request: types.ScheduleCampaignRequest = {"scheduled_at": "2026-03-29T07:00:00.000Z"}
schedule_campaign_reply: types.Campaign = {
    "id": "cmp_01kbf3yq0we8r8x5m1t6v9k3cj",
    "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
    "environment": "live",
    "name": "Spring sale",
    "status": "scheduled",
    "pause_reason": None,
    "blocked_by": None,
    "template": {"template_id": "tpl_01kbf3x5vfe4gt7c3p8s6d1b9n", "version": 1},
    "from_email": "news@shop.example",
    "from_name": "Shop",
    "reply_to": [],
    "variables": {"code": "SPRING"},
    "audience": {"list_id": None, "segment_id": "seg_01kbf3yq0ve4t8c1p9s6d3b8nk", "exclude_segment_id": None},
    "rate_per_hour": None,
    "category": None,
    "scheduled_at": "2026-03-29T07:00:00.000Z",
    "max_delay_seconds": 3600,
    "started_at": None,
    "completed_at": None,
    "audience_total": None,
    "progress": {"walked": 0, "released": 0, "skipped": 0, "failed": 0, "pending": 0},
    "created_at": "2026-01-14T09:00:00.000Z",
    "updated_at": "2026-01-14T09:00:00.000Z",
    "topic": None,
}
unschedule_campaign_reply: types.Campaign = {
    "id": "cmp_01kbf3yq0we8r8x5m1t6v9k3cj",
    "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
    "environment": "live",
    "name": "Spring sale",
    "status": "draft",
    "pause_reason": None,
    "blocked_by": None,
    "template": {"template_id": "tpl_01kbf3x5vfe4gt7c3p8s6d1b9n", "version": None},
    "from_email": "news@shop.example",
    "from_name": "Shop",
    "reply_to": [],
    "variables": {"code": "SPRING"},
    "audience": {"list_id": None, "segment_id": "seg_01kbf3yq0ve4t8c1p9s6d3b8nk", "exclude_segment_id": None},
    "rate_per_hour": None,
    "category": None,
    "scheduled_at": None,
    "max_delay_seconds": 3600,
    "started_at": None,
    "completed_at": None,
    "audience_total": None,
    "progress": {"walked": 0, "released": 0, "skipped": 0, "failed": 0, "pending": 0},
    "created_at": "2026-01-14T09:00:00.000Z",
    "updated_at": "2026-01-14T09:00:00.000Z",
    "topic": None,
}
pause_campaign_reply: types.PausedCampaign = {
    "id": "cmp_01kbf3yq0we8r8x5m1t6v9k3cj",
    "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
    "environment": "live",
    "name": "Spring sale",
    "status": "paused",
    "pause_reason": "manual",
    "blocked_by": None,
    "template": {"template_id": "tpl_01kbf3x5vfe4gt7c3p8s6d1b9n", "version": 1},
    "from_email": "news@shop.example",
    "from_name": "Shop",
    "reply_to": [],
    "variables": {"code": "SPRING"},
    "audience": {"list_id": None, "segment_id": "seg_01kbf3yq0ve4t8c1p9s6d3b8nk", "exclude_segment_id": None},
    "rate_per_hour": None,
    "category": None,
    "scheduled_at": "2026-01-14T09:30:00.000Z",
    "max_delay_seconds": 3600,
    "started_at": "2026-01-14T09:30:00.000Z",
    "completed_at": None,
    "audience_total": 12000,
    "progress": {"walked": 12000, "released": 4000, "skipped": 31, "failed": 0, "pending": 7969},
    "created_at": "2026-01-14T09:00:00.000Z",
    "updated_at": "2026-01-14T09:00:00.000Z",
    "in_flight": 3,
    "topic": None,
}
resume_campaign_reply: types.Campaign = {
    "id": "cmp_01kbf3yq0we8r8x5m1t6v9k3cj",
    "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
    "environment": "live",
    "name": "Spring sale",
    "status": "sending",
    "pause_reason": None,
    "blocked_by": None,
    "template": {"template_id": "tpl_01kbf3x5vfe4gt7c3p8s6d1b9n", "version": 1},
    "from_email": "news@shop.example",
    "from_name": "Shop",
    "reply_to": [],
    "variables": {"code": "SPRING"},
    "audience": {"list_id": None, "segment_id": "seg_01kbf3yq0ve4t8c1p9s6d3b8nk", "exclude_segment_id": None},
    "rate_per_hour": None,
    "category": None,
    "scheduled_at": "2026-01-14T09:30:00.000Z",
    "max_delay_seconds": 3600,
    "started_at": "2026-01-14T09:30:00.000Z",
    "completed_at": None,
    "audience_total": 12000,
    "progress": {"walked": 12000, "released": 4000, "skipped": 31, "failed": 0, "pending": 7969},
    "created_at": "2026-01-14T09:00:00.000Z",
    "updated_at": "2026-01-14T09:00:00.000Z",
    "topic": None,
}
cancel_campaign_reply: types.PausedCampaign = {
    "id": "cmp_01kbf3yq0we8r8x5m1t6v9k3cj",
    "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
    "environment": "live",
    "name": "Spring sale",
    "status": "cancelled",
    "pause_reason": None,
    "blocked_by": None,
    "template": {"template_id": "tpl_01kbf3x5vfe4gt7c3p8s6d1b9n", "version": 1},
    "from_email": "news@shop.example",
    "from_name": "Shop",
    "reply_to": [],
    "variables": {"code": "SPRING"},
    "audience": {"list_id": None, "segment_id": "seg_01kbf3yq0ve4t8c1p9s6d3b8nk", "exclude_segment_id": None},
    "rate_per_hour": None,
    "category": None,
    "scheduled_at": "2026-01-14T09:30:00.000Z",
    "max_delay_seconds": 3600,
    "started_at": "2026-01-14T09:30:00.000Z",
    "completed_at": "2026-01-14T09:45:00.000Z",
    "audience_total": 12000,
    "progress": {"walked": 12000, "released": 4000, "skipped": 31, "failed": 0, "pending": 7969},
    "created_at": "2026-01-14T09:00:00.000Z",
    "updated_at": "2026-01-14T09:00:00.000Z",
    "in_flight": 3,
    "topic": None,
}
retry_campaign_reply: types.RetriedCampaign = {
    "id": "cmp_01kbf3yq0we8r8x5m1t6v9k3cj",
    "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
    "environment": "live",
    "name": "Spring sale",
    "status": "sending",
    "pause_reason": None,
    "blocked_by": None,
    "template": {"template_id": "tpl_01kbf3x5vfe4gt7c3p8s6d1b9n", "version": 1},
    "from_email": "news@shop.example",
    "from_name": "Shop",
    "reply_to": [],
    "variables": {"code": "SPRING"},
    "audience": {"list_id": None, "segment_id": "seg_01kbf3yq0ve4t8c1p9s6d3b8nk", "exclude_segment_id": None},
    "rate_per_hour": None,
    "category": None,
    "scheduled_at": "2026-01-14T09:30:00.000Z",
    "max_delay_seconds": 3600,
    "started_at": "2026-01-14T09:30:00.000Z",
    "completed_at": None,
    "audience_total": 12000,
    "progress": {"walked": 12000, "released": 4000, "skipped": 31, "failed": 0, "pending": 7969},
    "created_at": "2026-01-14T09:00:00.000Z",
    "updated_at": "2026-01-14T09:00:00.000Z",
    "retried": 12,
    "topic": None,
}
check_campaign_reply: types.CampaignCheck = {
    "problem": None,
    "contacts": {"value": 12400, "low": 12400, "high": 12400, "exact": True},
    "reached": {"value": 12000, "low": 12000, "high": 12000, "exact": True},
    "left_out": [
        {"reason": "not_confirmed", "estimate": {"value": 369, "low": 369, "high": 369, "exact": True}},
        {"reason": "opted_out", "estimate": {"value": 31, "low": 31, "high": 31, "exact": True}},
    ],
    "scanned": 12400,
    "as_of": "2026-01-14T09:30:00.000Z",
}
preview_campaign_request: types.PreviewCampaignRequest = {"contact_id": "con_01kbf3yq0pe7abk9m5r1w8t2xc"}
preview_campaign_reply: types.CampaignPreview = {
    "mail": {
        "version": 1,
        "locale": None,
        "subject": "Spring sale",
        "html": "<p>Use SPRING.</p>",
        "text": "Use SPRING.",
        "headers": {"From": "Shop <news@shop.example>", "Subject": "Spring sale"},
        "html_bytes": 18,
        "content_sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
        "warnings": [],
    },
    "recipient": {
        "contact_id": "con_01kbf3yq0pe7abk9m5r1w8t2xc",
        "included": False,
        "reason": "not_in_segment",
        "path": "/all/0/property",
    },
}
test_campaign_request: types.TestCampaignRequest = {"to": ["ada@example.com"]}
test_campaign_reply: types.CampaignTest = {
    "messages": [
        {
            "id": "msg_01kbf3yq0ge8gvk2c5m7x9t3ea",
            "status": "queued",
            "created_at": "2026-01-14T09:30:00.000Z",
            "scheduled_at": None,
            "recipients": [
                {
                    "log_id": "log_01kbf3yq0he2rr6d8a1f4w5zqb",
                    "email": "ada@example.com",
                    "name": None,
                    "kind": "to",
                    "status": "queued",
                },
            ],
        },
    ],
}
list_campaign_recipients_query: types.ListCampaignRecipientsQuery = {
    "limit": 25,
    "since": "2026-01-01T00:00:00.000Z",
    "until": "2026-02-01T00:00:00.000Z",
    "status": "failed",
}
list_campaign_recipients_reply: types.CampaignRecipientList = {
    "data": [
        {
            "contact_id": "con_01kbf3yq0pe7abk9m5r1w8t2xc",
            "contact_created_at": "2026-01-14T09:30:00.000Z",
            "status": "skipped",
            "reason": "opted_out",
            "detail": None,
            "message_id": None,
            "log_id": None,
        },
    ],
    "has_more": False,
    "next_cursor": None,
}
retrieve_campaign_stats_reply: types.CampaignStats = {
    "campaign_id": "cmp_01kbf3yq0we8r8x5m1t6v9k3cj",
    "as_of": "2026-01-14T09:40:00.000Z",
    "recipients": 12000,
    "by_status": {
        "pending": 7969,
        "skipped": 31,
        "queued": 900,
        "deferred": 12,
        "delivered": 3080,
        "bounced": 8,
        "failed": 0,
        "cancelled": 0,
    },
    "by_reason": [{"status": "skipped", "reason": "opted_out", "count": 31}],
    "by_destination": [
        {
            "destination": "example.com",
            "count": 4000,
            "by_status": {
                "pending": 0,
                "skipped": 0,
                "queued": 900,
                "deferred": 12,
                "delivered": 3080,
                "bounced": 8,
                "failed": 0,
                "cancelled": 0,
            },
        },
    ],
    "over_time": [
        {
            "hour": "2026-01-14T09:00:00.000Z",
            "delivered": 3080,
            "bounced": 8,
            "failed": 0,
            "complained": 1,
            "unsubscribed": 4,
            "opened": 0,
            "clicked": 0,
        },
    ],
    "complained": 1,
    "unsubscribed": 4,
    "opened": 0,
    "clicked": 0,
    "machine_opened": 0,
    "machine_clicked": 0,
}
list_automations_query: types.ListAutomationsQuery = {
    "limit": 25,
    "since": "2026-01-01T00:00:00.000Z",
    "until": "2026-02-01T00:00:00.000Z",
    "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
    "status": "active",
}
list_automations_reply: types.AutomationList = {
    "data": [
        {
            "id": "aut_01kbf3yq0xe5p8w7k1n4q9t6vr",
            "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
            "environment": "live",
            "name": "Welcome",
            "status": "active",
            "published_version": 1,
            "latest_version": 1,
            "retry": None,
            "created_at": "2026-01-14T09:00:00.000Z",
            "updated_at": "2026-01-14T09:00:00.000Z",
        },
    ],
    "has_more": False,
    "next_cursor": None,
}
create_automation_request: types.CreateAutomationRequest = {
    "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
    "name": "Welcome",
    "trigger": {"event": {"name": "signed_up"}},
    "sender": {"from_email": "hello@shop.example"},
    "steps": [
        {"key": "welcome", "send": {"template_id": "tpl_01kbf3x5vfe4gt7c3p8s6d1b9n"}},
        {
            "key": "order",
            "wait_for_event": {
                "name": "order_placed",
                "timeout": "P3D",
                "on_timeout": [
                    {"key": "reminder", "send": {"template_id": "tpl_01kbf3x5vfe4gt7c3p8s6d1b9n"}},
                ],
            },
        },
    ],
}
create_automation_reply: types.Automation = {
    "id": "aut_01kbf3yq0xe5p8w7k1n4q9t6vr",
    "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
    "environment": "live",
    "name": "Welcome",
    "status": "draft",
    "published_version": None,
    "latest_version": 1,
    "retry": None,
    "created_at": "2026-01-14T09:00:00.000Z",
    "updated_at": "2026-01-14T09:00:00.000Z",
}
retrieve_automation_reply: types.Automation = {
    "id": "aut_01kbf3yq0xe5p8w7k1n4q9t6vr",
    "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
    "environment": "live",
    "name": "Welcome",
    "status": "active",
    "published_version": 1,
    "latest_version": 1,
    "retry": None,
    "created_at": "2026-01-14T09:00:00.000Z",
    "updated_at": "2026-01-14T09:00:00.000Z",
}
update_automation_request: types.UpdateAutomationRequest = {"name": "Welcome"}
update_automation_reply: types.Automation = {
    "id": "aut_01kbf3yq0xe5p8w7k1n4q9t6vr",
    "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
    "environment": "live",
    "name": "Welcome",
    "status": "active",
    "published_version": 1,
    "latest_version": 1,
    "retry": None,
    "created_at": "2026-01-14T09:00:00.000Z",
    "updated_at": "2026-01-14T09:00:00.000Z",
}
list_automation_versions_query: types.ListAutomationVersionsQuery = {
    "limit": 25,
    "since": "2026-01-01T00:00:00.000Z",
    "until": "2026-02-01T00:00:00.000Z",
}
list_automation_versions_reply: types.AutomationVersionList = {
    "data": [
        {
            "automation_id": "aut_01kbf3yq0xe5p8w7k1n4q9t6vr",
            "version": 1,
            "trigger": {"event": {"name": "signed_up"}},
            "entry_rule": None,
            "reentry": {"mode": "after_exit"},
            "exit_on": [],
            "sender": {"from_email": "hello@shop.example"},
            "steps": [
                {"key": "welcome", "send": {"template_id": "tpl_01kbf3x5vfe4gt7c3p8s6d1b9n"}},
                {
                    "key": "order",
                    "wait_for_event": {
                        "name": "order_placed",
                        "timeout": "P3D",
                        "on_timeout": [
                            {"key": "reminder", "send": {"template_id": "tpl_01kbf3x5vfe4gt7c3p8s6d1b9n"}},
                        ],
                    },
                },
            ],
            "created_at": "2026-01-14T09:00:00.000Z",
            "created_by": "usr_01kbf3x5v9e1bt3r7c2w6n8q4z",
            "published_at": None,
        },
    ],
    "has_more": False,
    "next_cursor": None,
}
create_automation_version_request: types.CreateAutomationVersionRequest = {
    "trigger": {"event": {"name": "signed_up"}},
    "sender": {"from_email": "hello@shop.example"},
    "steps": [
        {"key": "welcome", "send": {"template_id": "tpl_01kbf3x5vfe4gt7c3p8s6d1b9n"}},
        {
            "key": "order",
            "wait_for_event": {
                "name": "order_placed",
                "timeout": "P3D",
                "on_timeout": [
                    {"key": "reminder", "send": {"template_id": "tpl_01kbf3x5vfe4gt7c3p8s6d1b9n"}},
                ],
            },
        },
    ],
}
create_automation_version_reply: types.AutomationVersion = {
    "automation_id": "aut_01kbf3yq0xe5p8w7k1n4q9t6vr",
    "version": 1,
    "trigger": {"event": {"name": "signed_up"}},
    "entry_rule": None,
    "reentry": {"mode": "after_exit"},
    "exit_on": [],
    "sender": {"from_email": "hello@shop.example"},
    "steps": [
        {"key": "welcome", "send": {"template_id": "tpl_01kbf3x5vfe4gt7c3p8s6d1b9n"}},
        {
            "key": "order",
            "wait_for_event": {
                "name": "order_placed",
                "timeout": "P3D",
                "on_timeout": [
                    {"key": "reminder", "send": {"template_id": "tpl_01kbf3x5vfe4gt7c3p8s6d1b9n"}},
                ],
            },
        },
    ],
    "created_at": "2026-01-14T09:00:00.000Z",
    "created_by": "usr_01kbf3x5v9e1bt3r7c2w6n8q4z",
    "published_at": None,
}
retrieve_automation_version_reply: types.AutomationVersion = {
    "automation_id": "aut_01kbf3yq0xe5p8w7k1n4q9t6vr",
    "version": 1,
    "trigger": {"event": {"name": "signed_up"}},
    "entry_rule": None,
    "reentry": {"mode": "after_exit"},
    "exit_on": [],
    "sender": {"from_email": "hello@shop.example"},
    "steps": [
        {"key": "welcome", "send": {"template_id": "tpl_01kbf3x5vfe4gt7c3p8s6d1b9n"}},
        {
            "key": "order",
            "wait_for_event": {
                "name": "order_placed",
                "timeout": "P3D",
                "on_timeout": [
                    {"key": "reminder", "send": {"template_id": "tpl_01kbf3x5vfe4gt7c3p8s6d1b9n"}},
                ],
            },
        },
    ],
    "created_at": "2026-01-14T09:00:00.000Z",
    "created_by": "usr_01kbf3x5v9e1bt3r7c2w6n8q4z",
    "published_at": None,
}
publish_automation_request: types.PublishAutomationRequest = {"version": 1}
publish_automation_reply: types.Automation = {
    "id": "aut_01kbf3yq0xe5p8w7k1n4q9t6vr",
    "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
    "environment": "live",
    "name": "Welcome",
    "status": "active",
    "published_version": 1,
    "latest_version": 1,
    "retry": None,
    "created_at": "2026-01-14T09:00:00.000Z",
    "updated_at": "2026-01-14T09:00:00.000Z",
}
pause_automation_reply: types.Automation = {
    "id": "aut_01kbf3yq0xe5p8w7k1n4q9t6vr",
    "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
    "environment": "live",
    "name": "Welcome",
    "status": "paused",
    "published_version": 1,
    "latest_version": 1,
    "retry": None,
    "created_at": "2026-01-14T09:00:00.000Z",
    "updated_at": "2026-01-14T09:00:00.000Z",
}
resume_automation_reply: types.Automation = {
    "id": "aut_01kbf3yq0xe5p8w7k1n4q9t6vr",
    "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
    "environment": "live",
    "name": "Welcome",
    "status": "active",
    "published_version": 1,
    "latest_version": 1,
    "retry": None,
    "created_at": "2026-01-14T09:00:00.000Z",
    "updated_at": "2026-01-14T09:00:00.000Z",
}
archive_automation_reply: types.Automation = {
    "id": "aut_01kbf3yq0xe5p8w7k1n4q9t6vr",
    "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
    "environment": "live",
    "name": "Welcome",
    "status": "archived",
    "published_version": 1,
    "latest_version": 1,
    "retry": None,
    "created_at": "2026-01-14T09:00:00.000Z",
    "updated_at": "2026-01-14T09:00:00.000Z",
}
trigger_automation_request: types.TriggerAutomationRequest = {
    "contact_id": "con_01kbf3yq0pe7abk9m5r1w8t2xc",
    "data": {"plan": "pro"},
}
trigger_automation_reply: types.AutomationTriggered = {
    "outcome": "started",
    "reason": None,
    "run": {
        "id": "run_01kbf3yq0ye6rax8m2p5s1v7wt",
        "automation_id": "aut_01kbf3yq0xe5p8w7k1n4q9t6vr",
        "version": 1,
        "contact_id": "con_01kbf3yq0pe7abk9m5r1w8t2xc",
        "status": "running",
        "trigger": {
            "kind": "manual",
            "contact_event_id": None,
            "inbound_message_id": None,
            "at": "2026-01-14T09:30:00.000Z",
        },
        "key": None,
        "depth": 0,
        "step_key": "welcome",
        "wait": None,
        "blocked_by": None,
        "attempts": 0,
        "next_attempt_at": None,
        "error": None,
        "ended_reason": None,
        "started_at": "2026-01-14T09:30:00.000Z",
        "ended_at": None,
    },
}
simulate_automation_request: types.SimulateAutomationRequest = {
    "contact": {"email": "ada@example.com", "properties": {"plan": "pro"}},
    "data": {"total": 49.9},
    "events": [{"name": "order_placed", "after": "P1D"}],
}
simulate_automation_reply: types.AutomationSimulation = {
    "automation_id": "aut_01kbf3yq0xe5p8w7k1n4q9t6vr",
    "version": 1,
    "entered": True,
    "reason": None,
    "status": "completed",
    "ended_reason": None,
    "steps": [
        {
            "key": "welcome",
            "kind": "send",
            "outcome": "done",
            "reason": None,
            "detail": "Sends the mail.",
            "taken": None,
            "at": "2026-01-14T09:30:00.000Z",
            "until": None,
            "mail": {
                "template_id": "tpl_01kbf3x5vfe4gt7c3p8s6d1b9n",
                "version": 1,
                "subject": "Welcome",
                "content_sha256": "5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd",
            },
        },
        {
            "key": "order",
            "kind": "wait_for_event",
            "outcome": "done",
            "reason": None,
            "detail": "order_placed came.",
            "taken": None,
            "at": "2026-01-14T09:30:00.000Z",
            "until": "2026-01-15T09:30:00.000Z",
            "mail": None,
        },
    ],
}
retrieve_automation_stats_reply: types.AutomationStats = {
    "automation_id": "aut_01kbf3yq0xe5p8w7k1n4q9t6vr",
    "as_of": "2026-01-14T09:30:00.000Z",
    "runs": {"running": 2, "waiting": 40, "completed": 310, "exited": 12, "failed": 1, "cancelled": 0},
    "ignored": [{"reason": "already_running", "count": 7}],
    "steps": [{"version": 1, "step_key": "order", "running": 0, "waiting": 40, "failed": 0}],
}
list_automation_runs_query: types.ListAutomationRunsQuery = {
    "limit": 25,
    "since": "2026-01-01T00:00:00.000Z",
    "until": "2026-02-01T00:00:00.000Z",
    "status": "failed",
    "contact_id": "con_01kbf3yq0pe7abk9m5r1w8t2xc",
}
list_automation_runs_reply: types.AutomationRunList = {
    "data": [
        {
            "id": "run_01kbf3yq0ye6rax8m2p5s1v7wt",
            "automation_id": "aut_01kbf3yq0xe5p8w7k1n4q9t6vr",
            "version": 1,
            "contact_id": "con_01kbf3yq0pe7abk9m5r1w8t2xc",
            "status": "waiting",
            "trigger": {
                "kind": "event",
                "contact_event_id": "cev_01kbf3yq0qe2dan8s4v9y1z5gh",
                "inbound_message_id": None,
                "at": "2026-01-14T09:30:00.000Z",
            },
            "key": None,
            "depth": 0,
            "step_key": "order",
            "wait": {"until": "2026-01-17T09:30:00.000Z", "event": "order_placed"},
            "blocked_by": None,
            "attempts": 0,
            "next_attempt_at": None,
            "error": None,
            "ended_reason": None,
            "started_at": "2026-01-14T09:30:00.000Z",
            "ended_at": None,
        },
    ],
    "has_more": False,
    "next_cursor": None,
}
retry_automation_runs_request: types.RetryAutomationRunsRequest = {"error_code": "template_render_failed"}
retry_automation_runs_reply: types.Automation = {
    "id": "aut_01kbf3yq0xe5p8w7k1n4q9t6vr",
    "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
    "environment": "live",
    "name": "Welcome",
    "status": "active",
    "published_version": 1,
    "latest_version": 1,
    "retry": {
        "requested_at": "2026-01-14T09:30:00.000Z",
        "total": 1200,
        "retried": 0,
        "skipped": 0,
        "completed_at": None,
    },
    "created_at": "2026-01-14T09:00:00.000Z",
    "updated_at": "2026-01-14T09:00:00.000Z",
}
retrieve_automation_run_reply: types.AutomationRunDetail = {
    "id": "run_01kbf3yq0ye6rax8m2p5s1v7wt",
    "automation_id": "aut_01kbf3yq0xe5p8w7k1n4q9t6vr",
    "version": 1,
    "contact_id": "con_01kbf3yq0pe7abk9m5r1w8t2xc",
    "status": "waiting",
    "trigger": {
        "kind": "event",
        "contact_event_id": "cev_01kbf3yq0qe2dan8s4v9y1z5gh",
        "inbound_message_id": None,
        "at": "2026-01-14T09:30:00.000Z",
    },
    "key": None,
    "depth": 0,
    "step_key": "order",
    "wait": {"until": "2026-01-17T09:30:00.000Z", "event": "order_placed"},
    "blocked_by": None,
    "attempts": 0,
    "next_attempt_at": None,
    "error": None,
    "ended_reason": None,
    "started_at": "2026-01-14T09:30:00.000Z",
    "ended_at": None,
    "data": {"plan": "pro"},
    "steps": [
        {
            "key": "welcome",
            "kind": "send",
            "outcome": "done",
            "reason": None,
            "detail": None,
            "taken": None,
            "message_id": "msg_01kbf3yq0ae4gt7c3p8s6d1b9n",
            "attempts": 0,
            "started_at": "2026-01-14T09:30:00.000Z",
            "ended_at": "2026-01-14T09:30:00.000Z",
        },
        {
            "key": "order",
            "kind": "wait_for_event",
            "outcome": "waiting",
            "reason": None,
            "detail": None,
            "taken": None,
            "message_id": None,
            "attempts": 0,
            "started_at": "2026-01-14T09:30:00.000Z",
            "ended_at": None,
        },
    ],
}
cancel_automation_run_reply: types.AutomationRun = {
    "id": "run_01kbf3yq0ye6rax8m2p5s1v7wt",
    "automation_id": "aut_01kbf3yq0xe5p8w7k1n4q9t6vr",
    "version": 1,
    "contact_id": "con_01kbf3yq0pe7abk9m5r1w8t2xc",
    "status": "cancelled",
    "trigger": {
        "kind": "event",
        "contact_event_id": "cev_01kbf3yq0qe2dan8s4v9y1z5gh",
        "inbound_message_id": None,
        "at": "2026-01-14T09:30:00.000Z",
    },
    "key": None,
    "depth": 0,
    "step_key": "order",
    "wait": None,
    "blocked_by": None,
    "attempts": 0,
    "next_attempt_at": None,
    "error": None,
    "ended_reason": "manual",
    "started_at": "2026-01-14T09:30:00.000Z",
    "ended_at": "2026-01-14T10:00:00.000Z",
}
retry_automation_run_reply: types.AutomationRun = {
    "id": "run_01kbf3yq0ye6rax8m2p5s1v7wt",
    "automation_id": "aut_01kbf3yq0xe5p8w7k1n4q9t6vr",
    "version": 1,
    "contact_id": "con_01kbf3yq0pe7abk9m5r1w8t2xc",
    "status": "running",
    "trigger": {
        "kind": "event",
        "contact_event_id": "cev_01kbf3yq0qe2dan8s4v9y1z5gh",
        "inbound_message_id": None,
        "at": "2026-01-14T09:30:00.000Z",
    },
    "key": None,
    "depth": 0,
    "step_key": "welcome",
    "wait": None,
    "blocked_by": None,
    "attempts": 0,
    "next_attempt_at": None,
    "error": None,
    "ended_reason": None,
    "started_at": "2026-01-14T09:30:00.000Z",
    "ended_at": None,
}
retrieve_inbound_reply: types.InboundArrival = {
    "mx": [{"priority": 10, "host": "mail.shop.example"}],
    "port": 25,
    "domains": [
        {"domain": "in.shop.example", "routes": 2, "mx": "published", "found": ["mail.shop.example"]},
    ],
    "storage": {"bytes": 1048576, "max_bytes": 1073741824, "messages": 31},
}
list_inbound_routes_query: types.ListInboundRoutesQuery = {
    "limit": 25,
    "since": "2026-01-01T00:00:00.000Z",
    "until": "2026-02-01T00:00:00.000Z",
    "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
}
list_inbound_routes_reply: types.InboundRouteList = {
    "data": [
        {
            "id": "inr_01kbf3yq0ze7d9a4n6r1v8x3bt",
            "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
            "environment": "live",
            "name": "Support",
            "recipient": "support@in.shop.example",
            "enabled": True,
            "automatic": "keep",
            "require_dmarc": False,
            "block": ["@spam.example"],
            "retain_days": None,
            "created_at": "2026-01-14T09:00:00.000Z",
            "updated_at": "2026-01-14T09:00:00.000Z",
        },
    ],
    "has_more": False,
    "next_cursor": None,
}
create_inbound_route_request: types.CreateInboundRouteRequest = {
    "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
    "name": "Support",
    "recipient": "support@in.shop.example",
    "block": ["@spam.example"],
}
create_inbound_route_reply: types.InboundRoute = {
    "id": "inr_01kbf3yq0ze7d9a4n6r1v8x3bt",
    "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
    "environment": "live",
    "name": "Support",
    "recipient": "support@in.shop.example",
    "enabled": True,
    "automatic": "keep",
    "require_dmarc": False,
    "block": ["@spam.example"],
    "retain_days": None,
    "created_at": "2026-01-14T09:00:00.000Z",
    "updated_at": "2026-01-14T09:00:00.000Z",
}
test_inbound_route_request: types.TestInboundRouteRequest = {
    "recipient": "support@in.shop.example",
    "sender": "ada@example.com",
}
test_inbound_route_reply: types.InboundRouteTest = {
    "recipient": "support@in.shop.example",
    "accepted": True,
    "reason": "accepted",
    "reply": "250 2.1.5 Accepted",
    "route": {
        "id": "inr_01kbf3yq0ze7d9a4n6r1v8x3bt",
        "name": "Support",
        "recipient": "support@in.shop.example",
    },
}
retrieve_inbound_route_reply: types.InboundRoute = {
    "id": "inr_01kbf3yq0ze7d9a4n6r1v8x3bt",
    "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
    "environment": "live",
    "name": "Support",
    "recipient": "support@in.shop.example",
    "enabled": True,
    "automatic": "keep",
    "require_dmarc": False,
    "block": ["@spam.example"],
    "retain_days": None,
    "created_at": "2026-01-14T09:00:00.000Z",
    "updated_at": "2026-01-14T09:00:00.000Z",
}
update_inbound_route_request: types.UpdateInboundRouteRequest = {"name": "Support desk"}
update_inbound_route_reply: types.InboundRoute = {
    "id": "inr_01kbf3yq0ze7d9a4n6r1v8x3bt",
    "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
    "environment": "live",
    "name": "Support desk",
    "recipient": "support@in.shop.example",
    "enabled": True,
    "automatic": "keep",
    "require_dmarc": False,
    "block": ["@spam.example"],
    "retain_days": None,
    "created_at": "2026-01-14T09:00:00.000Z",
    "updated_at": "2026-01-14T09:00:00.000Z",
}
list_inbound_messages_query: types.ListInboundMessagesQuery = {
    "limit": 25,
    "since": "2026-01-01T00:00:00.000Z",
    "until": "2026-02-01T00:00:00.000Z",
    "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
    "route_id": "inr_01kbf3yq0ze7d9a4n6r1v8x3bt",
    "email": "ada@example.com",
    "contact_id": "con_01kbf3yq0pe7abk9m5r1w8t2xc",
    "message_id": "msg_01kbf3yq0ge8gvk2c5m7x9t3ea",
    "automatic": "none",
}
list_inbound_messages_reply: types.InboundMessageList = {
    "data": [
        {
            "id": "inm_01kbf3yq11e2h8b5p7s3w9y4cv",
            "route_id": "inr_01kbf3yq0ze7d9a4n6r1v8x3bt",
            "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
            "environment": "live",
            "envelope": {"from": "ada@example.com", "to": ["support@in.shop.example"]},
            "from": [{"email": "ada@example.com", "name": "Ada"}],
            "to": [{"email": "support@in.shop.example", "name": "Shop"}],
            "cc": [],
            "reply_to": [],
            "subject": "Re: Your receipt",
            "header_message_id": "<CAJ7e2f@mail.example.com>",
            "header_date": "2026-01-14T09:29:55.000Z",
            "size": 26144,
            "truncated": False,
            "readable": True,
            "auth": {
                "authenticated": True,
                "spf": {"result": "pass", "domain": "example.com"},
                "dkim": [{"result": "pass", "domain": "example.com", "selector": "s1"}],
                "dmarc": {"result": "pass", "domain": "example.com", "policy": "reject"},
            },
            "automatic": "none",
            "in_reply_to": {
                "message_id": "msg_01kbf3yq0ge8gvk2c5m7x9t3ea",
                "log_id": "log_01kbf3yq0he2rr6d8a1f4w5zqb",
                "match": "header",
            },
            "contact_id": "con_01kbf3yq0pe7abk9m5r1w8t2xc",
            "attachments": [
                {
                    "id": "att_01kbf3yq12e4j9c6q8t5x1z7dw",
                    "filename": "receipt.pdf",
                    "content_type": "application/pdf",
                    "size": 18211,
                    "content_id": None,
                    "disposition": "attachment",
                    "sha256": "5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd",
                },
            ],
            "received_at": "2026-01-14T09:30:00.000Z",
            "expires_at": "2026-02-13T09:30:00.000Z",
        },
    ],
    "has_more": False,
    "next_cursor": None,
    "window": {"since": "2025-12-15T09:30:00.000Z", "until": None},
}
retrieve_inbound_message_reply: types.InboundMessageDetail = {
    "id": "inm_01kbf3yq11e2h8b5p7s3w9y4cv",
    "route_id": "inr_01kbf3yq0ze7d9a4n6r1v8x3bt",
    "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
    "environment": "live",
    "envelope": {"from": "ada@example.com", "to": ["support@in.shop.example"]},
    "from": [{"email": "ada@example.com", "name": "Ada"}],
    "to": [{"email": "support@in.shop.example", "name": "Shop"}],
    "cc": [],
    "reply_to": [],
    "subject": "Re: Your receipt",
    "header_message_id": "<CAJ7e2f@mail.example.com>",
    "header_date": "2026-01-14T09:29:55.000Z",
    "size": 26144,
    "truncated": False,
    "readable": True,
    "auth": {
        "authenticated": True,
        "spf": {"result": "pass", "domain": "example.com"},
        "dkim": [{"result": "pass", "domain": "example.com", "selector": "s1"}],
        "dmarc": {"result": "pass", "domain": "example.com", "policy": "reject"},
    },
    "automatic": "none",
    "in_reply_to": {
        "message_id": "msg_01kbf3yq0ge8gvk2c5m7x9t3ea",
        "log_id": "log_01kbf3yq0he2rr6d8a1f4w5zqb",
        "match": "header",
    },
    "contact_id": "con_01kbf3yq0pe7abk9m5r1w8t2xc",
    "attachments": [
        {
            "id": "att_01kbf3yq12e4j9c6q8t5x1z7dw",
            "filename": "receipt.pdf",
            "content_type": "application/pdf",
            "size": 18211,
            "content_id": None,
            "disposition": "attachment",
            "sha256": "5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd",
        },
    ],
    "received_at": "2026-01-14T09:30:00.000Z",
    "expires_at": "2026-02-13T09:30:00.000Z",
    "headers": [
        {"name": "From", "value": "Ada <ada@example.com>"},
        {"name": "Subject", "value": "Re: Your receipt"},
    ],
    "text": "Thank you!\n\n> Here is your receipt.\n",
    "html": None,
    "reply_text": "Thank you!",
}
replay_inbound_message_reply: types.InboundReplay = {
    "inbound_message_id": "inm_01kbf3yq11e2h8b5p7s3w9y4cv",
    "event_id": "evt_01kbf3yx5je9eaj6t8v2x4z7bn",
}
list_projects_query: types.ListProjectsQuery = {
    "limit": 25,
    "since": "2026-01-01T00:00:00.000Z",
    "until": "2026-02-01T00:00:00.000Z",
    "archived": False,
}
list_projects_reply: types.ProjectList = {
    "data": [
        {
            "id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
            "name": "Shop",
            "environment": "live",
            "created_at": "2026-01-14T09:00:00.000Z",
            "tracking": {"opens": False, "clicks": False},
            "archived_at": None,
            "pages": {"accent_color": "#0a5aa8", "name": None, "language": "auto"},
        },
    ],
    "has_more": False,
    "next_cursor": None,
}
create_project_request: types.CreateProjectRequest = {"name": "Shop", "environment": "live"}
create_project_reply: types.Project = {
    "id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
    "name": "Shop",
    "environment": "live",
    "created_at": "2026-01-14T09:00:00.000Z",
    "tracking": {"opens": False, "clicks": False},
    "archived_at": None,
    "pages": {"accent_color": None, "name": None, "language": "auto", "logo": None},
}
retrieve_project_reply: types.Project = {
    "id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
    "name": "Shop",
    "environment": "live",
    "created_at": "2026-01-14T09:00:00.000Z",
    "tracking": {"opens": False, "clicks": False},
    "archived_at": None,
    "pages": {"accent_color": None, "name": None, "language": "auto", "logo": None},
}
update_project_request: types.UpdateProjectRequest = {"name": "Shop"}
update_project_reply: types.Project = {
    "id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
    "name": "Shop",
    "environment": "live",
    "created_at": "2026-01-14T09:00:00.000Z",
    "tracking": {"opens": False, "clicks": False},
    "archived_at": None,
    "pages": {"accent_color": None, "name": None, "language": "auto", "logo": None},
}
list_api_keys_query: types.ListApiKeysQuery = {
    "limit": 25,
    "since": "2026-01-01T00:00:00.000Z",
    "until": "2026-02-01T00:00:00.000Z",
}
list_api_keys_reply: types.ApiKeyList = {
    "data": [
        {
            "id": "key_01kbf3x5vfe4gt7c3p8s6d1b9n",
            "kind": "project",
            "name": "Shop backend",
            "hint": "pk_live_…k3Qx",
            "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
            "scopes": ["messages:send", "reports:read"],
            "restrictions": {
                "environment": None,
                "ip_cidrs": ["203.0.113.0/24"],
                "sender_domains": ["shop.example"],
                "expires_at": None,
            },
            "created_at": "2026-01-14T09:00:00.000Z",
            "revoked_at": None,
            "last_used_at": "2026-01-14T09:30:00.000Z",
        },
    ],
    "has_more": False,
    "next_cursor": None,
}
create_api_key_request: types.CreateApiKeyRequest = {
    "kind": "project",
    "name": "Shop backend",
    "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
    "scopes": ["messages:send", "reports:read"],
    "restrictions": {"ip_cidrs": ["203.0.113.0/24"], "sender_domains": ["shop.example"]},
}
create_api_key_reply: types.CreatedApiKey = {
    "api_key": {
        "id": "key_01kbf3x5vfe4gt7c3p8s6d1b9n",
        "kind": "project",
        "name": "Shop backend",
        "hint": "pk_live_…k3Qx",
        "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
        "scopes": ["messages:send", "reports:read"],
        "restrictions": {
            "environment": None,
            "ip_cidrs": ["203.0.113.0/24"],
            "sender_domains": ["shop.example"],
            "expires_at": None,
        },
        "created_at": "2026-01-14T09:00:00.000Z",
        "revoked_at": None,
        "last_used_at": None,
    },
    "secret": "pk_live_EXAMPLEexampleEXAMPLEexampleEXAMPLEexampleEXAMPk3Qx",
}
retrieve_api_key_reply: types.ApiKey = {
    "id": "key_01kbf3x5vfe4gt7c3p8s6d1b9n",
    "kind": "project",
    "name": "Shop backend",
    "hint": "pk_live_…k3Qx",
    "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
    "scopes": ["messages:send", "reports:read"],
    "restrictions": {
        "environment": None,
        "ip_cidrs": ["203.0.113.0/24"],
        "sender_domains": ["shop.example"],
        "expires_at": None,
    },
    "created_at": "2026-01-14T09:00:00.000Z",
    "revoked_at": None,
    "last_used_at": "2026-01-14T09:30:00.000Z",
}
update_api_key_request: types.UpdateApiKeyRequest = {
    "name": "Shop backend",
    "restrictions": {"ip_cidrs": ["203.0.113.0/24"]},
}
update_api_key_reply: types.ApiKey = {
    "id": "key_01kbf3x5vfe4gt7c3p8s6d1b9n",
    "kind": "project",
    "name": "Shop backend",
    "hint": "pk_live_…k3Qx",
    "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
    "scopes": ["messages:send", "reports:read"],
    "restrictions": {
        "environment": None,
        "ip_cidrs": ["203.0.113.0/24"],
        "sender_domains": ["shop.example"],
        "expires_at": None,
    },
    "created_at": "2026-01-14T09:00:00.000Z",
    "revoked_at": None,
    "last_used_at": "2026-01-14T09:30:00.000Z",
}
retrieve_workspace_reply: types.Workspace = {
    "id": "ws_01kbf3x5v8e3r9y2m6t1n4q7sa",
    "name": "Shop",
    "retention_days": 30,
    "created_at": "2026-01-14T09:00:00.000Z",
    "limits": {
        "sends_per_minute": 60000,
        "requests_per_minute": 60000,
        "checks_per_minute": 10,
        "recipients_per_day": None,
        "recipients_per_month": 100000,
        "contacts": 50000,
        "domains": 1000,
        "inbound_bytes": 1000000000,
        "retention_days": 3650,
    },
    "sign_in_links": True,
}
update_workspace_request: types.UpdateWorkspaceRequest = {"name": "Shop", "retention_days": 30}
update_workspace_reply: types.Workspace = {
    "id": "ws_01kbf3x5v8e3r9y2m6t1n4q7sa",
    "name": "Shop",
    "retention_days": 30,
    "created_at": "2026-01-14T09:00:00.000Z",
    "limits": {
        "sends_per_minute": 60000,
        "requests_per_minute": 60000,
        "checks_per_minute": 10,
        "recipients_per_day": None,
        "recipients_per_month": 100000,
        "contacts": 50000,
        "domains": 1000,
        "inbound_bytes": 1000000000,
        "retention_days": 3650,
    },
    "sign_in_links": True,
}
retrieve_usage_query: types.RetrieveUsageQuery = {"days": 30, "months": 12}
retrieve_usage_reply: types.Usage = {
    "measured_at": "2026-01-14T09:30:00.000Z",
    "recipients_today": {"used": 1200, "limit": None, "left": None, "resets_at": "2026-01-15T00:00:00.000Z"},
    "recipients_this_month": {
        "used": 48000,
        "limit": 100000,
        "left": 52000,
        "resets_at": "2026-02-01T00:00:00.000Z",
    },
    "contacts": {"used": 18000, "limit": 50000, "left": 32000},
    "domains": {"used": 3, "limit": 1000, "left": 997},
    "inbound_bytes": {"used": 52000000, "limit": 1000000000, "left": 948000000},
    "days": [{"date": "2026-01-14", "live": 1200, "test": 40}],
    "months": [{"month": "2026-01", "live": 48000, "test": 2100}],
}
list_users_query: types.ListUsersQuery = {
    "limit": 25,
    "since": "2026-01-01T00:00:00.000Z",
    "until": "2026-02-01T00:00:00.000Z",
}
list_users_reply: types.UserList = {
    "data": [
        {
            "id": "usr_01kbf3x5vae4gt7c3p8s6d1b9n",
            "email": "ada@shop.example",
            "name": "Ada Lovelace",
            "role": "owner",
            "created_at": "2026-01-14T09:00:00.000Z",
            "last_signed_in_at": "2026-01-14T09:30:00.000Z",
        },
    ],
    "has_more": False,
    "next_cursor": None,
}
create_user_request: types.CreateUserRequest = {
    "email": "ada@shop.example",
    "name": "Ada Lovelace",
    "role": "member",
}
create_user_reply: types.User = {
    "id": "usr_01kbf3x5vae4gt7c3p8s6d1b9n",
    "email": "ada@shop.example",
    "name": "Ada Lovelace",
    "role": "owner",
    "created_at": "2026-01-14T09:00:00.000Z",
    "last_signed_in_at": "2026-01-14T09:30:00.000Z",
}
retrieve_user_reply: types.User = {
    "id": "usr_01kbf3x5vae4gt7c3p8s6d1b9n",
    "email": "ada@shop.example",
    "name": "Ada Lovelace",
    "role": "owner",
    "created_at": "2026-01-14T09:00:00.000Z",
    "last_signed_in_at": "2026-01-14T09:30:00.000Z",
}
update_user_request: types.UpdateUserRequest = {"role": "admin"}
update_user_reply: types.User = {
    "id": "usr_01kbf3x5vae4gt7c3p8s6d1b9n",
    "email": "ada@shop.example",
    "name": "Ada Lovelace",
    "role": "admin",
    "created_at": "2026-01-14T09:00:00.000Z",
    "last_signed_in_at": "2026-01-14T09:30:00.000Z",
}
create_sign_in_link_request: types.CreateSignInLinkRequest = {"email": "ada@shop.example"}
create_sign_in_link_reply: types.RequestedSignInLink = {"email": "ada@shop.example", "valid_seconds": 900}
create_sign_in_authorization_request: types.CreateSignInAuthorizationRequest = {"email": "ada@shop.example"}
create_sign_in_authorization_reply: types.SignInAuthorization = {
    "authorization_url": "https://login.shop.example/realms/staff/protocol/openid-connect/auth?client_id=postseal&response_type=code",
    "browser_key": "EXAMPLEexampleEXAMPLEexampleEXAMPLEexample2",
    "expires_at": "2026-01-14T09:40:00.000Z",
}
create_provider_session_request: types.CreateProviderSessionRequest = {
    "browser_key": "EXAMPLEexampleEXAMPLEexampleEXAMPLEexample2",
    "query": "code=EXAMPLE&state=EXAMPLEexampleEXAMPLEexampleEXAMPLEexample1&iss=https%3A%2F%2Flogin.shop.example%2Frealms%2Fstaff",
}
create_provider_session_reply: types.CreatedSession = {
    "session": {
        "id": "ses_01kbf3yq0se8v8m5r1w8t2xc4a",
        "current": True,
        "user": {
            "id": "usr_01kbf3x5vae4gt7c3p8s6d1b9n",
            "email": "ada@shop.example",
            "name": "Ada Lovelace",
            "role": "owner",
            "created_at": "2026-01-14T09:00:00.000Z",
            "last_signed_in_at": "2026-01-14T09:30:00.000Z",
        },
        "workspace": {"id": "ws_01kbf3x5v8e3r9y2m6t1n4q7sa", "name": "Shop"},
        "origin": "provider",
        "role": "owner",
        "program": None,
        "ip_address": "203.0.113.7",
        "user_agent": "Mozilla/5.0 (X11; Linux x86_64; rv:145.0)",
        "created_at": "2026-01-14T09:30:00.000Z",
        "last_used_at": "2026-01-14T09:30:00.000Z",
        "expires_at": "2026-01-21T09:30:00.000Z",
    },
    "token": "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.EXAMPLE.EXAMPLE",
}
retrieve_identity_provider_reply: types.IdentityProvider = {
    "issuer": "https://login.shop.example/realms/staff",
    "client_id": "postseal",
    "has_client_secret": True,
    "redirect_uri": "https://mail.shop.example/console/sign-in/callback",
    "domains": [
        {
            "domain": "shop.example",
            "status": "verified",
            "record": {
                "type": "TXT",
                "name": "_postseal-sign-in.shop.example",
                "value": "postseal-workspace=ws_01kbf3x5v8e3r9y2m6t1n4q7sa",
            },
            "checked_at": "2026-01-14T09:30:00.000Z",
            "problem": None,
        },
    ],
    "assume_email_verified": False,
    "create_users": True,
    "role_claim": "groups",
    "roles": {"owner": [], "admin": ["postseal-admins"], "member": ["staff"]},
    "default_role": None,
    "created_at": "2026-01-14T09:00:00.000Z",
    "updated_at": "2026-01-14T09:00:00.000Z",
}
upsert_identity_provider_request: types.UpsertIdentityProviderRequest = {
    "issuer": "https://login.shop.example/realms/staff",
    "client_id": "postseal",
    "client_secret": "EXAMPLEclientSECRET",
    "domains": ["shop.example"],
    "role_claim": "groups",
    "roles": {"owner": [], "admin": ["postseal-admins"], "member": ["staff"]},
    "default_role": None,
}
upsert_identity_provider_reply: types.IdentityProvider = {
    "issuer": "https://login.shop.example/realms/staff",
    "client_id": "postseal",
    "has_client_secret": True,
    "redirect_uri": "https://mail.shop.example/console/sign-in/callback",
    "domains": [
        {
            "domain": "shop.example",
            "status": "verified",
            "record": {
                "type": "TXT",
                "name": "_postseal-sign-in.shop.example",
                "value": "postseal-workspace=ws_01kbf3x5v8e3r9y2m6t1n4q7sa",
            },
            "checked_at": "2026-01-14T09:30:00.000Z",
            "problem": None,
        },
    ],
    "assume_email_verified": False,
    "create_users": True,
    "role_claim": "groups",
    "roles": {"owner": [], "admin": ["postseal-admins"], "member": ["staff"]},
    "default_role": None,
    "created_at": "2026-01-14T09:00:00.000Z",
    "updated_at": "2026-01-14T09:00:00.000Z",
}
check_identity_provider_reply: types.IdentityProvider = {
    "issuer": "https://login.shop.example/realms/staff",
    "client_id": "postseal",
    "has_client_secret": True,
    "redirect_uri": "https://mail.shop.example/console/sign-in/callback",
    "domains": [
        {
            "domain": "shop.example",
            "status": "verified",
            "record": {
                "type": "TXT",
                "name": "_postseal-sign-in.shop.example",
                "value": "postseal-workspace=ws_01kbf3x5v8e3r9y2m6t1n4q7sa",
            },
            "checked_at": "2026-01-14T09:30:00.000Z",
            "problem": None,
        },
    ],
    "assume_email_verified": False,
    "create_users": True,
    "role_claim": "groups",
    "roles": {"owner": [], "admin": ["postseal-admins"], "member": ["staff"]},
    "default_role": None,
    "created_at": "2026-01-14T09:00:00.000Z",
    "updated_at": "2026-01-14T09:00:00.000Z",
}
list_sessions_query: types.ListSessionsQuery = {
    "limit": 25,
    "since": "2026-01-01T00:00:00.000Z",
    "until": "2026-02-01T00:00:00.000Z",
    "user_id": "usr_01kbf3x5vae4gt7c3p8s6d1b9n",
}
list_sessions_reply: types.SessionList = {
    "data": [
        {
            "id": "ses_01kbf3yq0se8v8m5r1w8t2xc4a",
            "current": True,
            "user": {
                "id": "usr_01kbf3x5vae4gt7c3p8s6d1b9n",
                "email": "ada@shop.example",
                "name": "Ada Lovelace",
                "role": "owner",
                "created_at": "2026-01-14T09:00:00.000Z",
                "last_signed_in_at": "2026-01-14T09:30:00.000Z",
            },
            "workspace": {"id": "ws_01kbf3x5v8e3r9y2m6t1n4q7sa", "name": "Shop"},
            "origin": "link",
            "role": "owner",
            "program": None,
            "ip_address": "203.0.113.7",
            "user_agent": "Mozilla/5.0 (X11; Linux x86_64; rv:145.0)",
            "created_at": "2026-01-14T09:30:00.000Z",
            "last_used_at": "2026-01-14T09:30:00.000Z",
            "expires_at": "2026-01-21T09:30:00.000Z",
        },
    ],
    "has_more": False,
    "next_cursor": None,
}
create_session_request: types.CreateSessionRequest = {"token": "EXAMPLEexampleEXAMPLEexampleEXAMPLEexample1"}
create_session_reply: types.CreatedSession = {
    "session": {
        "id": "ses_01kbf3yq0se8v8m5r1w8t2xc4a",
        "current": True,
        "user": {
            "id": "usr_01kbf3x5vae4gt7c3p8s6d1b9n",
            "email": "ada@shop.example",
            "name": "Ada Lovelace",
            "role": "owner",
            "created_at": "2026-01-14T09:00:00.000Z",
            "last_signed_in_at": "2026-01-14T09:30:00.000Z",
        },
        "workspace": {"id": "ws_01kbf3x5v8e3r9y2m6t1n4q7sa", "name": "Shop"},
        "origin": "link",
        "role": "owner",
        "program": None,
        "ip_address": "203.0.113.7",
        "user_agent": "Mozilla/5.0 (X11; Linux x86_64; rv:145.0)",
        "created_at": "2026-01-14T09:30:00.000Z",
        "last_used_at": "2026-01-14T09:30:00.000Z",
        "expires_at": "2026-01-21T09:30:00.000Z",
    },
    "token": "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.EXAMPLE.EXAMPLE",
}
retrieve_session_reply: types.Session = {
    "id": "ses_01kbf3yq0se8v8m5r1w8t2xc4a",
    "current": True,
    "user": {
        "id": "usr_01kbf3x5vae4gt7c3p8s6d1b9n",
        "email": "ada@shop.example",
        "name": "Ada Lovelace",
        "role": "owner",
        "created_at": "2026-01-14T09:00:00.000Z",
        "last_signed_in_at": "2026-01-14T09:30:00.000Z",
    },
    "workspace": {"id": "ws_01kbf3x5v8e3r9y2m6t1n4q7sa", "name": "Shop"},
    "origin": "link",
    "role": "owner",
    "program": None,
    "ip_address": "203.0.113.7",
    "user_agent": "Mozilla/5.0 (X11; Linux x86_64; rv:145.0)",
    "created_at": "2026-01-14T09:30:00.000Z",
    "last_used_at": "2026-01-14T09:30:00.000Z",
    "expires_at": "2026-01-21T09:30:00.000Z",
}
create_passkey_registration_reply: types.PasskeyRegistration = {
    "id": "pkr_01kbf3yq0te6x9e3n7s9v2y5db",
    "expires_at": "2026-01-14T09:35:00.000Z",
    "options": {
        "challenge": "3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
        "rp": {"id": "mail.shop.example", "name": "Postseal"},
        "user": {
            "id": "AZruPi8Fe4R4JjTMe9WdlAGa7j4vB4XIgumP9iGmsvU",
            "name": "ada@shop.example (Shop)",
            "displayName": "ada@shop.example (Shop)",
        },
        "pubKeyCredParams": [
            {"type": "public-key", "alg": -8},
            {"type": "public-key", "alg": -7},
            {"type": "public-key", "alg": -257},
        ],
        "timeout": 300000,
        "excludeCredentials": [
            {"type": "public-key", "id": "rLRBbv7fTsqLy0Fm5sX1uQ", "transports": ["internal", "hybrid"]},
        ],
        "authenticatorSelection": {
            "residentKey": "required",
            "requireResidentKey": True,
            "userVerification": "required",
        },
        "attestation": "none",
    },
}
list_passkeys_query: types.ListPasskeysQuery = {
    "limit": 25,
    "since": "2026-01-01T00:00:00.000Z",
    "until": "2026-02-01T00:00:00.000Z",
    "user_id": "usr_01kbf3x5vae4gt7c3p8s6d1b9n",
}
list_passkeys_reply: types.PasskeyList = {
    "data": [
        {
            "id": "psk_01kbf3yq0te5w9d2m6r8t1x4ca",
            "user_id": "usr_01kbf3x5vae4gt7c3p8s6d1b9n",
            "name": "Laptop",
            "synced": True,
            "created_at": "2026-01-14T09:30:00.000Z",
            "last_used_at": None,
        },
    ],
    "has_more": False,
    "next_cursor": None,
}
create_passkey_request: types.CreatePasskeyRequest = {
    "registration_id": "pkr_01kbf3yq0te6x9e3n7s9v2y5db",
    "name": "Laptop",
    "credential": {
        "id": "9PxlGcWoTUuM2RVLTV4vgQ",
        "rawId": "9PxlGcWoTUuM2RVLTV4vgQ",
        "type": "public-key",
        "response": {
            "clientDataJSON": "eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIiwiY2hhbGxlbmdlIjoiM3EyLTd3In0",
            "attestationObject": "o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YVglAAA",
            "transports": ["internal", "hybrid"],
        },
    },
}
create_passkey_reply: types.Passkey = {
    "id": "psk_01kbf3yq0te5w9d2m6r8t1x4ca",
    "user_id": "usr_01kbf3x5vae4gt7c3p8s6d1b9n",
    "name": "Laptop",
    "synced": True,
    "created_at": "2026-01-14T09:30:00.000Z",
    "last_used_at": None,
}
update_passkey_request: types.UpdatePasskeyRequest = {"name": "Laptop"}
update_passkey_reply: types.Passkey = {
    "id": "psk_01kbf3yq0te5w9d2m6r8t1x4ca",
    "user_id": "usr_01kbf3x5vae4gt7c3p8s6d1b9n",
    "name": "Laptop",
    "synced": True,
    "created_at": "2026-01-14T09:30:00.000Z",
    "last_used_at": None,
}
create_passkey_challenge_reply: types.PasskeyChallenge = {
    "id": "pkc_01kbf3yq0te7yaf4p8t0w3z6ec",
    "expires_at": "2026-01-14T09:35:00.000Z",
    "options": {
        "challenge": "3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
        "rpId": "mail.shop.example",
        "timeout": 300000,
        "userVerification": "required",
    },
}
create_passkey_session_request: types.CreatePasskeySessionRequest = {
    "challenge_id": "pkc_01kbf3yq0te7yaf4p8t0w3z6ec",
    "credential": {
        "id": "9PxlGcWoTUuM2RVLTV4vgQ",
        "rawId": "9PxlGcWoTUuM2RVLTV4vgQ",
        "type": "public-key",
        "response": {
            "clientDataJSON": "eyJ0eXBlIjoid2ViYXV0aG4uZ2V0IiwiY2hhbGxlbmdlIjoiM3EyLTd3In0",
            "authenticatorData": "SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MdAAAAAA",
            "signature": "MEUCIQDZ_7mSPSYv3vMzRkRyEgg3nQkuEAAAAAAAAAAAAAAAAA",
            "userHandle": "AZruPi8Fe4R4JjTMe9WdlAGa7j4vB4XIgumP9iGmsvU",
        },
    },
}
create_passkey_session_reply: types.CreatedSession = {
    "session": {
        "id": "ses_01kbf3yq0se8v8m5r1w8t2xc4a",
        "current": True,
        "user": {
            "id": "usr_01kbf3x5vae4gt7c3p8s6d1b9n",
            "email": "ada@shop.example",
            "name": "Ada Lovelace",
            "role": "owner",
            "created_at": "2026-01-14T09:00:00.000Z",
            "last_signed_in_at": "2026-01-14T09:30:00.000Z",
        },
        "workspace": {"id": "ws_01kbf3x5v8e3r9y2m6t1n4q7sa", "name": "Shop"},
        "origin": "passkey",
        "role": "owner",
        "program": None,
        "ip_address": "203.0.113.7",
        "user_agent": "Mozilla/5.0 (X11; Linux x86_64; rv:145.0)",
        "created_at": "2026-01-14T09:30:00.000Z",
        "last_used_at": "2026-01-14T09:30:00.000Z",
        "expires_at": "2026-01-21T09:30:00.000Z",
    },
    "token": "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.EXAMPLE.EXAMPLE",
}
list_audit_events_query: types.ListAuditEventsQuery = {
    "limit": 25,
    "since": "2026-01-01T00:00:00.000Z",
    "until": "2026-02-01T00:00:00.000Z",
    "actor_id": "usr_01kbf3x5vae4gt7c3p8s6d1b9n",
    "actor_kind": "session",
    "operation": "revokeApiKey",
    "resource_id": "key_01kbf3x5vfe4gt7c3p8s6d1b9n",
    "outcome": "succeeded",
}
list_audit_events_reply: types.AuditEventList = {
    "data": [
        {
            "id": "aud_01kbf3yq0te9t9k4b1n7m3w8xz",
            "created_at": "2026-01-14T09:30:00.000Z",
            "actor": {
                "kind": "session",
                "id": "usr_01kbf3x5vae4gt7c3p8s6d1b9n",
                "name": "ada@shop.example",
                "session_id": "ses_01kbf3yq0se8v8m5r1w8t2xc4a",
            },
            "ip_address": "203.0.113.7",
            "user_agent": "curl/8.5.0",
            "operation": "revokeApiKey",
            "resource": {"type": "api_key", "id": "key_01kbf3x5vfe4gt7c3p8s6d1b9n"},
            "outcome": "succeeded",
            "status": 204,
            "error_code": None,
            "request_id": "req_01kbf3yq0fe7ctq4w8e2r5y1hm",
            "project_id": None,
            "count": None,
        },
    ],
    "has_more": False,
    "next_cursor": None,
}
export_audit_events_query: types.ExportAuditEventsQuery = {
    "since": "2026-01-01T00:00:00.000Z",
    "until": "2026-02-01T00:00:00.000Z",
    "actor_id": "usr_01kbf3x5vae4gt7c3p8s6d1b9n",
    "actor_kind": "session",
    "operation": "revokeApiKey",
    "resource_id": "key_01kbf3x5vfe4gt7c3p8s6d1b9n",
    "outcome": "succeeded",
}
retrieve_audit_event_reply: types.AuditEvent = {
    "id": "aud_01kbf3yq0te9t9k4b1n7m3w8xz",
    "created_at": "2026-01-14T09:30:00.000Z",
    "actor": {
        "kind": "session",
        "id": "usr_01kbf3x5vae4gt7c3p8s6d1b9n",
        "name": "ada@shop.example",
        "session_id": "ses_01kbf3yq0se8v8m5r1w8t2xc4a",
    },
    "ip_address": "203.0.113.7",
    "user_agent": "curl/8.5.0",
    "operation": "revokeApiKey",
    "resource": {"type": "api_key", "id": "key_01kbf3x5vfe4gt7c3p8s6d1b9n"},
    "outcome": "succeeded",
    "status": 204,
    "error_code": None,
    "request_id": "req_01kbf3yq0fe7ctq4w8e2r5y1hm",
    "project_id": None,
    "count": None,
}
message_accepted_event: types.MessageAcceptedEvent = {
    "id": "evt_01kbf3yw0dfcrv1qta9g4nk0n4",
    "type": "message.accepted",
    "created_at": "2026-01-14T09:30:00.120Z",
    "api_version": "v1",
    "workspace_id": "ws_01kbf3x5v8e3r9y2m6t1n4q7sa",
    "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
    "environment": "live",
    "data": {
        "message_id": "msg_01kbf3yq0ge8gvk2c5m7x9t3ea",
        "from_email": "no-reply@shop.example",
        "subject": "Reset your password",
        "category": "password_reset",
        "metadata": {"user_id": "u-1815"},
        "recipients": [{"log_id": "log_01kbf3yq0he2rr6d8a1f4w5zqb", "email": "ada@example.com"}],
    },
}
any_message_accepted_event: types.WebhookEvent = message_accepted_event
message_scheduled_event: types.MessageScheduledEvent = {
    "id": "evt_01kbf3yt0pfymbyyb3g1ps1tqr",
    "type": "message.scheduled",
    "created_at": "2026-01-14T09:30:00.120Z",
    "api_version": "v1",
    "workspace_id": "ws_01kbf3x5v8e3r9y2m6t1n4q7sa",
    "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
    "environment": "live",
    "data": {
        "message_id": "msg_01kbf3yw0ge1xb3a7qyfr6f0dt",
        "category": None,
        "scheduled_at": "2026-01-15T08:00:00.000Z",
        "recipients": [{"log_id": "log_01kbf3yt0bea48w8800ddaajmc", "email": "ada@example.com"}],
    },
}
any_message_scheduled_event: types.WebhookEvent = message_scheduled_event
message_deferred_event: types.MessageDeferredEvent = {
    "id": "evt_01kbf3yw00e2b87fxppgx6qj2v",
    "type": "message.deferred",
    "created_at": "2026-01-14T09:30:00.120Z",
    "api_version": "v1",
    "workspace_id": "ws_01kbf3x5v8e3r9y2m6t1n4q7sa",
    "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
    "environment": "live",
    "data": {
        "message_id": "msg_01kbf3yq0ge8gvk2c5m7x9t3ea",
        "log_id": "log_01kbf3yq0he2rr6d8a1f4w5zqb",
        "recipient": "ada@example.com",
        "category": "password_reset",
        "campaign_id": None,
        "automation_id": None,
        "attempt": 1,
        "reply": {
            "code": 451,
            "enhanced_code": "4.3.0",
            "text": "Try again later",
            "host": "mx.example.com:25",
        },
        "class": "server",
        "error": None,
        "next_attempt_at": "2026-01-14T09:31:00.120Z",
        "waiting_for": None,
    },
}
any_message_deferred_event: types.WebhookEvent = message_deferred_event
message_delivered_event: types.MessageDeliveredEvent = {
    "id": "evt_01kbf3yq0je5ntb9k2s7v4c8xd",
    "type": "message.delivered",
    "created_at": "2026-01-14T09:30:00.120Z",
    "api_version": "v1",
    "workspace_id": "ws_01kbf3x5v8e3r9y2m6t1n4q7sa",
    "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
    "environment": "live",
    "data": {
        "message_id": "msg_01kbf3yq0ge8gvk2c5m7x9t3ea",
        "log_id": "log_01kbf3yq0he2rr6d8a1f4w5zqb",
        "recipient": "ada@example.com",
        "category": "password_reset",
        "campaign_id": None,
        "automation_id": None,
        "attempt": 1,
        "via": "smtp",
        "reply": {"code": 250, "enhanced_code": "2.0.0", "text": "OK", "host": "mx.example.com:25"},
        "class": None,
        "suppressed": False,
        "error": None,
    },
}
any_message_delivered_event: types.WebhookEvent = message_delivered_event
message_bounced_event: types.MessageBouncedEvent = {
    "id": "evt_01kbf3yr0dfq9sh5kmkb59kya3",
    "type": "message.bounced",
    "created_at": "2026-01-14T09:30:00.120Z",
    "api_version": "v1",
    "workspace_id": "ws_01kbf3x5v8e3r9y2m6t1n4q7sa",
    "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
    "environment": "live",
    "data": {
        "message_id": "msg_01kbf3yq0ge8gvk2c5m7x9t3ea",
        "log_id": "log_01kbf3yq0he2rr6d8a1f4w5zqb",
        "recipient": "ada@example.com",
        "category": "password_reset",
        "campaign_id": None,
        "automation_id": None,
        "attempt": 1,
        "via": "smtp",
        "reply": {"code": 550, "enhanced_code": "5.1.1", "text": "No such user", "host": "mx.example.com:25"},
        "class": "unknown_user",
        "suppressed": True,
        "error": None,
    },
}
any_message_bounced_event: types.WebhookEvent = message_bounced_event
message_failed_event: types.MessageFailedEvent = {
    "id": "evt_01kbf3yr0sefprxt932znd88t6",
    "type": "message.failed",
    "created_at": "2026-01-14T09:30:00.120Z",
    "api_version": "v1",
    "workspace_id": "ws_01kbf3x5v8e3r9y2m6t1n4q7sa",
    "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
    "environment": "live",
    "data": {
        "message_id": "msg_01kbf3yq0ge8gvk2c5m7x9t3ea",
        "log_id": "log_01kbf3yq0he2rr6d8a1f4w5zqb",
        "recipient": "ada@example.com",
        "category": "password_reset",
        "campaign_id": None,
        "automation_id": None,
        "attempt": 1,
        "via": "smtp",
        "reply": None,
        "class": "network",
        "suppressed": False,
        "error": "Not delivered within 48 hours: connect ECONNREFUSED",
    },
}
any_message_failed_event: types.WebhookEvent = message_failed_event
message_suppressed_event: types.MessageSuppressedEvent = {
    "id": "evt_01kbf3ys0vf93tj9xaxzmyhjys",
    "type": "message.suppressed",
    "created_at": "2026-01-14T09:30:00.120Z",
    "api_version": "v1",
    "workspace_id": "ws_01kbf3x5v8e3r9y2m6t1n4q7sa",
    "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
    "environment": "live",
    "data": {
        "message_id": "msg_01kbf3yq0ge8gvk2c5m7x9t3ea",
        "log_id": "log_01kbf3yq0he2rr6d8a1f4w5zqb",
        "recipient": "ada@example.com",
        "category": "password_reset",
        "campaign_id": None,
        "automation_id": None,
        "reason": "hard_bounce",
    },
}
any_message_suppressed_event: types.WebhookEvent = message_suppressed_event
message_cancelled_event: types.MessageCancelledEvent = {
    "id": "evt_01kbf3ys07ebzsb5zhq4p2kqhz",
    "type": "message.cancelled",
    "created_at": "2026-01-14T09:30:00.120Z",
    "api_version": "v1",
    "workspace_id": "ws_01kbf3x5v8e3r9y2m6t1n4q7sa",
    "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
    "environment": "live",
    "data": {
        "message_id": "msg_01kbf3yw0ge1xb3a7qyfr6f0dt",
        "category": None,
        "campaign_id": None,
        "automation_id": None,
        "recipients": [{"log_id": "log_01kbf3yt0bea48w8800ddaajmc", "email": "ada@example.com"}],
    },
}
any_message_cancelled_event: types.WebhookEvent = message_cancelled_event
message_complained_event: types.MessageComplainedEvent = {
    "id": "evt_01kbf3yt0jfb0tgmhxjpphptpb",
    "type": "message.complained",
    "created_at": "2026-01-14T09:30:00.120Z",
    "api_version": "v1",
    "workspace_id": "ws_01kbf3x5v8e3r9y2m6t1n4q7sa",
    "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
    "environment": "live",
    "data": {
        "message_id": "msg_01kbf3yq0ge8gvk2c5m7x9t3ea",
        "log_id": "log_01kbf3yq0he2rr6d8a1f4w5zqb",
        "recipient": "ada@example.com",
        "category": "password_reset",
        "campaign_id": None,
        "automation_id": None,
        "feedback_type": "abuse",
        "user_agent": "SomeGenerator/1.0",
        "suppressed": True,
    },
}
any_message_complained_event: types.WebhookEvent = message_complained_event
message_unsubscribed_event: types.MessageUnsubscribedEvent = {
    "id": "evt_01kbf3z11eft9t5d3j7b2m6x8k",
    "type": "message.unsubscribed",
    "created_at": "2026-01-14T09:50:00.120Z",
    "api_version": "v1",
    "workspace_id": "ws_01kbf3x5v8e3r9y2m6t1n4q7sa",
    "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
    "environment": "live",
    "data": {
        "list_id": "lst_01kbf3yq0re9f8j2p7t3x6c8vm",
        "subscription_id": "sub_01kbf3yq0se3hbq1w5z8b2d6kn",
        "contact_id": "con_01kbf3yq0pe7abk9m5r1w8t2xc",
        "email": "ada@example.com",
        "source": "one_click",
        "message_id": "msg_01kbf3yq0ge8gvk2c5m7x9t3ea",
        "log_id": "log_01kbf3yq0he2rr6d8a1f4w5zqb",
        "campaign_id": None,
        "automation_id": None,
    },
}
any_message_unsubscribed_event: types.WebhookEvent = message_unsubscribed_event
message_opened_event: types.MessageOpenedEvent = {
    "id": "evt_01kexy2w50ep884mgr50mavvkh",
    "type": "message.opened",
    "created_at": "2026-01-14T09:41:12.480Z",
    "api_version": "v1",
    "workspace_id": "ws_01kbf3x5v8e3r9y2m6t1n4q7sa",
    "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
    "environment": "live",
    "data": {
        "message_id": "msg_01kbf3yq0ge8gvk2c5m7x9t3ea",
        "log_id": "log_01kbf3yq0he2rr6d8a1f4w5zqb",
        "recipient": "ada@example.com",
        "category": "receipt",
        "campaign_id": None,
        "automation_id": None,
        "machine": None,
        "user_agent": "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15",
    },
}
any_message_opened_event: types.WebhookEvent = message_opened_event
message_clicked_event: types.MessageClickedEvent = {
    "id": "evt_01kexy33kkfkrrhy5dyamy1b90",
    "type": "message.clicked",
    "created_at": "2026-01-14T09:41:20.115Z",
    "api_version": "v1",
    "workspace_id": "ws_01kbf3x5v8e3r9y2m6t1n4q7sa",
    "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
    "environment": "live",
    "data": {
        "message_id": "msg_01kbf3yq0ge8gvk2c5m7x9t3ea",
        "log_id": "log_01kbf3yq0he2rr6d8a1f4w5zqb",
        "recipient": "ada@example.com",
        "category": "receipt",
        "campaign_id": None,
        "automation_id": None,
        "machine": None,
        "user_agent": "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15",
        "url": "https://shop.example/orders/A-1042",
    },
}
any_message_clicked_event: types.WebhookEvent = message_clicked_event
subscription_requested_event: types.SubscriptionRequestedEvent = {
    "id": "evt_01kbf3yz1cfp3r7k2v9m5x8t1r",
    "type": "subscription.requested",
    "created_at": "2026-01-14T09:30:00.120Z",
    "api_version": "v1",
    "workspace_id": "ws_01kbf3x5v8e3r9y2m6t1n4q7sa",
    "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
    "environment": "live",
    "data": {
        "list_id": "lst_01kbf3yq0re9f8j2p7t3x6c8vm",
        "subscription_id": "sub_01kbf3yq0se3hbq1w5z8b2d6kn",
        "contact_id": "con_01kbf3yq0pe7abk9m5r1w8t2xc",
        "email": "ada@example.com",
        "source": "Checkout form",
    },
}
any_subscription_requested_event: types.WebhookEvent = subscription_requested_event
subscription_confirmed_event: types.SubscriptionConfirmedEvent = {
    "id": "evt_01kbf3z01dfq6s2n8c4r7s1v5w",
    "type": "subscription.confirmed",
    "created_at": "2026-01-14T09:34:10.120Z",
    "api_version": "v1",
    "workspace_id": "ws_01kbf3x5v8e3r9y2m6t1n4q7sa",
    "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
    "environment": "live",
    "data": {
        "list_id": "lst_01kbf3yq0re9f8j2p7t3x6c8vm",
        "subscription_id": "sub_01kbf3yq0se3hbq1w5z8b2d6kn",
        "contact_id": "con_01kbf3yq0pe7abk9m5r1w8t2xc",
        "email": "ada@example.com",
        "source": "page",
    },
}
any_subscription_confirmed_event: types.WebhookEvent = subscription_confirmed_event
suppression_added_event: types.SuppressionAddedEvent = {
    "id": "evt_01kbf3z21ffw2s8g6n4c9k3v7t",
    "type": "suppression.added",
    "created_at": "2026-01-14T09:30:01.120Z",
    "api_version": "v1",
    "workspace_id": "ws_01kbf3x5v8e3r9y2m6t1n4q7sa",
    "project_id": None,
    "environment": None,
    "data": {
        "suppression_id": "sup_01kbf3yq0ne5rac8v1x6t9k4wb",
        "email": "ada@example.com",
        "reason": "hard_bounce",
        "note": None,
        "log_id": "log_01kbf3yq0he2rr6d8a1f4w5zqb",
    },
}
any_suppression_added_event: types.WebhookEvent = suppression_added_event
domain_verified_event: types.DomainVerifiedEvent = {
    "id": "evt_01kbf3yx1afn9acqyj5tatkh1c",
    "type": "domain.verified",
    "created_at": "2026-01-14T09:30:00.120Z",
    "api_version": "v1",
    "workspace_id": "ws_01kbf3x5v8e3r9y2m6t1n4q7sa",
    "project_id": None,
    "environment": None,
    "data": {
        "domain_id": "dom_01kbf3x5vke9r8m2t6w1q4n7yz",
        "name": "shop.example",
        "status": "verified",
        "previous_status": "pending",
        "fails_at": None,
        "records": [],
    },
}
any_domain_verified_event: types.WebhookEvent = domain_verified_event
domain_degraded_event: types.DomainDegradedEvent = {
    "id": "evt_01kbf3yx1bfn9acqyj5tatkh1c",
    "type": "domain.degraded",
    "created_at": "2026-01-14T09:30:00.120Z",
    "api_version": "v1",
    "workspace_id": "ws_01kbf3x5v8e3r9y2m6t1n4q7sa",
    "project_id": None,
    "environment": None,
    "data": {
        "domain_id": "dom_01kbf3x5vke9r8m2t6w1q4n7yz",
        "name": "shop.example",
        "status": "degraded",
        "previous_status": "verified",
        "fails_at": "2026-01-15T09:30:00.120Z",
        "records": [
            {
                "kind": "dkim",
                "name": "ps1-5f2c81aa._domainkey.shop.example",
                "problem": "dkim_missing",
                "advice": "Publish the expected record at ps1-5f2c81aa._domainkey.shop.example.",
            },
        ],
    },
}
any_domain_degraded_event: types.WebhookEvent = domain_degraded_event
domain_failed_event: types.DomainFailedEvent = {
    "id": "evt_01kbf3yx1cfn9acqyj5tatkh1c",
    "type": "domain.failed",
    "created_at": "2026-01-14T09:30:00.120Z",
    "api_version": "v1",
    "workspace_id": "ws_01kbf3x5v8e3r9y2m6t1n4q7sa",
    "project_id": None,
    "environment": None,
    "data": {
        "domain_id": "dom_01kbf3x5vke9r8m2t6w1q4n7yz",
        "name": "shop.example",
        "status": "failed",
        "previous_status": "degraded",
        "fails_at": None,
        "records": [
            {
                "kind": "dkim",
                "name": "ps1-5f2c81aa._domainkey.shop.example",
                "problem": "dkim_missing",
                "advice": "Publish the expected record at ps1-5f2c81aa._domainkey.shop.example.",
            },
        ],
    },
}
any_domain_failed_event: types.WebhookEvent = domain_failed_event
template_published_event: types.TemplatePublishedEvent = {
    "id": "evt_01kbf3yx5we2dan8s4v9y1z5gh",
    "type": "template.published",
    "created_at": "2026-01-14T09:30:00.120Z",
    "api_version": "v1",
    "workspace_id": "ws_01kbf3x5v8e3r9y2m6t1n4q7sa",
    "project_id": None,
    "environment": None,
    "data": {
        "template_id": "tpl_01kbf3x5vfe4gt7c3p8s6d1b9n",
        "name": "Receipt",
        "version": 2,
        "previous_version": 1,
    },
}
any_template_published_event: types.WebhookEvent = template_published_event
contact_unsubscribed_event: types.ContactUnsubscribedEvent = {
    "id": "evt_01kbf3yx5he2dan8s4v9y1z5gh",
    "type": "contact.unsubscribed",
    "created_at": "2026-01-14T09:30:00.120Z",
    "api_version": "v1",
    "workspace_id": "ws_01kbf3x5v8e3r9y2m6t1n4q7sa",
    "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
    "environment": "live",
    "data": {
        "contact_id": "con_01kbf3yq0pe7abk9m5r1w8t2xc",
        "email": "ada@example.com",
        "source": "one_click",
        "campaign_id": "cmp_01kbf3yq0we8r8x5m1t6v9k3cj",
        "automation_id": None,
        "message_id": "msg_01kbf3yq0ge8gvk2c5m7x9t3ea",
        "log_id": "log_01kbf3yq0he2rr6d8a1f4w5zqb",
    },
}
any_contact_unsubscribed_event: types.WebhookEvent = contact_unsubscribed_event
contact_resubscribed_event: types.ContactResubscribedEvent = {
    "id": "evt_01kbf3yx5he2dan8s4v9y1z5gk",
    "type": "contact.resubscribed",
    "created_at": "2026-01-14T09:30:00.120Z",
    "api_version": "v1",
    "workspace_id": "ws_01kbf3x5v8e3r9y2m6t1n4q7sa",
    "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
    "environment": "live",
    "data": {
        "contact_id": "con_01kbf3yq0pe7abk9m5r1w8t2xc",
        "email": "ada@example.com",
        "source": "page",
        "campaign_id": "cmp_01kbf3yq0we8r8x5m1t6v9k3cj",
        "automation_id": None,
        "message_id": "msg_01kbf3yq0ge8gvk2c5m7x9t3ea",
        "log_id": "log_01kbf3yq0he2rr6d8a1f4w5zqb",
    },
}
any_contact_resubscribed_event: types.WebhookEvent = contact_resubscribed_event
contact_topic_changed_event: types.ContactTopicChangedEvent = {
    "id": "evt_01kbf3yx5he2dan8s4v9y1z5gj",
    "type": "contact.topic_changed",
    "created_at": "2026-01-14T09:30:00.120Z",
    "api_version": "v1",
    "workspace_id": "ws_01kbf3x5v8e3r9y2m6t1n4q7sa",
    "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
    "environment": "live",
    "data": {
        "contact_id": "con_01kbf3yq0pe7abk9m5r1w8t2xc",
        "email": "ada@example.com",
        "topic": "product-news",
        "subscribed": False,
        "source": "one_click",
        "campaign_id": "cmp_01kbf3yq0we8r8x5m1t6v9k3cj",
        "automation_id": None,
        "message_id": "msg_01kbf3yq0ge8gvk2c5m7x9t3ea",
        "log_id": "log_01kbf3yq0he2rr6d8a1f4w5zqb",
    },
}
any_contact_topic_changed_event: types.WebhookEvent = contact_topic_changed_event
campaign_scheduled_event: types.CampaignScheduledEvent = {
    "id": "evt_01kbf3yx5je2dan8s4v9y1z5gh",
    "type": "campaign.scheduled",
    "created_at": "2026-01-14T09:30:00.120Z",
    "api_version": "v1",
    "workspace_id": "ws_01kbf3x5v8e3r9y2m6t1n4q7sa",
    "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
    "environment": "live",
    "data": {
        "campaign_id": "cmp_01kbf3yq0we8r8x5m1t6v9k3cj",
        "name": "Spring sale",
        "status": "scheduled",
        "pause_reason": None,
        "scheduled_at": "2026-01-14T09:30:00.000Z",
        "progress": {"walked": 0, "released": 0, "skipped": 0, "failed": 0, "pending": 0},
    },
}
any_campaign_scheduled_event: types.WebhookEvent = campaign_scheduled_event
campaign_started_event: types.CampaignStartedEvent = {
    "id": "evt_01kbf3yx5ke2dan8s4v9y1z5gh",
    "type": "campaign.started",
    "created_at": "2026-01-14T09:30:00.120Z",
    "api_version": "v1",
    "workspace_id": "ws_01kbf3x5v8e3r9y2m6t1n4q7sa",
    "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
    "environment": "live",
    "data": {
        "campaign_id": "cmp_01kbf3yq0we8r8x5m1t6v9k3cj",
        "name": "Spring sale",
        "status": "sending",
        "pause_reason": None,
        "scheduled_at": "2026-01-14T09:30:00.000Z",
        "progress": {"walked": 0, "released": 0, "skipped": 0, "failed": 0, "pending": 0},
    },
}
any_campaign_started_event: types.WebhookEvent = campaign_started_event
campaign_paused_event: types.CampaignPausedEvent = {
    "id": "evt_01kbf3yx5me2dan8s4v9y1z5gh",
    "type": "campaign.paused",
    "created_at": "2026-01-14T09:30:00.120Z",
    "api_version": "v1",
    "workspace_id": "ws_01kbf3x5v8e3r9y2m6t1n4q7sa",
    "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
    "environment": "live",
    "data": {
        "campaign_id": "cmp_01kbf3yq0we8r8x5m1t6v9k3cj",
        "name": "Spring sale",
        "status": "paused",
        "pause_reason": "bounce_rate",
        "scheduled_at": "2026-01-14T09:30:00.000Z",
        "progress": {"walked": 12000, "released": 4000, "skipped": 31, "failed": 0, "pending": 7969},
    },
}
any_campaign_paused_event: types.WebhookEvent = campaign_paused_event
campaign_resumed_event: types.CampaignResumedEvent = {
    "id": "evt_01kbf3yx5ne2dan8s4v9y1z5gh",
    "type": "campaign.resumed",
    "created_at": "2026-01-14T09:30:00.120Z",
    "api_version": "v1",
    "workspace_id": "ws_01kbf3x5v8e3r9y2m6t1n4q7sa",
    "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
    "environment": "live",
    "data": {
        "campaign_id": "cmp_01kbf3yq0we8r8x5m1t6v9k3cj",
        "name": "Spring sale",
        "status": "sending",
        "pause_reason": None,
        "scheduled_at": "2026-01-14T09:30:00.000Z",
        "progress": {"walked": 12000, "released": 4000, "skipped": 31, "failed": 0, "pending": 7969},
    },
}
any_campaign_resumed_event: types.WebhookEvent = campaign_resumed_event
campaign_sent_event: types.CampaignSentEvent = {
    "id": "evt_01kbf3yx5pe2dan8s4v9y1z5gh",
    "type": "campaign.sent",
    "created_at": "2026-01-14T09:30:00.120Z",
    "api_version": "v1",
    "workspace_id": "ws_01kbf3x5v8e3r9y2m6t1n4q7sa",
    "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
    "environment": "live",
    "data": {
        "campaign_id": "cmp_01kbf3yq0we8r8x5m1t6v9k3cj",
        "name": "Spring sale",
        "status": "sent",
        "pause_reason": None,
        "scheduled_at": "2026-01-14T09:30:00.000Z",
        "progress": {"walked": 12000, "released": 11969, "skipped": 31, "failed": 0, "pending": 0},
    },
}
any_campaign_sent_event: types.WebhookEvent = campaign_sent_event
campaign_cancelled_event: types.CampaignCancelledEvent = {
    "id": "evt_01kbf3yx5qe2dan8s4v9y1z5gh",
    "type": "campaign.cancelled",
    "created_at": "2026-01-14T09:30:00.120Z",
    "api_version": "v1",
    "workspace_id": "ws_01kbf3x5v8e3r9y2m6t1n4q7sa",
    "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
    "environment": "live",
    "data": {
        "campaign_id": "cmp_01kbf3yq0we8r8x5m1t6v9k3cj",
        "name": "Spring sale",
        "status": "cancelled",
        "pause_reason": None,
        "scheduled_at": "2026-01-14T09:30:00.000Z",
        "progress": {"walked": 12000, "released": 4000, "skipped": 31, "failed": 0, "pending": 7969},
    },
}
any_campaign_cancelled_event: types.WebhookEvent = campaign_cancelled_event
automation_published_event: types.AutomationPublishedEvent = {
    "id": "evt_01kbf3yx6ne2dan8s4v9y1z5gh",
    "type": "automation.published",
    "created_at": "2026-01-14T09:30:00.120Z",
    "api_version": "v1",
    "workspace_id": "ws_01kbf3x5v8e3r9y2m6t1n4q7sa",
    "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
    "environment": "live",
    "data": {
        "automation_id": "aut_01kbf3yq0xe5p8w7k1n4q9t6vr",
        "name": "Welcome",
        "version": 2,
        "previous_version": 1,
    },
}
any_automation_published_event: types.WebhookEvent = automation_published_event
automation_run_completed_event: types.AutomationRunCompletedEvent = {
    "id": "evt_01kbf3yx6pe2dan8s4v9y1z5gh",
    "type": "automation.run_completed",
    "created_at": "2026-01-14T09:30:00.120Z",
    "api_version": "v1",
    "workspace_id": "ws_01kbf3x5v8e3r9y2m6t1n4q7sa",
    "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
    "environment": "live",
    "data": {
        "automation_id": "aut_01kbf3yq0xe5p8w7k1n4q9t6vr",
        "version": 1,
        "run_id": "run_01kbf3yq0ye6rax8m2p5s1v7wt",
        "contact_id": "con_01kbf3yq0pe7abk9m5r1w8t2xc",
        "status": "completed",
        "ended_reason": None,
        "step_key": None,
        "error": None,
    },
}
any_automation_run_completed_event: types.WebhookEvent = automation_run_completed_event
automation_run_failed_event: types.AutomationRunFailedEvent = {
    "id": "evt_01kbf3yx6qe2dan8s4v9y1z5gh",
    "type": "automation.run_failed",
    "created_at": "2026-01-14T09:30:00.120Z",
    "api_version": "v1",
    "workspace_id": "ws_01kbf3x5v8e3r9y2m6t1n4q7sa",
    "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
    "environment": "live",
    "data": {
        "automation_id": "aut_01kbf3yq0xe5p8w7k1n4q9t6vr",
        "version": 1,
        "run_id": "run_01kbf3yq0ye6rax8m2p5s1v7wt",
        "contact_id": "con_01kbf3yq0pe7abk9m5r1w8t2xc",
        "status": "failed",
        "ended_reason": None,
        "step_key": "welcome",
        "error": {"code": "template_render_failed", "message": "A variable has no value: code."},
    },
}
any_automation_run_failed_event: types.WebhookEvent = automation_run_failed_event
automation_notified_event: types.AutomationNotifiedEvent = {
    "id": "evt_01kbf3yx6re2dan8s4v9y1z5gh",
    "type": "automation.notified",
    "created_at": "2026-01-14T09:30:00.120Z",
    "api_version": "v1",
    "workspace_id": "ws_01kbf3x5v8e3r9y2m6t1n4q7sa",
    "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
    "environment": "live",
    "data": {
        "automation_id": "aut_01kbf3yq0xe5p8w7k1n4q9t6vr",
        "version": 1,
        "run_id": "run_01kbf3yq0ye6rax8m2p5s1v7wt",
        "contact_id": "con_01kbf3yq0pe7abk9m5r1w8t2xc",
        "email": "ada@example.com",
        "step_key": "tell_sales",
        "name": "trial_ended",
        "data": {"team": "sales"},
        "trigger": {"plan": "pro"},
    },
}
any_automation_notified_event: types.WebhookEvent = automation_notified_event
inbound_received_event: types.InboundReceivedEvent = {
    "id": "evt_01kbf3yx5ke4fbk7v9w3y5z8cp",
    "type": "inbound.received",
    "created_at": "2026-01-14T09:30:00.120Z",
    "api_version": "v1",
    "workspace_id": "ws_01kbf3x5v8e3r9y2m6t1n4q7sa",
    "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm",
    "environment": "live",
    "data": {
        "inbound_message_id": "inm_01kbf3yq11e2h8b5p7s3w9y4cv",
        "route_id": "inr_01kbf3yq0ze7d9a4n6r1v8x3bt",
        "envelope": {"from": "ada@example.com", "to": ["support@in.shop.example"]},
        "from": [{"email": "ada@example.com", "name": "Ada"}],
        "to": [{"email": "support@in.shop.example", "name": "Shop"}],
        "cc": [],
        "reply_to": [],
        "subject": "Re: Your receipt",
        "header_message_id": "<CAJ7e2f@mail.example.com>",
        "header_date": "2026-01-14T09:29:55.000Z",
        "size": 26144,
        "truncated": False,
        "readable": True,
        "auth": {
            "authenticated": True,
            "spf": {"result": "pass", "domain": "example.com"},
            "dkim": [{"result": "pass", "domain": "example.com", "selector": "s1"}],
            "dmarc": {"result": "pass", "domain": "example.com", "policy": "reject"},
        },
        "automatic": "none",
        "in_reply_to": {
            "message_id": "msg_01kbf3yq0ge8gvk2c5m7x9t3ea",
            "log_id": "log_01kbf3yq0he2rr6d8a1f4w5zqb",
            "match": "header",
        },
        "contact_id": "con_01kbf3yq0pe7abk9m5r1w8t2xc",
        "text": "Thank you!\n\n> Here is your receipt.\n",
        "text_truncated": False,
        "reply_text": "Thank you!",
        "attachments": [
            {
                "id": "att_01kbf3yq12e4j9c6q8t5x1z7dw",
                "filename": "receipt.pdf",
                "content_type": "application/pdf",
                "size": 18211,
                "content_id": None,
                "disposition": "attachment",
                "sha256": "5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd",
                "url": "https://mail.shop.example/inbound/attachments/FQGbPo8fXr0",
            },
        ],
        "content_url": "https://mail.shop.example/inbound/content/FQGbPo8fXr1",
        "raw_url": "https://mail.shop.example/inbound/raw/FQGbPo8fXr2",
        "urls_expire_at": "2026-01-21T09:30:00.000Z",
        "received_at": "2026-01-14T09:30:00.000Z",
        "replayed": False,
    },
}
any_inbound_received_event: types.WebhookEvent = inbound_received_event
webhook_disabled_event: types.WebhookDisabledEvent = {
    "id": "evt_01kbf3yx0wfn9acqyj5tatkh1c",
    "type": "webhook.disabled",
    "created_at": "2026-01-14T09:30:00.120Z",
    "api_version": "v1",
    "workspace_id": "ws_01kbf3x5v8e3r9y2m6t1n4q7sa",
    "project_id": None,
    "environment": None,
    "data": {
        "webhook_id": "whk_01kbf3x5vhf0a9j4e7q2w5t8yr",
        "url": "https://shop.example/hooks/postseal",
        "reason": "failing",
        "failing_since": "2026-01-09T09:30:00.120Z",
        "consecutive_failures": 231,
    },
}
any_webhook_disabled_event: types.WebhookEvent = webhook_disabled_event
webhook_test_event: types.WebhookTestEvent = {
    "id": "evt_01kbf3ys0wfebayea387mbyc2t",
    "type": "webhook.test",
    "created_at": "2026-01-14T09:30:00.120Z",
    "api_version": "v1",
    "workspace_id": "ws_01kbf3x5v8e3r9y2m6t1n4q7sa",
    "project_id": None,
    "environment": None,
    "data": {"webhook_id": "whk_01kbf3x5vhf0a9j4e7q2w5t8yr"},
}
any_webhook_test_event: types.WebhookEvent = webhook_test_event
