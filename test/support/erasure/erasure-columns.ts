/** Columns with words that are not searched, and why. */
export const notSearched: Readonly<Record<string, readonly string[]>> = {
  'the person’s own, which goes as a whole or gets the token':
    `contacts.address contacts.email subscriptions.address
    subscriptions.email soft_bounces.address message_logs.address message_logs.recipient message_logs.destination
    message_logs.unverified_complaint suppressions.address deletions.token
    consents.token message_metadata.key message_metadata.value consents.ip_address consents.user_agent
    topic_consents.ip_address topic_consents.user_agent log_search_blocks.words log_search_words.word
    delivery_queue.destination audit_events.actor_name audit_events.ip_address audit_events.user_agent
    inbound_addresses.address inbound_messages.envelope_sender
    inbound_messages.envelope_recipients inbound_messages.sender inbound_messages.metadata`.split(/\s+/),
  'attached to other people’s messages':
    `engagements.url engagements.user_agent message_attachments.content message_contents.entity
    message_attachments.filename
    message_attachments.content_id message_attachments.content_type`.split(/\s+/),
  'a message of somebody else, kept to the byte': `inbound_messages.subject inbound_messages.headers
    inbound_messages.text inbound_messages.html inbound_messages.reply_text inbound_chunks.bytes`.split(
    /\s+/,
  ),
  'a file that goes once it is imported; no line of an erased address is taken from it': [
    'contact_import_parts.content',
  ],
  'what a team says of itself':
    `contact_imports.layout automations.name automations.retry_filter automation_runs.step_key
    automation_run_steps.step_key automation_run_steps.taken api_keys.name inbound_domains.name
    inbound_routes.domain inbound_routes.name inbound_routes.recipient projects.name projects.page_design users.email users.name
    passkeys.name sessions.ip_address identities.issuer identities.subject identity_domains.domain
    identity_domains.problem identity_providers.client_id identity_providers.issuer identity_providers.role_claim
    identity_providers.roles
    sessions.name sessions.tags sessions.ip_cidrs
    sessions.user_agent workspaces.name workspaces.halt_note
    messages.from_email subscriber_lists.name subscriber_lists.from_email subscriber_lists.from_name
    templates.name templates.alias template_versions.from_email template_versions.from_name
    template_versions.reply_to template_versions.variables template_versions.all_variables template_contents.subject
    template_contents.html template_contents.text template_contents.preheader template_contents.compiled
    topics.key topics.name topics.description topics.translations topic_consents.topic campaign_topics.topic
    message_logs.topic
    campaigns.name statistics.category statistics_pending.category statistics_pending.sender mail_totals.key campaigns.from_email campaigns.from_name
    campaigns.reply_to campaigns.variables campaigns.category
    segments.name subscriber_lists.confirmation_subject subscriber_lists.confirmation_text
    subscriber_lists.confirmation_html
    webhook_subscriptions.url webhook_subscriptions.description dmarc_sources.review_note api_keys.ip_cidrs
    api_keys.sender_domains domains.return_path_label return_path_names.name workspace_hosts.host domains.name domains.records
    domains.dmarc_policy`.split(/\s+/),
  'about servers, or a domain with nothing but a number':
    `domain_provider_days.provider pool_assignments.value pool_relays.pool sending_pools.name sending_pools.schedule sending_sources.address sending_sources.bind
    sending_sources.name
    sending_sources.pool sending_sources.problem workspace_hosts.problem source_days.source
    source_reputations.source source_suspensions.source domain_spam_rates.provider
    domain_spam_rates.rate source_reputations.complaint_rate
    source_suspensions.reply campaign_purged_logs.destination statistics.destination statistics_pending.destination
    dmarc_reports.reporter dmarc_reports.report_id dmarc_sources.address dmarc_sources.header_from
    dmarc_sources.hostname dmarc_sources.network tls_reports.reporter tls_reports.report_id
    tls_policy_days.policy_domain
    tls_policy_days.policy_type tls_failure_days.addresses tls_failure_days.policy_type tls_failure_days.receiving_mx
    tls_failure_days.reporter tls_failure_days.result_type`.split(/\s+/),
  'written by the service, or one of a few words': `delivery_queue.traceparent webhook_queue.traceparent
      statistics.counts statistics_pending.measure mail_totals.kind audit_events.actor_kind audit_events.operation
      audit_events.resource_type audit_events.resource_id
    audit_events.outcome audit_events.error_code audit_events.rare_kind audit_events.rare_outcome
    automations.environment automations.status automation_references.kind automation_triggers.kind
    automation_triggers.name automation_inbox.kind automation_inbox.name automation_waits.kind automation_waits.name
    automation_ignored.reason automation_purged_runs.status automation_runs.blocked_by automation_runs.ended_reason
    automation_runs.environment automation_runs.error_code automation_runs.error_message automation_runs.status
    automation_runs.trigger_kind automation_runs.wait_event automation_run_steps.detail automation_run_steps.kind
    automation_run_steps.outcome automation_run_steps.reason
    campaigns.environment campaigns.pause_reason campaigns.phase campaigns.skip_reasons campaigns.status
    campaigns.tokens campaign_purged_logs.status campaign_recipients.detail campaign_recipients.reason
    campaign_recipients.status engagements.kind engagements.reason segments.environment segments.counting_error
    api_keys.hint api_keys.kind api_keys.scopes api_keys.environment
    api_keys.secret_hash consents.action contact_events.name contacts.environment deletions.contact_ids
    deletions.environment deletions.erased deletions.position deletions.step deletions.sealed_address
    dkim_keys.algorithm
    dkim_keys.domain dkim_keys.private_key dkim_keys.public_key dkim_keys.selector dkim_keys.status dmarc_sources.review
    domains.status events.environment events.type idempotency_keys.authority idempotency_keys.fingerprint
    idempotency_keys.operation idempotency_keys.sealed_secret
    inbound_messages.automatic inbound_messages.environment inbound_messages.reply_match
    inbound_receipts.digest lease_owners.wakes inbound_routes.automatic inbound_routes.environment
    message_attachments.disposition message_logs.environment message_logs.kind message_logs.status
    message_logs.stream message_logs.waiting_for
    messages.stream pool_assignments.kind pool_assignments.pool source_days.provider source_suspensions.provider
    source_reputations.provider source_reputations.result
    message_logs.suppression_reason messages.environment projects.environment
    queue_holds.name queue_owners.queue schema_migrations.name schema_versions.migration schema_versions.version
    service_keys.purpose service_keys.secret_id service_keys.sealed_key subscriber_lists.environment
    subscriptions.environment subscriptions.status suppressions.reason topics.environment topic_consents.action
    messages.template_locale templates.environment templates.kind template_contents.locale template_versions.locales
    users.role workspace_hosts.status ended_links.reason contact_imports.environment contact_imports.consent contact_imports.status
    contact_imports.error contact_imports.first_lines contact_import_lines.refused
    webhook_subscriptions.events webhook_deliveries.environment webhook_deliveries.event_type
    webhook_deliveries.gave_up webhook_secrets.secret webhook_subscriptions.disabled_reason
    identity_providers.client_secret identity_providers.default_role sign_in_authorizations.browser_hash
    sign_in_authorizations.client_id sign_in_authorizations.issuer sign_in_authorizations.state_hash
    passkeys.credential_id passkeys.public_key passkeys.transports passkey_challenges.challenge_hash
    sessions.origin sessions.role sign_in_links.address_hash sign_in_links.token_hash sign_in_limits.address_token
    sign_in_limits.requested_at
    pool_relays.sealed sign_in_mails.sealed sign_in_mails.destination
    webhook_receivers.environment webhook_receivers.token webhook_receivers.token_hash
    webhook_receiver_requests.signature
    webhook_subscriptions.environment webhook_subscriptions.format webhook_totals.durations workspaces.halt_reason workspaces.limits`.split(
    /\s+/,
  ),
}
