"""
Starts a whole Postseal service in memory for a test run, and reads the mails that it sends. Needs the npm
package `postseal-server`. For pytest, see `postseal.testing.fixtures`.
"""

from .errors import TestServerError
from .mail import Mail, MailAddress, MailAttachment, MailEnvelope
from .server import TestServer, TestServerAccess, connect_test_server, start_test_server
from .sink import AsyncSink, MailTimeoutError, Sink

__all__ = [
    "AsyncSink",
    "Mail",
    "MailAddress",
    "MailAttachment",
    "MailEnvelope",
    "MailTimeoutError",
    "Sink",
    "TestServer",
    "TestServerAccess",
    "TestServerError",
    "connect_test_server",
    "start_test_server",
]
