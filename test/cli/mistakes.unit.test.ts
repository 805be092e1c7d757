import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { clientCommand, type Surroundings } from '../support/commands/client-commands.js'
import { readCurl } from '../support/commands/curl-commands.js'
import { newDataDir } from '../support/run/scratch-folder.js'

/** Tests that typing mistakes are reported before anything is sent, with code 2. */

// Nobody answers there: a request would end with code 1.
const folder = newDataDir()
const env = { POSTSEAL_API_KEY: 'a-key', POSTSEAL_BASE_URL: 'http://127.0.0.1:9', XDG_CONFIG_HOME: folder }

test.each([
  [['messages', 'send', '--subjct', 'Hello'], "unknown option '--subjct'\n(Did you mean --subject?)"],
  [['messages', 'sned'], "unknown command 'sned'\n(Did you mean send?)"],
  [['messages', 'retrieve'], "missing required argument 'id'"],
  [['messages', 'retrieve', 'msg_1', 'msg_2'], 'too many arguments'],
  [['messages', 'retrieve', '..'], '<id> cannot be ".."'],
  [['messages', 'send', '--text', 'x'], '--project-id, --to are missing; --data can have them, too'],
  [['messages', 'list', '--limit', 'ten'], '--limit takes an integer, not "ten"'],
  [['messages', 'list', '--limit', '1000'], '--limit is 100 or less, not 1000'],
  [['messages', 'list', '--limit', '1', '--limit', '2'], '--limit is given more than once'],
  [['messages', 'list', '--status', 'quewed'], 'not "quewed". Did you mean queued?'],
  [['messages', 'list', '--since', 'yesterday'], '--since takes a time such as 2026-01-31T09:30:00Z'],
  [['messages', 'list', '--max', '0'], '--max takes a number from 1 on'],
  [['messages', 'list', '--timeout', '0'], '--timeout takes seconds'],
  [['messages', 'send', '--to', 'Ada <ada'], '--to must be one address'],
  [
    ['messages', 'send', '--tracking', 'opens=perhaps'],
    '--tracking opens takes true or false, not "perhaps"',
  ],
  [['messages', 'send', '--metadata', 'a'], '--metadata takes key=value, key:=json or a JSON object'],
  [
    ['messages', 'send', '--data', '{"subjet":"x"}'],
    'has "subjet", which is not a property of this request. Did you mean subject?',
  ],
  [['messages', 'send', '--data', '[1]'], '--data takes a JSON object'],
  [['messages', 'send', '--data', '{'], '--data is not JSON'],
  [['messages', 'send', '--text', '@/no/such/file'], '--text: /no/such/file cannot be read (ENOENT)'],
  [
    ['messages', 'send', '--text', '@-', '--html', '@-'],
    'Standard input can only be read once; it is used for --text already',
  ],
  [['messages', 'send', '--idempotency-key', 'a b'], '--idempotency-key takes up to 255 characters'],
  [['contacts', 'import', '--project-id', 'prj_1'], '--file is missing'],
  [['contacts', 'import', '--project-id', 'prj_1', '--file', '/no/such'], 'cannot be read (ENOENT)'],
  [['contacts', 'import', '--file', '-'], '--project-id is missing'],
  [
    ['contacts', 'export', '--format', 'cvs'],
    '--format takes one of csv, ndjson, not "cvs". Did you mean csv?',
  ],
  [['campaigns', 'update', 'cmp_1'], 'Nothing to change'],
])('%j', async (args, message) => {
  const extra =
    args[1] === 'send' && !args.includes('x') ? ['--project-id', 'prj_1', '--to', 'a@example.com'] : []
  const { code, stdout, stderr } = await clientCommand(env, [...args, ...extra])
  expect(stderr).toContain(message)
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
})

async function bodyOf(args: readonly string[], surroundings?: Surroundings) {
  const ended = await clientCommand(env, [...args, '--dry-run'], surroundings)
  expect(ended).toMatchObject({ code: 0, stderr: '' })
  return JSON.parse(readCurl([ended.stdout])[0]?.data ?? '') as Record<string, unknown>
}

const minimum = ['messages', 'send', '--project-id', 'prj_1', '--to', 'ada@example.com']

