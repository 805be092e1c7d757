import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { execFile } from 'node:child_process'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { components } from '../../../../generated/api-types.js'
import { toTypeId } from '../../../../server/platform/db/ids.js'
import { call } from '../../../support/api/api.js'
import { answerOf, command, commandEnv } from '../../../support/commands/cli.js'
import { countsOf, type ContactImport } from '../../../support/audience/contact-imports.js'
import { cleaned, listmonk, sendgrid, subscribed, unsubscribed } from '../../../support/audience/exports.js'
import { addList } from '../../../support/audience/opt-in.js'
import { scratchFolder } from '../../../support/run/scratch-folder.js'
import { startTestService, type TestService } from '../../../support/service/service.js'
import { addTenant, type Tenant } from '../../../support/workspace/tenant.js'

/** Exports of other programs, from the operator's command to contacts, opt-outs, suppressions and subscriptions. */

type Schemas = components['schemas']
interface Result {
  readonly suppressions: object
  readonly imports: readonly { readonly file: string; readonly import: ContactImport }[]
  readonly left_out: readonly unknown[]
}

let service: TestService
let tenant: Tenant
let key: string
const folder = mkdtempSync(path.join(scratchFolder, 'postseal-exports-'))
beforeAll(async () => {
  service = await startTestService()
  mkdirSync(path.join(folder, 'audience'))
  const files = {
    'subscribers.csv': listmonk,
    'contacts.csv': sendgrid,
    'suppression_spam_reports.csv': 'email,created,ip\nmal@example.com,1700000000,192.0.2.1\n',
    'audience/subscribed_email_audience_export_a1.csv': subscribed,
    'audience/unsubscribed_email_audience_export_a1.csv': unsubscribed,
    'audience/cleaned_email_audience_export_a1.csv': cleaned,
  }
  for (const [name, content] of Object.entries(files)) writeFileSync(path.join(folder, name), content)
})
afterAll(() => service.stop())
beforeEach(async () => {
  tenant = await addTenant(service)
  key = await tenant.key()
})

async function audienceZip(): Promise<Buffer> {
  const args = ['-m', 'zipfile', '-c', 'audience.zip', 'audience/']
  await promisify(execFile)('python3', args, { cwd: folder })
  return readFileSync(path.join(folder, 'audience.zip'))
}

function run(program: string, file: string, ...options: string[]) {
  const own = ['--project', tenant.testProject, '--workspace', toTypeId('ws', tenant.workspaceId)]
  return command(commandEnv(service), 'import', program, path.join(folder, file), ...own, ...options)
}
const resultOf = async (...args: Parameters<typeof run>) =>
  JSON.parse(await answerOf(run(...args, '--json'))) as Result
const countsIn = ({ imports }: Result) =>
  imports.map(({ file, import: found }) => [file.split('_')[0], countsOf(found)])

async function contacts(): Promise<Record<string, Schemas['Contact']>> {
  const { body } = await call(service.url, 'GET', `/v1/contacts?project_id=${tenant.testProject}&limit=100`, {
    key,
  })
  return Object.fromEntries((body as Schemas['ContactList']).data.map((each) => [each.email, each]))
}
async function suppressions(): Promise<Record<string, string>> {
  const { body } = await call(service.url, 'GET', '/v1/suppressions', { key })
  return Object.fromEntries(
    (body as Schemas['SuppressionList']).data.map(({ email, reason }) => [email, reason]),
  )
}
async function subscriptions(): Promise<unknown[]> {
  const sql = `select s.email, s.status, c.source, c.ip_address as ip from subscriptions s
    left join consents c on c.workspace_id = s.workspace_id and c.subscription_id = s.id
    where s.workspace_id = $1 order by 1`
  return (await service.sql.query(sql, [tenant.workspaceId])).rows
}

