import { describe, expect, test } from 'vitest'

/** Tests what the command palette offers first for what people type. */

const known = { role: 'owner', projects: [], domains: [], webhooks: [] } as const
// By a path that the compiler does not follow: the console's types are a browser's, and would count for all tests.
const commands = '../../../console/app/keyboard/commands.js'
const { findable } = (await import(commands)) as {
  readonly findable: (
    text: string,
    known: object,
  ) => readonly { readonly title: string; readonly href?: string }[]
}
const first = (text: string) => findable(text, known)[0]

describe('the first offer', () => {
  test.each([
    // Actions, by their names, by other words, and typed in part.
    ['new campaign', 'New campaign', 'campaigns/new'],
    ['new camp', 'New campaign', 'campaigns/new'],
    ['create campaign', 'New campaign', 'campaigns/new'],
    ['send campaign', 'New campaign', 'campaigns/new'],
    ['new message', 'New message', 'messages/new'],
    ['send a', 'New message', 'messages/new'],
    ['compose', 'New message', 'messages/new'],
    ['add domain', 'New domain', 'domains?new=1'],
    ['new dom', 'New domain', 'domains?new=1'],
    ['new inbound', 'New inbound route', 'inbound/routes?new=1'],
    ['new route', 'New inbound route', 'inbound/routes?new=1'],
    ['make a segment', 'New segment', 'segments/new'],
    ['new template', 'New template', 'templates/new'],
    ['new automation', 'New automation', 'automations/new'],
    ['add webhook', 'New webhook', 'webhooks/new'],
    ['new api key', 'New API key', 'api-keys?new=1'],
    ['create token', 'New API key', 'api-keys?new=1'],
    ['add contact', 'New contact', 'contacts?new=1'],
    ['import', 'Import contacts', 'contacts/import'],
    ['new list', 'New list', 'lists?new=1'],
    ['new topic', 'New topic', 'lists/topics?new=1'],
    ['add suppression', 'New suppression', 'suppressions?new=1'],
    ['invite', 'Invite a user', 'users?new=1'],
    ['new user', 'Invite a user', 'users?new=1'],
    ['new project', 'New project', 'projects?new=1'],
    ['halt', 'Is sending halted?', 'limits'],
    // Screens, by their names and by other words.
    ['mess', 'Messages', 'messages'],
    ['campaigns', 'Campaigns', 'campaigns'],
    ['overview', 'Overview', ''],
    ['dashboard', 'Overview', ''],
    ['dns', 'Domains', 'domains'],
    ['token', 'API keys', 'api-keys'],
    ['newsletter', 'Campaigns', 'campaigns'],
    ['gdpr', 'Contacts', 'contacts'],
    ['dmarc', 'DMARC', 'dmarc'],
    ['audit', 'Audit log', 'audit-log'],
    ['quota', 'Limits', 'limits'],
    ['blocklist', 'Suppressions', 'suppressions'],
    // Ids and addresses.
    ['msg_01abc', 'msg_01abc', 'messages/msg_01abc'],
    ['cmp_01abc', 'cmp_01abc', 'campaigns/cmp_01abc'],
    ['ada@example.com', 'Messages to ada@example.com', 'messages?recipient=ada%40example.com'],
    [
      'is ada@example.com suppressed?',
      'Is ada@example.com suppressed?',
      'suppressions?email=ada%40example.com',
    ],
  ])('for “%s” is “%s”', (text, title, path) => {
    const { title: found, href = '' } = first(text) ?? {}
    expect({ found, path: href.slice(href.indexOf('/console/') + '/console/'.length) }).toEqual({
      found: title,
      path,
    })
  })
})
