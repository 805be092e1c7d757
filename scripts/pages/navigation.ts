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
  readonly entries: readonly (Page | Entry)[]
}

/** The address of the API reference, which is drawn from the contract and not from Markdown. */
export const referenceAddress = 'api'

const quickStart: Page = { source: 'README.md', address: '', name: 'Quick start' }

/** A page whose address is that of its file in docs/. */
function page(address: string, name: string): Page {
  return { source: `docs/${address}.md`, address, name }
}

const sdk: Page = { source: 'sdk-ts/README.md', address: 'sdk/typescript', name: 'TypeScript SDK' }
const python: Page = { source: 'sdk-python/README.md', address: 'sdk/python', name: 'Python client' }
const go: Page = { source: 'clients/go/README.md', address: 'sdk/go', name: 'Go client' }
const php: Page = { source: 'clients/php/README.md', address: 'sdk/php', name: 'PHP client' }
export const changelog: Page = { source: 'CHANGELOG.md', address: 'changelog', name: 'Changelog' }

/** The groups of the navigation, which every page shows. */
export const navigation: readonly Section[] = [
  {
    name: 'Start',
    entries: [
      quickStart,
      page('guide/console', 'The console'),
      page('guide/credentials', 'Credentials'),
      page('guide/projects', 'Add a project'),
      page('guide/sign-in', 'Sign-in'),
      { name: 'API reference', address: referenceAddress },
    ],
  },
  {
    name: 'Clients and tools',
    entries: [
      sdk,
      page('guide/typescript', 'TypeScript by task'),
      python,
      page('guide/python', 'Python by task'),
      go,
      php,
      page('guide/frameworks', 'Rails, PHP and Django'),
      page('guide/command-line', 'Command line'),
      page('guide/agents', 'Agents'),
    ],
  },
  {
    name: 'Packages of other services',
    entries: [
      page('guide/resend', 'Resend’s packages'),
      page('guide/resend-reference', 'Resend: calls and fields'),
      page('guide/postmark', 'Postmark’s packages'),
      page('guide/postmark-reference', 'Postmark: calls and fields'),
      page('guide/ses', 'Amazon SES’s packages'),
      page('guide/ses-reference', 'Amazon SES: calls and fields'),
      page('guide/mailgun', 'Mailgun’s packages'),
      page('guide/mailgun-reference', 'Mailgun: calls and fields'),
      page('guide/sendgrid', 'SendGrid’s packages'),
      page('guide/sendgrid-reference', 'SendGrid: calls and fields'),
    ],
  },
  {
    name: 'Send',
    entries: [
      page('guide/sending', 'Sending'),
      page('guide/smtp', 'Send by SMTP'),
      page('guide/batch', 'Batches'),
      page('guide/templates', 'Templates'),
      page('guide/tracking', 'Opens and clicks'),
      page('guide/domains', 'Sending domains'),
      page('guide/dmarc', 'DMARC'),
    ],
  },
  {
    name: 'Events and incoming mail',
    entries: [
      page('guide/webhooks', 'Webhooks'),
      page('guide/statistics', 'Statistics'),
      page('guide/inbound', 'Inbound mail'),
    ],
  },
  {
    name: 'Contacts and campaigns',
    entries: [
      page('guide/contacts-and-lists', 'Contacts and lists'),
      page('guide/segments', 'Segments'),
      page('guide/campaigns', 'Campaigns'),
      page('guide/automations', 'Automations'),
      page('guide/automations-reference', 'Automations: reference'),
      page('guide/suppressions', 'Suppressions'),
      page('guide/erasure', 'Erasure'),
    ],
  },
  {
    name: 'Move to Postseal',
    entries: [
      page('guide/move', 'Move from another service'),
      page('guide/move-from-postmark', 'Move from Postmark'),
      page('guide/move-from-ses', 'Move from Amazon SES'),
      page('guide/move-from-sendgrid', 'Move from SendGrid'),
      page('guide/move-from-postal', 'Move from Postal'),
    ],
  },
  {
    name: 'Test',
    entries: [
      page('testing', 'Test your application'),
      { name: 'Test recipients', address: 'testing#test-recipients' },
      page('operate/sink', 'The sink'),
    ],
  },
  {
    name: 'Set up a server',
    entries: [
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
    ],
  },
  {
    name: 'Operate',
    entries: [
      page('operate/monitoring', 'Monitoring'),
      page('operate/incidents', 'Incidents'),
      page('operate/command-line', 'Operator’s commands'),
      page('operate/backup', 'Backup and restore'),
      page('operate/upgrade', 'Start, stop and upgrade'),
      page('operate/security', 'Security'),
      page('operate/audit', 'Audit log'),
    ],
  },
  {
    name: 'Reference',
    entries: [
      page('errors', 'Errors'),
      page('limits', 'Limits'),
      page('glossary', 'Glossary'),
      page('architecture', 'Architecture'),
      page('style', 'Style of our texts'),
      changelog,
    ],
  },
]

/** All pages, in the order of the navigation. */
export const pages: readonly Page[] = navigation.flatMap(({ entries }) => entries.filter(isPage))

function isPage(entry: Page | Entry): entry is Page {
  return 'source' in entry
}
