/**
 * Headings that were renamed, by the address of their page below `/docs/`: the former anchor and the present one. The
 * former ones remain in bookmarks, in older versions of the clients and on other sites, so pages keep them.
 */
export const renamedHeadings: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'guide/agents': {
    'text-of-strangers': 'untrusted-text',
    'programs-that-start-their-tools': 'programs-that-use-standard-input-and-output',
    'what-it-did': 'audit-log',
  },
  'guide/automations': {
    'how-often': 're-entry',
    'tell-your-servers': 'notify-your-servers',
  },
  'guide/batch': {
    'each-item-by-itself': 'results-per-item',
  },
  'guide/campaigns': {
    'schedules-that-were-missed': 'missed-schedules',
    figures: 'statistics',
    rate: 'sending-rate',
    'who-may-do-what': 'permissions',
  },
  'guide/command-line': {
    'which-service': 'choose-a-service',
  },
  'guide/console': {
    'write-to-many': 'contacts-campaigns-and-automations',
    'same-as-curl': 'see-the-api-requests',
    'what-it-keeps-in-your-browser': 'browser-storage',
  },
  'guide/contacts-and-lists': {
    'how-the-pages-look': 'page-appearance',
  },
  'guide/credentials': {
    'restrictions-of-a-key': 'restrict-a-key',
  },
  'guide/domains': {
    'a-return-path-of-its-own': 'a-custom-return-path',
    'what-mailbox-providers-demand': 'mailbox-provider-requirements',
    'domains-that-the-operator-vouches-for': 'vouched-domains',
  },
  'guide/erasure': {
    'out-of-reach': 'what-an-erasure-does-not-delete',
  },
  'guide/inbound': {
    'the-first-route': 'create-your-first-route',
    'what-a-message-has': 'message-fields',
    'who-wrote-it': 'sender-authentication',
    'what-the-receiver-answers': 'smtp-replies',
    'who-may-do-what': 'permissions',
    'how-long-it-is-kept': 'retention',
  },
  'guide/move-from-postal': {
    'what-has-no-equal': 'what-postseal-does-not-have',
    'the-day-and-going-back': 'switch-over-and-roll-back',
  },
  'guide/move-from-postmark': {
    'what-has-no-equal': 'what-postseal-does-not-have',
    'the-day-and-going-back': 'switch-over-and-roll-back',
  },
  'guide/move-from-sendgrid': {
    'what-has-no-equal': 'what-postseal-does-not-have',
    'the-day-and-going-back': 'switch-over-and-roll-back',
  },
  'guide/move-from-ses': {
    'what-has-no-equal': 'what-postseal-does-not-have',
    'the-day-and-going-back': 'switch-over-and-roll-back',
  },
  'guide/projects': {
    'create-it-and-its-key': 'create-a-project-and-its-key',
  },
  'guide/python': {
    'make-and-send-a-template': 'create-and-send-a-template',
    'keep-contacts-lists-and-opt-in': 'manage-contacts-lists-and-opt-in',
    'take-inbound-mail': 'receive-inbound-mail',
    'repeat-a-call-that-ended-without-a-reply': 'retry-a-call-that-got-no-reply',
    'send-with-await': 'send-with-asyncio-or-trio',
    'go-through-the-pages-of-a-list': 'page-through-a-list',
  },
  'guide/sending': {
    'when-a-day-or-month-is-used-up': 'when-a-daily-or-monthly-quota-is-used-up',
  },
  'guide/sign-in': {
    'end-mailed-links': 'switch-off-mailed-links',
  },
  'guide/smtp': {
    'switch-it-on': 'switch-on-smtp',
    'what-becomes-of-a-message': 'how-a-message-is-converted',
    'fields-for-the-service': 'postseal-header-fields',
    once: 'prevent-duplicate-sends',
  },
  'guide/statistics': {
    'how-long-it-is-kept': 'retention',
    'how-exact-it-is': 'accuracy',
  },
  'guide/suppressions': {
    'lift-suppressions-that-were-wrong': 'lift-wrong-suppressions',
  },
  'guide/templates': {
    'the-link-to-unsubscribe': 'the-unsubscribe-link',
  },
  'guide/tracking': {
    'how-long-it-is-kept': 'retention',
    'switch-it-on': 'switch-on-tracking',
    'who-it-was': 'people-and-machines',
    'find-mail-by-it': 'filter-by-opens-and-clicks',
    'the-host-of-the-links': 'tracking-host',
  },
  'guide/typescript': {
    'make-and-send-a-template': 'create-and-send-a-template',
    'keep-contacts-lists-and-opt-in': 'manage-contacts-lists-and-opt-in',
    'take-inbound-mail': 'receive-inbound-mail',
    'repeat-a-call-that-ended-without-a-reply': 'retry-a-call-that-got-no-reply',
    'call-what-has-no-method': 'call-an-endpoint-without-a-method',
  },
  'guide/webhooks': {
    answer: 'respond-to-a-webhook',
    'events-that-come-again': 'repeated-events',
    'with-a-library-for-standard-webhooks': 'verify-with-a-standard-webhooks-library',
    'try-it-without-an-endpoint': 'try-webhooks-without-an-endpoint',
  },
  'operate/audit': {
    'nobody-changes-it': 'protect-the-log-from-changes',
    'how-long-it-is-kept': 'retention',
  },
  'operate/database': {
    'when-one-row-or-one-workspace-makes-trouble': 'locked-or-damaged-rows',
    'when-the-database-stores-nothing': 'when-the-database-cannot-store-data',
    'it-does-not-start-another-pglite': 'the-embedded-database-does-not-start',
  },
  'operate/feedback-loops': {
    'what-they-do': 'effects-of-the-figures',
  },
  'operate/incidents': {
    'what-gives-room-back': 'free-disk-space',
    'a-replica-that-is-gone': 'remove-a-replicas-slot',
    'addresses-are-suppressed-that-exist': 'existing-addresses-are-suppressed',
    'the-database-is-away': 'the-database-is-unavailable',
  },
  'operate/machines': {
    'what-is-the-same-everywhere': 'shared-settings',
    'what-differs': 'settings-per-machine',
    'order-of-starts': 'start-order',
  },
  'operate/monitoring': {
    'incoming-mail-is-put-off': 'incoming-mail-is-deferred',
    'the-process-is-short-of-processor-or-memory': 'high-cpu-or-memory-use',
    'mail-bounces-or-is-complained-about': 'high-bounce-or-complaint-rate',
  },
  'operate/proxy': {
    'check-it': 'check-the-proxy',
  },
  'operate/relay': {
    'check-it': 'check-the-relay',
  },
  'operate/scaling': {
    'the-way-back': 'undo-the-distribution',
    'set-it-up': 'set-up-citus',
  },
  'operate/upgrade': {
    'start-stop-upgrade': 'start-stop-and-upgrade',
    back: 'roll-back',
  },
  'operate/warm-up': {
    'hold-back': 'limit-the-volume-yourself',
  },
  'operate/workspaces': {
    'make-one': 'create-a-workspace',
    'hosts-of-a-workspaces-own': 'custom-link-hosts',
    'end-links': 'disable-links',
  },
  testing: {
    'your-own-tests': 'test-your-application',
  },
}

/**
 * Finds the former anchors of a heading.
 *
 * @param page the address of its page below `/docs/`
 * @param slug its present anchor
 */
export function formerSlugs(page: string, slug: string): string[] {
  return Object.entries(renamedHeadings[page] ?? {})
    .filter(([, present]) => present === slug)
    .map(([former]) => former)
}