test('options replace the properties of --data', async () => {
  const file = path.join(folder, 'message.json')
  writeFileSync(
    file,
    JSON.stringify({ project_id: 'prj_2', to: [{ email: 'b@example.com' }], subject: 'Old', text: 'T' }),
  )
  expect(await bodyOf(['messages', 'send', '--data', `@${file}`, '--subject', 'New'])).toEqual({
    project_id: 'prj_2',
    to: [{ email: 'b@example.com' }],
    subject: 'New',
    text: 'T',
  })
  expect(await bodyOf(['messages', 'reschedule', 'msg_1', '--data', '{"scheduled_at":null}'])).toEqual({
    scheduled_at: null,
  })
})

test('values come from files and standard input, and a text may begin with an @', async () => {
  const file = path.join(folder, 'mail.html')
  writeFileSync(file, '<p>It’s "here"</p>\n')
  const body = await bodyOf([...minimum, '--html', `@${file}`, '--text', '@-', '--subject', '@@ada'], {
    stdin: 'Héllo\n',
  })
  expect(body).toMatchObject({ html: '<p>It’s "here"</p>\n', text: 'Héllo\n', subject: '@ada' })
  const binary = await clientCommand(env, [...minimum, '--text', '@-'], { stdin: [Buffer.from([0xff])] })
  expect(binary).toMatchObject({ code: 2, stderr: expect.stringContaining('not UTF-8') })
})

test('addresses, pairs, flags and attachments are typed in short', async () => {
  const file = path.join(folder, 'report.txt')
  writeFileSync(file, 'figures')
  const body = await bodyOf([
    ...minimum,
    ...['--to', 'Ada Lovelace <ada@shop.example>', '--to', '{"email":"c@example.com"}', '--attach', file],
    ...[
      '--metadata',
      'order=42',
      '--metadata',
      'note=a=b',
      '--template',
      'template_id=tpl_1',
      '--template',
      'version=3',
    ],
    ...['--template', 'variables:={"n":1}'],
  ])
  expect(body).toEqual({
    project_id: 'prj_1',
    to: [
      { email: 'ada@example.com' },
      { email: 'ada@shop.example', name: 'Ada Lovelace' },
      { email: 'c@example.com' },
    ],
    attachments: [{ filename: 'report.txt', content: Buffer.from('figures').toString('base64') }],
    metadata: { order: '42', note: 'a=b' },
    template: { template_id: 'tpl_1', version: 3, variables: { n: 1 } },
  })
  expect(
    await bodyOf(['users', 'create', '--email', 'a@example.com', '--role', 'admin', '--no-send-link']),
  ).toMatchObject({
    send_link: false,
  })
  // Only commands whose replies have several forms have an option of their own by this name.
  expect(
    await bodyOf([
      'webhooks',
      'upsert',
      '--url',
      'https://a.example/',
      '--events',
      '*',
      '--format',
      'resend',
    ]),
  ).toEqual({ url: 'https://a.example/', events: ['*'], format: 'resend' })
  expect(
    await bodyOf(['automations', 'trigger', 'aut_1', '--contact-id', 'con_1', '--value-data', 'n:=1']),
  ).toEqual({
    contact_id: 'con_1',
    data: { n: 1 },
  })
})

test('each message of a batch gets a key of its own where it has none', async () => {
  const items = ['--items', '{"message":{}}', '--items', '[{"idempotency_key":"mine","message":{}}]']
  const { items: sent } = await bodyOf(['messages', 'send-batch', ...items])
  expect(sent).toEqual([
    { idempotency_key: expect.stringMatching(/^[0-9a-f-]{36}$/), message: {} },
    { idempotency_key: 'mine', message: {} },
  ])
})

test('a day is its midnight', async () => {
  const { stdout } = await clientCommand(env, ['messages', 'list', '--since', '2026-01-31', '--dry-run'])
  expect(readCurl([stdout])[0]?.url.search).toBe('?since=2026-01-31T00%3A00%3A00Z')
})

test('without a key nothing is sent, and it is told how to name one', async () => {
  const { code, stderr } = await clientCommand({ XDG_CONFIG_HOME: folder, POSTSEAL_DATA_DIR: folder }, [
    'messages',
    'list',
  ])
  expect(code).toBe(2)
  expect(stderr).toContain('postseal profile add')
})
