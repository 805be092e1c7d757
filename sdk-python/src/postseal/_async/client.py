"""The client."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._call_log import log_by_environment
from .._settings import Settings, settings_of
from .connections import AsyncConnections
from .resources.api_keys import AsyncApiKeys
from .resources.audit_events import AsyncAuditEvents
from .resources.automations import AsyncAutomations
from .resources.campaigns import AsyncCampaigns
from .resources.contacts import AsyncContacts
from .resources.deletions import AsyncDeletions
from .resources.dmarc import AsyncDmarc
from .resources.domains import AsyncDomains
from .resources.events import AsyncEvents
from .resources.identity_provider import AsyncIdentityProviderResource
from .resources.inbound import AsyncInbound
from .resources.message_logs import AsyncMessageLogs
from .resources.messages import AsyncMessages
from .resources.passkeys import AsyncPasskeys
from .resources.projects import AsyncProjects
from .resources.segments import AsyncSegments
from .resources.sending import AsyncSending
from .resources.sessions import AsyncSessions
from .resources.sign_in_authorizations import AsyncSignInAuthorizations
from .resources.sign_in_links import AsyncSignInLinks
from .resources.statistics import AsyncStatisticsResource
from .resources.subscriber_lists import AsyncSubscriberLists
from .resources.subscriptions import AsyncSubscriptions
from .resources.suppressions import AsyncSuppressions
from .resources.templates import AsyncTemplates
from .resources.tls_reports import AsyncTlsReports
from .resources.topics import AsyncTopics
from .resources.users import AsyncUsers
from .resources.webhook_receivers import AsyncWebhookReceivers
from .resources.webhooks import AsyncWebhooks
from .resources.workspace import AsyncWorkspaceResource
from .transport import AsyncTransport

if TYPE_CHECKING:
    from types import TracebackType

    import httpx2

    from .._options import HeaderValues


class AsyncPostseal:
    """
    The client for one Postseal service with one credential. Create one client and share it, because it keeps
    connections open between calls. `async with` or `await client.aclose()` closes them. You do not need to
    close a client that lives as long as its process.
    """

    messages: AsyncMessages
    """Send messages and read them back."""
    message_logs: AsyncMessageLogs
    """The outcome for each recipient."""
    events: AsyncEvents
    """Everything that happened, as events in order."""
    statistics: AsyncStatisticsResource
    """Mail outcomes by hour and day."""
    webhooks: AsyncWebhooks
    """Send signed events to your endpoints."""
    webhook_receivers: AsyncWebhookReceivers
    """URLs of the service that keep the requests sent to them, for trying out webhooks."""
    domains: AsyncDomains
    """The domains that you send from, with their DNS records."""
    dmarc: AsyncDmarc
    """DMARC reports about mail from your domains, and the steps to a policy that stops forgeries."""
    tls_reports: AsyncTlsReports
    """Whether senders deliver mail to your domains encrypted, from their TLS reports."""
    suppressions: AsyncSuppressions
    """Addresses that the service does not send to."""
    contacts: AsyncContacts
    """A project's contacts and their events."""
    subscriber_lists: AsyncSubscriberLists
    """Lists that people subscribe to by confirming a mail."""
    topics: AsyncTopics
    """Kinds of mail that contacts can choose."""
    subscriptions: AsyncSubscriptions
    """The subscribers of a list, by opt-in."""
    segments: AsyncSegments
    """Rules that select contacts."""
    campaigns: AsyncCampaigns
    """One mail to many contacts."""
    automations: AsyncAutomations
    """Steps that run for each contact who does something."""
    inbound: AsyncInbound
    """Mail sent to your addresses."""
    deletions: AsyncDeletions
    """Erase all data about an address."""
    templates: AsyncTemplates
    """Mail with variables, which sends can name."""
    sending: AsyncSending
    """Whether the workspace can send."""
    projects: AsyncProjects
    """Separate the mail of different products, live or test."""
    api_keys: AsyncApiKeys
    """Issue, list and revoke credentials for servers."""
    workspace: AsyncWorkspaceResource
    """The credential's workspace and its settings."""
    users: AsyncUsers
    """The workspace's users and their roles."""
    identity_provider: AsyncIdentityProviderResource
    """The OpenID provider that the workspace's users sign in with."""
    sign_in_authorizations: AsyncSignInAuthorizations
    """Sign-in with a workspace's identity provider."""
    sign_in_links: AsyncSignInLinks
    """Sign-in links sent by mail. Each link signs a user in once."""
    sessions: AsyncSessions
    """Users who are signed in."""
    passkeys: AsyncPasskeys
    """Passkeys on users' devices, which sign users in without a mail."""
    audit_events: AsyncAuditEvents
    """The audit log: every change, who made it and from where."""

    def __init__(
        self,
        api_key: str | None = None,
        *,
        base_url: str | None = None,
        timeout: float = 60.0,
        max_retries: int = 2,
        default_headers: HeaderValues | None = None,
        http_client: httpx2.AsyncClient | None = None,
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
            AsyncConnections(http_client),
        )

    def with_options(
        self,
        *,
        api_key: str | None = None,
        base_url: str | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
        default_headers: HeaderValues | None = None,
    ) -> AsyncPostseal:
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

    async def aclose(self) -> None:
        """
        Closes the connections. Later calls raise PostsealError. An `http_client` that you passed stays open.
        """
        await self._connections.aclose()

    async def __aenter__(self) -> AsyncPostseal:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self.aclose()

    def __repr__(self) -> str:
        return f"AsyncPostseal(base_url={self._settings.base_url!r})"

    def _start(self, settings: Settings, connections: AsyncConnections) -> None:
        self._settings = settings
        self._connections = connections
        transport = AsyncTransport(settings, connections)
        self.messages = AsyncMessages(transport)
        self.message_logs = AsyncMessageLogs(transport)
        self.events = AsyncEvents(transport)
        self.statistics = AsyncStatisticsResource(transport)
        self.webhooks = AsyncWebhooks(transport)
        self.webhook_receivers = AsyncWebhookReceivers(transport)
        self.domains = AsyncDomains(transport)
        self.dmarc = AsyncDmarc(transport)
        self.tls_reports = AsyncTlsReports(transport)
        self.suppressions = AsyncSuppressions(transport)
        self.contacts = AsyncContacts(transport)
        self.subscriber_lists = AsyncSubscriberLists(transport)
        self.topics = AsyncTopics(transport)
        self.subscriptions = AsyncSubscriptions(transport)
        self.segments = AsyncSegments(transport)
        self.campaigns = AsyncCampaigns(transport)
        self.automations = AsyncAutomations(transport)
        self.inbound = AsyncInbound(transport)
        self.deletions = AsyncDeletions(transport)
        self.templates = AsyncTemplates(transport)
        self.sending = AsyncSending(transport)
        self.projects = AsyncProjects(transport)
        self.api_keys = AsyncApiKeys(transport)
        self.workspace = AsyncWorkspaceResource(transport)
        self.users = AsyncUsers(transport)
        self.identity_provider = AsyncIdentityProviderResource(transport)
        self.sign_in_authorizations = AsyncSignInAuthorizations(transport)
        self.sign_in_links = AsyncSignInLinks(transport)
        self.sessions = AsyncSessions(transport)
        self.passkeys = AsyncPasskeys(transport)
        self.audit_events = AsyncAuditEvents(transport)