test('an audience of Mailchimp: proof for those of the list, opt-outs and suppressions for the others', async () => {
  const list = await addList({ url: service.url, key, project: tenant.testProject })
  const options = ['--list', list, '--consent', 'proof']
  const first = await resultOf('mailchimp', 'audience', ...options)
  expect(first.suppressions).toEqual({ imported: 1, already_present: 0 })
  expect(countsIn(first)).toEqual([
    ['cleaned', { lines: 1, created: 1 }],
    ['unsubscribed', { lines: 2, created: 2 }],
    ['subscribed', { lines: 3, created: 2, rejected: 1, subscribed: 2 }],
  ])
  expect(first.imports[2]?.import.first_lines).toMatchObject([{ line: 5, code: 'missing_consent' }])
  expect(await subscriptions()).toEqual([
    { email: 'eve@example.com', status: 'confirmed', source: 'mailchimp', ip: '192.0.2.10' },
    { email: 'grace@example.com', status: 'confirmed', source: 'mailchimp', ip: '192.0.2.11' },
  ])
  expect(await suppressions()).toEqual({ 'carol@example.com': 'hard_bounce' })
  const before = await contacts()
  expect(before).toMatchObject({
    'grace@example.com': {
      name: 'Grace Hopper',
      properties: { tags: 'Member, 2025 waiver', notes: 'Two\nlines' },
      unsubscribed_at: null,
    },
    'bob@example.com': { unsubscribed_at: '2025-06-01T10:00:00.000Z' },
  })
  expect(before['ben@example.com']?.unsubscribed_at).not.toBe(null)

  await audienceZip()
  const second = await resultOf('mailchimp', 'audience.zip', ...options)
  expect(second.suppressions).toEqual({ imported: 0, already_present: 1 })
  expect(countsIn(second)).toEqual([
    ['cleaned', { lines: 1, unchanged: 1 }],
    ['unsubscribed', { lines: 2, unchanged: 2 }],
    ['subscribed', { lines: 3, unchanged: 2, rejected: 1 }],
  ])
  expect(await contacts()).toEqual(before)
})

test('subscribers of listmonk: who is blocklisted is not asked, and an opt-out that is here stays', async () => {
  const list = await addList({ url: service.url, key, project: tenant.testProject })
  const options = ['--list', list, '--consent']
  expect(await run('listmonk', 'subscribers.csv', ...options, 'proof')).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining('With --consent opt_in each is asked by mail') as unknown,
  })
  expect(await contacts()).toEqual({})
  const plan = await answerOf(run('listmonk', 'subscribers.csv', '--dry-run'))
  expect(plan).toContain(
    'subscribers.csv: 2 contacts, 2 more without campaigns, 0 addresses to suppress, 0 rejected',
  )
  expect(plan).toContain('attributes  attributes')
  expect(plan).toContain('"address_postal_code":"560001"')
  expect(await contacts()).toEqual({})

  const text = await answerOf(run('listmonk', 'subscribers.csv', ...options, 'opt_in'))
  expect(text).toContain('2 lines, 2 created, 0 updated, 0 unchanged, 0 rejected, 2 asked, 0 not asked')
  expect(text).toContain(
    'left out of subscribers.csv: attributes.bio, once: it is longer than 1000 characters (line 2)',
  )
  const asked = (await subscriptions()) as { email: string; status: string }[]
  expect(asked.map(({ email, status }) => [email, status])).toEqual([
    ['=cmd@example.com', 'pending'],
    ['Ada@example.com', 'pending'],
  ])
  const before = await contacts()
  expect(before).toMatchObject({
    'Ada@example.com': {
      name: 'Ada "the first" Łovelace',
      properties: { seats: 5, vip: true, tags: 'alpha, beta' },
    },
    'blocked@example.com': { unsubscribed_at: '2025-03-02T04:30:00.500Z' },
  })
  await resultOf('listmonk', 'subscribers.csv')
  expect(await contacts()).toEqual(before)
})

test('contacts and suppressions of SendGrid', async () => {
  expect(countsIn(await resultOf('sendgrid', 'contacts.csv'))).toEqual([
    ['contacts.csv', { lines: 1, created: 1 }],
  ])
  expect(await contacts()).toMatchObject({
    'ada@example.com': { name: 'Ada Lovelace', properties: { city: 'Zürich', plan: 'pro' } },
  })
  const text = 'suppressions: 1 imported, 0 known already'
  expect(await answerOf(run('sendgrid', 'suppression_spam_reports.csv'))).toBe(text)
  expect(await suppressions()).toEqual({ 'mal@example.com': 'complaint' })
})

