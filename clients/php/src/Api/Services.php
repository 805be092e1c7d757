<?php

// Generated from the contract (npm run generate). Do not edit.

declare(strict_types=1);

namespace Postseal\Api;

use Postseal\Internal\Caller;

/** Has the methods of all operations, by their tags. */
abstract class Services
{
    public readonly MessagesApi $messages;
    public readonly MessageLogsApi $messageLogs;
    public readonly EventsApi $events;
    public readonly StatisticsApi $statistics;
    public readonly WebhooksApi $webhooks;
    public readonly WebhookReceiversApi $webhookReceivers;
    public readonly DomainsApi $domains;
    public readonly DMARCApi $dmarc;
    public readonly TLSReportsApi $tlsReports;
    public readonly SuppressionsApi $suppressions;
    public readonly ContactsApi $contacts;
    public readonly SubscriberListsApi $subscriberLists;
    public readonly SubscriptionsApi $subscriptions;
    public readonly TopicsApi $topics;
    public readonly DeletionsApi $deletions;
    public readonly SendingApi $sending;
    public readonly TemplatesApi $templates;
    public readonly SegmentsApi $segments;
    public readonly CampaignsApi $campaigns;
    public readonly AutomationsApi $automations;
    public readonly InboundApi $inbound;
    public readonly ProjectsApi $projects;
    public readonly APIKeysApi $apiKeys;
    public readonly WorkspaceApi $workspace;
    public readonly UsersApi $users;
    public readonly SignInLinksApi $signInLinks;
    public readonly SignInAuthorizationsApi $signInAuthorizations;
    public readonly IdentityProviderApi $identityProvider;
    public readonly SessionsApi $sessions;
    public readonly PasskeysApi $passkeys;
    public readonly AuditEventsApi $auditEvents;

    /** @internal */
    public function __construct(Caller $caller)
    {
        $this->messages = new MessagesApi($caller);
        $this->messageLogs = new MessageLogsApi($caller);
        $this->events = new EventsApi($caller);
        $this->statistics = new StatisticsApi($caller);
        $this->webhooks = new WebhooksApi($caller);
        $this->webhookReceivers = new WebhookReceiversApi($caller);
        $this->domains = new DomainsApi($caller);
        $this->dmarc = new DMARCApi($caller);
        $this->tlsReports = new TLSReportsApi($caller);
        $this->suppressions = new SuppressionsApi($caller);
        $this->contacts = new ContactsApi($caller);
        $this->subscriberLists = new SubscriberListsApi($caller);
        $this->subscriptions = new SubscriptionsApi($caller);
        $this->topics = new TopicsApi($caller);
        $this->deletions = new DeletionsApi($caller);
        $this->sending = new SendingApi($caller);
        $this->templates = new TemplatesApi($caller);
        $this->segments = new SegmentsApi($caller);
        $this->campaigns = new CampaignsApi($caller);
        $this->automations = new AutomationsApi($caller);
        $this->inbound = new InboundApi($caller);
        $this->projects = new ProjectsApi($caller);
        $this->apiKeys = new APIKeysApi($caller);
        $this->workspace = new WorkspaceApi($caller);
        $this->users = new UsersApi($caller);
        $this->signInLinks = new SignInLinksApi($caller);
        $this->signInAuthorizations = new SignInAuthorizationsApi($caller);
        $this->identityProvider = new IdentityProviderApi($caller);
        $this->sessions = new SessionsApi($caller);
        $this->passkeys = new PasskeysApi($caller);
        $this->auditEvents = new AuditEventsApi($caller);
    }
}
