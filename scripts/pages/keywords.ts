/**
 * Words by which people look for a page or for a heading on it and which it does not name itself, by its address below
 * `/docs/`. The search takes them as it takes a heading.
 */
export const keywords: Readonly<Record<string, string>> = {
  '': 'quick start, getting started, install, tutorial, first steps, overview',
  '#send-a-message': 'send an email, first email, hello world',
  '#why-not-': 'compare, alternative, versus, difference, open source, license, free',
  'guide/console': 'dashboard, web interface, admin UI, panel',
  'guide/agents': 'AI, MCP, LLM, Claude, Cursor, ChatGPT',
  'guide/frameworks#django': 'Flask, FastAPI',
  'guide/frameworks#php': 'Symfony, WordPress, PHPMailer',
  'guide/frameworks#rails': 'Ruby, ActionMailer',
  'guide/credentials': 'authentication, authorization header, bearer token',
  'guide/credentials#the-first-credentials': 'where is my API key, find my API key, get an API key',
  'guide/credentials#workspace-keys-and-sessions': 'new API key',
  'guide/credentials#users-and-roles':
    'invite a team member, colleague, permissions, access, add an account, owner, read only access, support staff, retention',
  'guide/credentials#live-and-test-projects':
    'sandbox, staging, test mode, environment, separate staging and production',
  'guide/credentials#restrict-a-key':
    'scopes, permissions, IP allowlist, whitelist, expiry, sender domains, limit a key to one domain, limit an API key, send-only key, sending access, read-only key',
  'guide/credentials#stop-a-key': 'leaked, stolen, compromised, revoke',
  'guide/projects#create-a-project-and-its-key': 'new project, new API key',
  'guide/sign-in': 'login, password, two factor authentication, locked out',
  'guide/sign-in#passkeys': 'two factor authentication, 2FA, MFA, WebAuthn, security key',
  'guide/sign-in#identity-providers':
    'SSO, single sign-on, SAML, OIDC, Okta, Google, Microsoft Entra, Azure AD, Keycloak',
  'guide/sending': 'send an email',
  'guide/sending#send-a-message':
    'send an email, HTML email, plain text, from address, subject, order confirmation, password reset email, receipt, invoice',
  'guide/sending#fields':
    'multiple recipients, CC, BCC, reply-to, custom headers, sender name, parameters, from name, display name, change the sender name, international addresses, Unicode, IDN, emoji, tags, tagging, labels, metadata',
  'guide/sending#attachments':
    'attach a file, PDF, inline image, embed, cid, logo, base64, calendar invite, ICS, image, content type',
  'guide/sending#find-out-what-happened':
    'delivery status, track, was my email delivered, search, activity, history, logs, view the source of an email, see what was sent, email content, check the status of a message, message id',
  'guide/sending#export': 'download, CSV, Excel, spreadsheet',
  'guide/sending#retry': 'resend, send again',
  'guide/sending#schedule-and-cancel':
    'send later, delay, future, reschedule, send at a time, time zone, timezone',
  'guide/sending#replies': 'reply-to, forward replies, answers, conversation, thread, ticket',
  'guide/sending#idempotency':
    'duplicate emails, sent twice, double, deduplicate, safe retries, timed out, network error, no response, sent anyway, same email several times, got the same email',
  'guide/sending#streams': 'transactional and marketing, bulk',
  'guide/sending#reach-the-inbox':
    'spam folder, junk, deliverability, spam score, reputation, promotions tab, clipped by Gmail, clipping, cut off, broken in Outlook, dark mode',
  'guide/sending#when-sending-is-halted': 'account suspended, blocked, paused, bounce rate, complaint rate',
  'guide/sending#when-a-daily-or-monthly-quota-is-used-up': 'daily limit, monthly quota, usage',
  'guide/sending#which-senders-are-allowed': 'from address not allowed, unverified sender, sender identity',
  'guide/smtp': 'SMTP credentials, port 587, 465, username, password, Nodemailer',
  'guide/tracking': 'open rate, click rate, tracking pixel, read receipt, links, rewritten links',
  'guide/tracking#switch-on-tracking': 'enable, disable, turn off',
  'guide/tracking#tracking-host': 'custom tracking domain, branded links, CNAME, white label',
  'guide/batch':
    'bulk, many recipients, personalised, mass mail, several messages, send the same email to many people, hide recipients from each other, mail merge, different names',
  'guide/templates': 'HTML design, editor, dynamic, handlebars, mustache, personalise',
  'guide/templates#variables': 'dynamic data, placeholders, merge tags, substitutions, personalise',
  'guide/templates#layouts-and-partials': 'header and footer, theme, reuse, shared',
  'guide/templates#languages': 'translate, localise, i18n, locale, multilingual',
  'guide/templates#liquid':
    'loop, if, condition, filter, format a date, conditional content, dynamic content, else, foreach, array, list of items, line items',
  'guide/templates#publish-and-roll-back': 'deploy, release, undo, revert',
  'guide/templates#preview': 'render, test data, send a test',
  'guide/templates#the-unsubscribe-link': 'unsubscribe link, footer',
  'guide/webhooks': 'notifications, callbacks, bounce notification, event notification',
  'guide/webhooks#subscribe':
    'create, register, add an endpoint, event types, list of events, which events there are',
  'guide/webhooks#receive-and-verify':
    'signature, HMAC, secret, check authenticity, raw body, Express, verification fails, invalid signature',
  'guide/webhooks#try-webhooks-without-a-public-address':
    'localhost, ngrok, tunnel, local development, behind a firewall, NAT',
  'guide/webhooks#repeated-events': 'duplicate webhook, twice, order, out of order, idempotent',
  'guide/webhooks#retries': 'failed webhook, retry schedule, backoff',
  'guide/webhooks#which-addresses-are-allowed':
    'private IP, internal network, localhost, refused URL, SSRF, IP allowlist',
  'guide/webhooks#when-a-subscription-is-disabled': 'webhook stopped, not receiving events',
  'guide/webhooks#history-and-health': 'not receiving events, delivery log, debug, replay',
  'guide/webhooks#follow-events': 'polling, stream, without webhooks, long poll, behind a firewall, pull',
  'guide/domains':
    'verify a domain, authenticate, add a domain, DNS setup, SPF, DKIM, DMARC, add another domain, subdomain, multiple domains, custom domain, sender authentication',
  'guide/domains#records':
    'DNS records, SPF, DKIM, CNAME, TXT, MX, Cloudflare, Route 53, TXT record too long, split',
  'guide/domains#checks':
    'verification pending, not verified, how long, propagation, domain stuck on pending, DKIM fails, DKIM signature not valid, body hash',
  'guide/domains#a-custom-return-path': 'bounce domain, envelope sender, MAIL FROM, SPF alignment',
  'guide/domains#mailbox-provider-requirements':
    'Gmail, Yahoo, Outlook, bulk sender requirements, one-click unsubscribe',
  'guide/dmarc': 'p=none, quarantine, reject policy, aggregate reports, rua',
  'guide/suppressions': 'blocklist, do not send, bounced addresses, unsubscribed addresses',
  'guide/suppressions#suppress-an-address': 'block an address, blacklist',
  'guide/suppressions#remove-a-suppression':
    'unblock, reactivate, delete from the suppression list, bounced customer, reset a recipient, send again after a bounce',
  'guide/contacts-and-lists': 'subscribers, audience, mailing list, newsletter sign-up',
  'guide/contacts-and-lists#contacts': 'add a subscriber, custom fields, attributes, properties, tags',
  'guide/contacts-and-lists#import-contacts':
    'upload a CSV, bulk import, subscribers, already opted in, delimiter, separator, semicolon, columns, import error',
  'guide/contacts-and-lists#import-from-other-programs': 'Mailchimp, listmonk, Brevo, MailerLite',
  'guide/contacts-and-lists#lists-and-opt-in':
    'double opt-in, confirmation email, subscribe form, sign-up form, consent, unsubscribe a contact',
  'guide/contacts-and-lists#mail-to-a-list': 'unsubscribe, List-Unsubscribe, one-click',
  'guide/contacts-and-lists#opt-out-of-campaigns':
    'unsubscribe from all, subscribe again, resubscribe, unsubscribed by accident',
  'guide/contacts-and-lists#topics':
    'preference centre, preferences page, categories, unsubscribe groups, let subscribers choose what they get',
  'guide/contacts-and-lists#page-appearance':
    'customise, branding, logo, unsubscribe page, confirmation page',
  'guide/segments': 'filter contacts, target, query, audience, custom property',
  'guide/campaigns':
    'newsletter, broadcast, mass mailing, marketing email, email blast, send to all subscribers, thousands of contacts',
  'guide/campaigns#the-first-campaign': 'send a newsletter',
  'guide/campaigns#sending-rate': 'throttle, slow down, per hour, spread, limit a campaign, sending speed',
  'guide/campaigns#statistics': 'open rate, results, report, statistics',
  'guide/automations':
    'drip campaign, workflow, welcome series, sequence, journey, autoresponder, onboarding',
  'guide/inbound':
    'receive emails, incoming mail, parse, MX record, email to webhook, process incoming mail, spam check',
  'guide/inbound#message-fields': 'attachments, parse, body, raw message',
  'guide/statistics': 'analytics, metrics, reports, delivery rate, bounce rate, open rate, dashboard',
  'guide/erasure':
    'GDPR, right to be forgotten, delete a person, personal data, privacy, CCPA, delete all data of a customer',
  'guide/move': 'migrate, switch, import from another provider',
  'guide/move-from-sendgrid': 'migrate, Twilio',
  'guide/move-from-ses': 'migrate, AWS',
  'guide/move-from-postmark': 'migrate',
  'guide/move-from-postal': 'migrate',
  testing:
    'unit test, mock, fake, integration test, CI, without sending, sandbox, Jest, Vitest, pytest, fixture, assert, development',
  'testing#test-recipients': 'simulate a bounce, test address, simulator, fake complaint',
  'operate/production':
    'deploy, self-host, VPS, server setup, go live, systemd, requirements, RAM, CPU, memory, disk, system requirements, hardware, install on Ubuntu, Debian, Linux, without Docker, bare metal, ARM, Raspberry Pi',
  'operate/production#dns-and-the-network':
    'port 25, reverse DNS, PTR record, firewall, hostname, IPv6, open ports, blocked by the hosting provider',
  'operate/proxy': 'HTTPS, SSL, TLS, reverse proxy, Traefik, Let’s Encrypt',
  'operate/proxy#the-certificate-for-smtp': 'Let’s Encrypt, TLS, STARTTLS, SSL',
  'operate/containers': 'Docker, Kubernetes, Helm, Podman',
  'operate/configuration':
    'environment variables, settings, options, .env, base URL, port, change the port, PORT',
  'operate/delivery#sources':
    'dedicated IP, IP pool, several IP addresses, outgoing address, IPv6, sending IP, which IP address',
  'operate/delivery#block-lists': 'blacklist, RBL, DNSBL, Spamhaus',
  'operate/delivery#dkim': 'sign, selector, key',
  'operate/delivery#bounces-and-complaints': 'hard bounce, soft bounce, return path, spam report, feedback',
  'operate/delivery#concurrency':
    'throughput, speed, parallel connections, slow sending, throttle per domain',
  'operate/delivery#providers': 'Gmail, Outlook, Yahoo, throttle per provider',
  'operate/delivery#retries': 'retry schedule, soft bounce, greylisting',
  'operate/relay':
    'smarthost, send through SES, Mailgun, SendGrid, Gmail, port 25 is blocked, outgoing SMTP, Office 365, Microsoft 365',
  'operate/warm-up': 'new IP address, reputation, ramp up, daily volume',
  'operate/feedback-loops': 'Google Postmaster Tools, Microsoft SNDS, JMRP, FBL, complaints',
  'operate/database':
    'connect to PostgreSQL, external database, managed Postgres, RDS, connection string, SSL',
  'operate/machines':
    'high availability, redundancy, failover, cluster, load balancer, several servers, replicas',
  'operate/scaling':
    'millions of emails, throughput, sharding, performance, high volume, emails per second, per hour, benchmark',
  'operate/workspaces':
    'multi-tenant, tenants, organisations, several customers, agencies, separate customers, white label',
  'operate/monitoring': 'Prometheus, Grafana, OpenTelemetry, alerts, health check, uptime',
  'operate/incidents': 'troubleshooting, not working, debug, something is wrong',
  'operate/incidents#my-mail-did-not-arrive':
    'not delivered, not received, never arrives, accepted but missing, where is my email, shown as sent but not received, recipient did not get it, customer did not get it',
  'operate/incidents#what-a-log-says':
    'why did it bounce, failed, reason, SMTP error, 550, rejected, SMTP reply, 5.7.1, 554',
  'operate/incidents#the-queue-grows': 'emails stuck, queued, pending, not sent, slow, delayed',
  'operate/incidents#a-provider-defers':
    'temporarily deferred, 421, 451, throttled by Gmail, Yahoo, Outlook, rate limited, stays deferred',
  'operate/incidents#mail-lands-in-spam-or-is-blocked':
    'spam folder, junk, blacklist, blocked by Gmail or Outlook, Hotmail',
  'operate/incidents#a-key-leaked': 'leaked, compromised, stolen, published on GitHub',
  'operate/incidents#bounces-do-not-arrive': 'no bounces, bounce not processed',
  'operate/incidents#memory-grows': 'out of memory, leak, crash',
  'operate/command-line': 'admin commands, CLI, operator',
  'operate/sink': 'catch all, MailHog, Mailpit, Mailtrap, local inbox, fake SMTP',
  'operate/backup': 'snapshot, dump, disaster recovery, pg_dump, move to another server',
  'operate/upgrade': 'update, new version, downtime, zero downtime, rolling, migration, downgrade',
  'operate/security':
    'encryption, hardening, vulnerability, secrets, encryption at rest, data protection, TLS',
  'operate/audit': 'who changed a setting, activity, history of changes, who deleted, audit trail',
  errors: 'error codes, status codes, HTTP, exception',
  'errors#429': 'too many requests',
  'errors#401': 'unauthorized, invalid API key',
  'errors#403': 'forbidden, permission denied',
  'errors#422': 'bad request, invalid field, validation',
  'errors#bounce-classes': 'hard bounce, soft bounce, bounce types, mailbox full, SMTP codes',
  limits: 'maximum size, quotas, attachment size, message size, how many recipients, too large, retention',
  'limits#rates': 'rate limit, requests per second, throttling, too many requests',
  'sdk/typescript': 'Node.js, JavaScript, npm, Next.js, Deno, Bun, library',
  'sdk/python': 'pip, library, Flask, FastAPI',
  'sdk/go': 'Golang, library',
  'sdk/php': 'Composer, library, Symfony, WordPress',
  api: 'REST, endpoints, OpenAPI, Swagger, Postman, OpenAPI spec, download',
  'api#conventions': 'pages, cursor, next page',
  changelog: 'release notes, what is new, versions',
  'operate/database#health': 'health check endpoint, liveness, readiness, probe',
  'api/event-payloads': 'event types, list of events, webhook payload, example of a payload',
  'guide/segments#examples': 'people who opened, clicked, inactive, engaged, last 30 days, birthday',
  'guide/automations#branch': 'A/B test, split, condition, if',
  'guide/automations#wait-for-a-time':
    'delay, wait days, time zone, days after sign-up, delay between emails',
  'guide/automations#triggers': 'abandoned cart, sign-up, birthday, date, event',
  'operate/monitoring#mail-is-late': 'delayed, slow delivery',
  'guide/templates#escaping': 'XSS, raw HTML',
  'guide/sign-in#sessions': 'session expires, session length, logged out',
  'guide/sign-in#links': 'magic link, sign-in mail does not arrive, sign-in link not received',
  'limits#values': 'retention, how long messages are kept, delete old messages',
  'operate/incidents#a-shorter-retention':
    'delete old messages, free disk space, purge old messages, clean up automatically',
  'guide/campaigns#pauses': 'stop a campaign, cancel a campaign',
  'guide/campaigns#audience': 'exclude contacts, recipients',
  'guide/templates#versions': 'version control, history',
  'guide/templates#templates-in-files': 'git, version control',
  'operate/database#postgresql': 'required version, PostgreSQL version',
  'operate/configuration#logs':
    'log level, debug logging, where are logs stored, log files, log file, journalctl, docker logs',
  'errors#payload_too_large': 'request too large, 413',
  'guide/smtp#switch-on-smtp': 'enable SMTP, SMTP server, SMTP settings, host, port',
  'guide/smtp#refusals':
    'SMTP error, 535, 550, 552, 554, 452, authentication failed, username and password not accepted, relay access denied',
  'guide/smtp#connections': 'connection refused, connection timed out, STARTTLS, too many connections',
  'guide/smtp#programs': 'WordPress, Gitea, Grafana, printer, plugin settings',
  'guide/campaigns#preview-and-test': 'send a test, test campaign',
  'guide/campaigns#consent': 'GDPR, legal basis, permission',
  'guide/templates#errors': 'missing variable, empty variable, render error, syntax error, undefined',
  'guide/templates#the-contact': 'first name, contact properties',
  'guide/templates#css-text-and-preheader': 'inline CSS, styles, dark mode, preview text',
  'guide/domains#status': 'domain failed, lost verification, degraded',
  'guide/domains#vouched-domains': 'skip verification',
  'guide/dmarc#the-ramp': 'stricter policy',
  'guide/webhooks#respond-to-a-webhook': 'timeout, status code, acknowledge',
  'guide/contacts-and-lists#change-the-address':
    'change the email address, update a contact, duplicate contacts',
  'guide/automations#re-entry': 'twice, again, repeat, once per contact',
  'guide/automations#end-the-run': 'exit, goal, stop when a customer buys, leave',
  'guide/automations#simulate': 'test a workflow, dry run',
  'guide/automations#runs': 'who is in an automation, history, stuck',
  'guide/automations-reference#ignored-triggers': 'not triggering, does not start, nothing happens',
  'guide/inbound#automatic-mail': 'out of office, auto-reply, vacation, mail loop',
  'guide/inbound#sender-authentication': 'spam filter, spoofing, forged, SPF, DKIM',
  'guide/inbound#routes': 'catch-all, wildcard, alias, plus addressing, forward to',
  'guide/inbound#smtp-replies': 'rejected, refuse a sender',
  'guide/statistics#accuracy': 'numbers do not match, differ',
  'guide/segments#explain': 'why is a contact not in a segment',
  'guide/sign-in#cookies': 'CORS, call the API from a browser, frontend, cross-origin',
  'guide/tracking#people-and-machines':
    'bots, scanners, prefetch, Apple Mail Privacy Protection, false opens, fake clicks',
  'errors#sender_at_mailbox_provider': 'send from a Gmail address, yahoo.com, outlook.com, free mail address',
  'errors#rate_limited': 'Retry-After, how long to wait, rate limit exceeded',
  'errors#quota_exceeded': 'monthly limit reached, daily limit reached',
  'operate/command-line#check-a-mail': 'spam score, spam test, mail-tester, SpamAssassin, how spammy',
  'operate/containers#docker-compose': 'volume, persist data, data lost after a restart',
  'operate/containers#the-image': 'Docker image, registry, Docker Hub, ARM',
  'operate/incidents#a-certificate-expires': 'renew, renewal, expired, SSL',
  'operate/incidents#the-disk-is-almost-full': 'database grows, database too large',
  'operate/incidents#somebody-reports-phishing-on-your-domain': 'abuse, abuse report',
  'operate/upgrade#roll-back': 'rollback, downgrade, previous version, failed upgrade',
  'operate/database#the-embedded-database': 'SQLite, without Postgres, PGlite',
  'operate/database#time-limits': 'slow queries, statement timeout, lock timeout',
  'operate/scaling#a-large-history': 'database too large, slow lists',
  'operate/monitoring#prometheus-and-grafana': 'scrape, dashboard',
  'guide/suppressions#export-and-import': 'bulk import, upload a suppression list, import unsubscribes',
  'guide/campaigns#status': 'stuck, does not start',
  'guide/inbound#mail-from-the-internet': 'MX record conflict, Google Workspace, subdomain for receiving',
}