test.each([
  ['nowhere.csv', undefined, 'nowhere.csv cannot be read (ENOENT)'],
  ['cut.zip', (zip: Buffer) => zip.subarray(0, 600), 'cut.zip cannot be read ('],
  ['wrong.zip', (zip: Buffer) => Buffer.from(zip).fill('x', 400, 500), 'cannot be read ('],
])('what cannot be read ends with 1, and changes nothing: %s', async (file, damage, reason) => {
  if (damage !== undefined) writeFileSync(path.join(folder, file), damage(await audienceZip()))
  const ended = await run('mailchimp', file)
  expect(ended).toMatchObject({ code: 1, stdout: '' })
  expect(ended.stderr).toContain(reason)
  expect(await contacts()).toEqual({})
  expect(await suppressions()).toEqual({})
})

/** Exports in which lines are wrong in every way that an export of this program can be. */
const flawed: [program: string, file: string, content: string, options: (list: string) => string[]][] = [
  [
    'listmonk',
    'flawed-subscribers.csv',
    [
      'uuid,email,name,attributes,status,created_at,updated_at',
      'a,ada@example.com,Ada,{},enabled,2025-01-02 03:04:05+00,2025-01-02 03:04:05+00',
      'b,bad address,Bob,{},enabled,2025-01-02 03:04:05+00,2025-01-02 03:04:05+00',
      'c,,Nobody,{},enabled,2025-01-02 03:04:05+00,2025-01-02 03:04:05+00',
      `d,dora@example.com,${'x'.repeat(300)},{},enabled,2025-01-02 03:04:05+00,2025-01-02 03:04:05+00`,
      'e,gone@example.com,Gone,{},enabled,2025-01-02 03:04:05+00,2025-01-02 03:04:05+00',
      'f,blocked@example,Blocked,{},blocklisted,2025-01-02 03:04:05+00,2025-01-02 03:04:05+00',
      'g,"two@example.com, three@example.com",Two,{},enabled,2025-01-02 03:04:05+00,2025-01-02 03:04:05+00',
      '',
    ].join('\n'),
    () => [],
  ],
  [
    'mailchimp',
    'subscribed_email_audience_export_f1.csv',
    [
      '"Email Address","First Name",OPTIN_TIME,OPTIN_IP,CONFIRM_TIME,CONFIRM_IP',
      'ada@example.com,Ada,"2025-01-02 03:04:05",192.0.2.1,"2025-01-02 03:04:05",192.0.2.1',
      'bob@example.com,Bob,,,,',
      'no-address,Carol,"2025-01-02 03:04:05",192.0.2.1,"2025-01-02 03:04:05",192.0.2.1',
      'gone@example.com,Gone,"2025-01-02 03:04:05",192.0.2.1,"2025-01-02 03:04:05",192.0.2.1',
      '',
    ].join('\n'),
    (list) => ['--list', list, '--consent', 'proof'],
  ],
  [
    'sendgrid',
    'flawed-contacts.csv',
    'EMAIL,FIRST_NAME\nada@example.com,Ada\n@example.com,Bob\ngone@example.com,Gone\n',
    () => [],
  ],
]

test.each(flawed)(
  'a dry run of %s refuses what the import refuses: %s',
  async (program, file, content, more) => {
    writeFileSync(path.join(folder, file), content)
    const list = await addList({ url: service.url, key, project: tenant.testProject })
    const erasure = { email: 'gone@example.com', project_id: tenant.testProject }
    const erased = await call(service.url, 'POST', '/v1/compliance/deletions', { key, body: erasure })
    expect(erased.status).toBe(201)

    const options = [...more(list), '--json']
    const { files } = JSON.parse(await answerOf(run(program, file, ...options, '--dry-run'))) as {
      files: { wanted: number; unwanted: number; rejected: number; first_lines: object[] }[]
    }
    expect(await contacts()).toEqual({})
    const { imports } = await resultOf(program, file, ...more(list))
    const done = imports.map(({ import: found }) => found)
    const sum = (of: (one: ContactImport) => number) => done.reduce((total, one) => total + of(one), 0)
    const [plan] = files
    expect(files).toHaveLength(1)
    expect(plan?.rejected).toBeGreaterThan(1)
    expect(plan?.rejected).toBe(sum(({ rejected }) => rejected))
    expect((plan?.wanted ?? 0) + (plan?.unwanted ?? 0)).toBe(sum(({ created }) => created))
    expect(plan?.first_lines).toEqual(
      done.flatMap(({ first_lines }) => first_lines).sort((one, other) => one.line - other.line),
    )
  },
)
