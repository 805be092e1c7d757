import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { operations } from '../../support/api/contract.js'

/**
 * Tests that the console uses every operation of the contract that a session may call, but for those that stand here
 * with their reason.
 */
const unused: Readonly<Record<string, string>> = {
  listSuppressionReplies: 'it is for who looks into misread replies: `postseal suppressions review`',
  liftSuppressions: 'the same; a screen takes back one at a time',
  recordContactEventByAddress:
    'a person looks at the contact, whose id is known; programs may know its address alone',
  sendMessageBatch: 'one message is written by hand; many are sent by programs',
  upsertContactBatch: 'a person adds one contact, or imports a file of them',
  createApiKeyAwsCredentials: 'a program that signs its requests needs them, and asks with its own key',
  cancelMessages: 'programs cancel by the hundred; a person cancels the message that they look at',
}

/** The SDK's methods by the operations that they call: `listEvents` is `events.list`. */
function methods(): Map<string, string[]> {
  // These have their names in variables.
  const found = new Map([
    ['exportAuditEvents', ['auditEvents.exportCsv']],
    ['exportContacts', ['contacts.exportCsv']],
    ['exportEvents', ['events.exportCsv']],
    ['exportMessageLogs', ['messageLogs.exportCsv']],
    ['importContacts', ['contacts.import']],
    ['createAutomation', ['automations.create']],
    ['createAutomationVersion', ['automations.createVersion']],
    ['simulateAutomation', ['automations.simulate']],
    ['previewTemplateContent', ['templates.previewContent']],
    ['followEvents', ['events.follow']],
  ])
  for (const text of texts('sdk-ts/src/resources')) {
    for (const [, operation = '', name = ''] of text.matchAll(/\bop\.(\w+),\s*'([\w.]+)'/g)) {
      found.set(operation, [...(found.get(operation) ?? []), name])
    }
  }
  return found
}

/** The texts of all scripts in a folder. */
function texts(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => readFileSync(path.join(folder, name), 'utf8'))
}

const source = ['api', 'app', 'screens', 'ui'].flatMap((folder) => texts(`console/${folder}`)).join('\n')
const names = methods()
const isUsed = (operation: string) =>
  (names.get(operation) ?? []).some((method) =>
    new RegExp(`client\\s*\\.${method.replace('.', '\\s*\\.')}\\(`).test(source),
  )

const ofSessions = operations.filter(({ security }) =>
  security.length === 0 ? true : security.some((one) => 'workspaceSession' in one),
)

test('every operation that a session may call is used by a screen, or stands in the list with its reason', () => {
  const left = ofSessions.filter(({ id }) => !isUsed(id)).map(({ id }) => id)
  expect(left.filter((id) => unused[id] === undefined)).toEqual([])
  // What is used by now is to leave the list.
  expect(Object.keys(unused).filter((id) => isUsed(id))).toEqual([])
})

test('the console has no other way to the service than the client', () => {
  const calls = source.match(/\bfetch\(|XMLHttpRequest|sendBeacon|new (?:WebSocket|EventSource)\(/g) ?? []
  // The client's own.
  expect(calls).toEqual(['fetch('])
})
