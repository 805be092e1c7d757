/** A page made of a Markdown file of the repository. */
export interface Page {
  /** The file, from the repository's root. */
  readonly source: string
  /** The address of the page below `/docs/`; empty for the first page. */
  readonly address: string
  /** Its name in the navigation. */
  readonly name: string
}

/** A line of the navigation that leads to a page, or to a heading on one. */
interface Entry {
  readonly name: string
  readonly address: string
}

interface Section {
  readonly name: string
  readonly entries: readonly Entry[]
}

/** The address of the API reference, which is drawn from the contract and not from Markdown. */
export const referenceAddress = 'api'

const quickStart: Page = { source: 'README.md', address: '', name: 'Quick start' }

/** A page whose address is that of its file in docs/. */
function page(address: string, name: string): Page {
  return { source: `docs/${address}.md`, address, name }
}

const guides = [
  page('guide/console', 'The console'),
  page('guide/typescript', 'TypeScript by task'),
  page('guide/python', 'Python by task'),
  page('guide/frameworks', 'Rails, PHP and Django'),
  page('guide/agents', 'Agents'),
  page('guide/command-line', 'Command line'),
  page('guide/credentials', 'Credentials'),
  page('guide/projects', 'Add a project'),
  page('guide/sign-in', 'Sign-in'),
  page('guide/sending', 'Sending'),
  page('guide/smtp', 'Send by SMTP'),
  page('guide/tracking', 'Opens and clicks'),
  page('guide/batch', 'Batches'),
  page('guide/templates', 'Templates'),
  page('guide/webhooks', 'Webhooks'),
  page('guide/domains', 'Sending domains'),
  page('guide/dmarc', 'DMARC'),
  page('guide/suppressions', 'Suppressions'),
  page('guide/contacts-and-lists', 'Contacts and lists'),
  page('guide/segments', 'Segments'),
  page('guide/campaigns', 'Campaigns'),
  page('guide/automations', 'Automations'),
  page('guide/automations-reference', 'Automations: reference'),
  page('guide/inbound', 'Inbound mail'),
  page('guide/statistics', 'Statistics'),
  page('guide/erasure', 'Erasure'),
  page('guide/move', 'Move from another service'),
  page('guide/move-from-postmark', 'Move from Postmark'),
  page('guide/move-from-ses', 'Move from Amazon SES'),
  page('guide/move-from-sendgrid', 'Move from SendGrid'),
  page('guide/move-from-postal', 'Move from Postal'),
  page('testing', 'Test your application'),
]

const operation = [
  page('operate/production', 'First production server'),
  page('operate/proxy', 'Proxy and certificates'),
  page('operate/containers', 'Containers'),
  page('operate/configuration', 'Configuration'),
  page('operate/delivery', 'Delivery'),
  page('operate/relay', 'Use a relay'),
  page('operate/warm-up', 'Warm up a new address'),
  page('operate/feedback-loops', 'Feedback loops'),
  page('operate/database', 'Database and processes'),
  page('operate/machines', 'Several machines'),
  page('operate/scaling', 'Scaling'),
  page('operate/workspaces', 'Workspaces'),
  page('operate/monitoring', 'Monitoring'),
  page('operate/incidents', 'Incidents'),
  page('operate/command-line', 'Operator’s commands'),
  page('operate/sink', 'The sink'),
  page('operate/backup', 'Backup and restore'),
  page('operate/upgrade', 'Start, stop and upgrade'),
  page('operate/security', 'Security'),
  page('operate/audit', 'Audit log'),
]

const lookUp = [
  page('errors', 'Errors'),
  page('limits', 'Limits'),
  page('glossary', 'Glossary'),
  page('architecture', 'Architecture'),
]

const sdk: Page = { source: 'sdk-ts/README.md', address: 'sdk/typescript', name: 'TypeScript SDK' }
const python: Page = { source: 'sdk-python/README.md', address: 'sdk/python', name: 'Python client' }
const go: Page = { source: 'clients/go/README.md', address: 'sdk/go', name: 'Go client' }
const php: Page = { source: 'clients/php/README.md', address: 'sdk/php', name: 'PHP client' }
const clients = [sdk, python, go, php]
export const changelog: Page = { source: 'CHANGELOG.md', address: 'changelog', name: 'Changelog' }

/** The navigation that every page shows. */
export const navigation: readonly Section[] = [
  { name: 'Start', entries: [quickStart, ...clients, { name: 'API reference', address: referenceAddress }] },
  { name: 'Guides', entries: guides },
  { name: 'Operate', entries: operation },
  {
    name: 'Reference',
    entries: [
      ...lookUp.slice(0, 1),
      { name: 'Test recipients', address: 'testing#test-recipients' },
      ...lookUp.slice(1),
      changelog,
    ],
  },
]

/** All pages, in the order of the navigation. */
export const pages: readonly Page[] = [quickStart, ...clients, ...guides, ...operation, ...lookUp, changelog]
