# Made from _async/client.py by scripts/python/unasync.mjs. Do not edit.
"""The client."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._call_log import log_by_environment
from .._settings import Settings, settings_of
from .connections import Connections
from .resources.api_keys import ApiKeys
from .resources.audit_events import AuditEvents
from .resources.automations import Automations
from .resources.campaigns import Campaigns
from .resources.contacts import Contacts
from .resources.deletions import Deletions
from .resources.dmarc import Dmarc
from .resources.domains import Domains
from .resources.events import Events
from .resources.identity_provider import IdentityProviderResource
from .resources.inbound import Inbound
from .resources.message_logs import MessageLogs
from .resources.messages import Messages
from .resources.passkeys import Passkeys
from .resources.projects import Projects
from .resources.segments import Segments
from .resources.sending import Sending
from .resources.sessions import Sessions
from .resources.sign_in_authorizations import SignInAuthorizations
from .resources.sign_in_links import SignInLinks
from .resources.statistics import StatisticsResource
from .resources.subscriber_lists import SubscriberLists
from .resources.subscriptions import Subscriptions
from .resources.suppressions import Suppressions
from .resources.templates import Templates
from .resources.tls_reports import TlsReports
from .resources.topics import Topics
from .resources.users import Users
from .resources.webhook_receivers import WebhookReceivers
from .resources.webhooks import Webhooks
from .resources.workspace import WorkspaceResource
from .transport import Transport

if TYPE_CHECKING:
    from types import TracebackType

    import httpx2

    from .._options import HeaderValues


class Postseal:
    """
    The client for one Postseal service with one credential. Create one client and share it, because it keeps
    connections open between calls. `with` or `client.close()` closes them. You do not need to
    close a client that lives as long as its process.
    """

    messages: Messages
    """Send messages and read them back."""
    message_logs: MessageLogs
    """The outcome for each recipient."""
    events: Events
    """Everything that happened, as events in order."""
    statistics: StatisticsResource
    """Mail outcomes by hour and day."""
    webhooks: Webhooks
    """Send signed events to your endpoints."""
    webhook_receivers: WebhookReceivers
    """URLs of the service that keep the requests sent to them, for trying out webhooks."""
    domains: Domains
    """The domains that you send from, with their DNS records."""
    dmarc: Dmarc
    """DMARC reports about mail from your domains, and the steps to a policy that stops forgeries."""
    tls_reports: TlsReports
    """Whether senders deliver mail to your domains encrypted, from their TLS reports."""
    suppressions: Suppressions
    """Addresses that the service does not send to."""
    contacts: Contacts
    """A project's contacts and their events."""
    subscriber_lists: SubscriberLists
    """Lists that people subscribe to by confirming a mail."""
    topics: Topics
    """Kinds of mail that contacts can choose."""
    subscriptions: Subscriptions
    """The subscribers of a list, by opt-in."""
    segments: Segments
    """Rules that select contacts."""
    campaigns: Campaigns
    """One mail to many contacts."""
    automations: Automations
    """Steps that run for each contact who does something."""
    inbound: Inbound
    """Mail sent to your addresses."""
    deletions: Deletions
    """Erase all data about an address."""
    templates: Templates
    """Mail with variables, which sends can name."""
    sending: Sending
    """Whether the workspace can send."""
    projects: Projects
    """Separate the mail of different products, live or test."""
    api_keys: ApiKeys
    """Issue, list and revoke credentials for servers."""
    workspace: WorkspaceResource
    """The credential's workspace and its settings."""
    users: Users
    """The workspace's users and their roles."""
    identity_provider: IdentityProviderResource
    """The OpenID provider that the workspace's users sign in with."""
    sign_in_authorizations: SignInAuthorizations
    """Sign-in with a workspace's identity provider."""
    sign_in_links: SignInLinks
    """Sign-in links sent by mail. Each link signs a user in once."""
    sessions: Sessions
    """Users who are signed in."""
    passkeys: Passkeys
    """Passkeys on users' devices, which sign users in without a mail."""
    audit_events: AuditEvents
    """The audit log: every change, who made it and from where."""

    def __init__(
        self,
        api_key: str | None = None,
        *,
        base_url: str | None = None,
        timeout: float = 60.0,
        max_retries: int = 2,
        default_headers: HeaderValues | None = None,
        http_client: httpx2.Client | None = None,
    ) -> None:
        """
        `api_key` is a project key, a workspace key or a session token. Default: the environment variable
        POSTSEAL_API_KEY. You can sign in without a key if `default_headers` leave out `Authorization`.
        `base_url` is the service's URL, with or without `/v1`. Default: POSTSEAL_BASE_URL, otherwise
        http://localhost:4000. `timeout` is the maximum number of seconds for one attempt, including its
        reply. `max_retries` is how often the client retries a failed attempt. `default_headers` are added to
        every request. None leaves out one of the client's own headers. `http_client` replaces the HTTP client
        that this package creates, for example to use a proxy. You close it yourself.

        Raises PostsealError if there is no key, or if an option is invalid.
        """
        log_by_environment()
        self._start(
            settings_of(api_key, base_url, timeout, max_retries, default_headers),
            Connections(http_client),
        )

    def with_options(
        self,
        *,
        api_key: str | None = None,
        base_url: str | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
        default_headers: HeaderValues | None = None,
    ) -> Postseal:
        """
        Returns another client that shares this client's connections and options. The options that you pass
        replace this client's options as a whole, including `default_headers`. Raises PostsealError as the
        constructor does.
        """
        own = self._settings
        settings = settings_of(
            own.api_key if api_key is None else api_key,
            own.base_url if base_url is None else base_url,
            own.timeout if timeout is None else timeout,
            own.max_retries if max_retries is None else max_retries,
            own.default_headers if default_headers is None else default_headers,
        )
        client = object.__new__(type(self))
        client._start(settings, self._connections)
        return client

    def close(self) -> None:
        """
        Closes the connections. Later calls raise PostsealError. An `http_client` that you passed stays open.
        """
        self._connections.close()

    def __enter__(self) -> Postseal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"Postseal(base_url={self._settings.base_url!r})"

    def _start(self, settings: Settings, connections: Connections) -> None:
        self._settings = settings
        self._connections = connections
        transport = Transport(settings, connections)
        self.messages = Messages(transport)
        self.message_logs = MessageLogs(transport)
        self.events = Events(transport)
        self.statistics = StatisticsResource(transport)
        self.webhooks = Webhooks(transport)
        self.webhook_receivers = WebhookReceivers(transport)
        self.domains = Domains(transport)
        self.dmarc = Dmarc(transport)
        self.tls_reports = TlsReports(transport)
        self.suppressions = Suppressions(transport)
        self.contacts = Contacts(transport)
        self.subscriber_lists = SubscriberLists(transport)
        self.topics = Topics(transport)
        self.subscriptions = Subscriptions(transport)
        self.segments = Segments(transport)
        self.campaigns = Campaigns(transport)
        self.automations = Automations(transport)
        self.inbound = Inbound(transport)
        self.deletions = Deletions(transport)
        self.templates = Templates(transport)
        self.sending = Sending(transport)
        self.projects = Projects(transport)
        self.api_keys = ApiKeys(transport)
        self.workspace = WorkspaceResource(transport)
        self.users = Users(transport)
        self.identity_provider = IdentityProviderResource(transport)
        self.sign_in_authorizations = SignInAuthorizations(transport)
        self.sign_in_links = SignInLinks(transport)
        self.sessions = Sessions(transport)
        self.passkeys = Passkeys(transport)
        self.audit_events = AuditEvents(transport)
