import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { call } from '../../support/api/api.js'
import type { Finding } from '../../../server/mail/placement/finding.js'
import { answerOf, command, commandEnv } from '../../support/commands/cli.js'
import { verifyDkim } from '../../support/mail/dkim.js'
import { startDns } from '../../support/domains/dns.js'
import { inbox, messageTo, rawMail, read, send, untilLog } from '../../support/messages/mail.js'
import { startTestService, type TestService } from '../../support/service/service.js'

/** The operator halts and resumes sending, and vouches for domains, beside a running service. */

let service: TestService

beforeAll(async () => {
  service = await startTestService({ env: { POSTSEAL_REQUIRE_VERIFIED_DOMAINS: 'true' } })
})
afterAll(() => service.stop())

const cli = (...args: string[]) => command(commandEnv(service), ...args)
const answered = (...args: string[]) => answerOf(cli(...args))

const trySend = (from_email = 'no-reply@shop.example') =>
  call(service.url, 'POST', '/v1/messages', {
    key: service.credentials.project_key,
    body: messageTo(service, 'ada@example.com', { from_email }),
  })

test('domains are trusted, listed and removed', async () => {
  const workspace = service.credentials.workspace_id
  expect(await answered('domain', 'list')).toBe('There are no domains yet.')
  const trusted = await answered('domain', 'vouch', 'Shop.Example')
  expect(trusted.split('\n')[0]).toBe(`${workspace} may send from shop.example.`)
  expect((await trySend()).status).toBe(202)
  expect((await trySend('a@müller.example')).status).toBe(422)

  await answered('domain', 'vouch', 'müller.example', '--workspace', workspace)
  expect(await answered('domain', 'list')).toBe('shop.example  verified\nxn--mller-kva.example  verified')
  expect(JSON.parse(await answered('domain', 'list', '--json'))).toEqual([
    { name: 'shop.example', status: 'verified' },
    { name: 'xn--mller-kva.example', status: 'verified' },
  ])

  expect(await answered('domain', 'remove', 'MÜLLER.example')).toMatch(
    /^Removed xn--mller-kva\.example from /,
  )
  expect(await answered('domain', 'list')).toBe('shop.example  verified')
  expect(await cli('domain', 'remove', 'müller.example')).toMatchObject({
    code: 1,
    stdout: '',
    stderr: `${workspace} has no domain xn--mller-kva.example.\n`,
  })
  for (const nonsense of ['localhost', 'ada@shop.example', 'https://shop.example/', '127.0.0.1']) {
    expect(await cli('domain', 'vouch', nonsense)).toMatchObject({
      code: 2,
      stdout: '',
      stderr: `"${nonsense}" is not a domain such as shop.example.\n`,
    })
  }
})

test('a domain says what to publish, and its mail verifies by that', async () => {
  const trusted = JSON.parse(await answered('domain', 'vouch', 'signed.example', '--ed25519', '--json'))
  expect(trusted).toMatchObject({ name: 'signed.example', status: 'verified', vouched: true })
  const records = trusted.dns_records as { type: string; name: string; value: string }[]
  expect(records.map(({ type, name }) => `${type} ${name}`)).toEqual([
    expect.stringMatching(/^TXT ps1-[0-9a-f]{8}\._domainkey\.signed\.example$/),
    expect.stringMatching(/^TXT ps1e-[0-9a-f]{8}\._domainkey\.signed\.example$/),
  ])

  const shown = await answered('domain', 'show', 'Signed.Example.')
  expect(shown).toMatch(/^signed\.example {2}verified, vouched for by the operator\n/)
  const texts = [...shown.matchAll(/dkim .*\n {2}name {6}(\S+)\n {2}type {6}TXT\n {2}expected {2}(.+)/g)].map(
    ([, name, value = '']) => ({ type: 'TXT', name, strings: value.slice(1, -1).split('" "') }),
  )
  for (const { strings } of texts) expect(strings.every((each) => each.length <= 255)).toBe(true)
  expect(texts.map(({ strings, ...record }) => ({ ...record, value: strings.join('') }))).toEqual(records)

  const from_email = 'a@signed.example'
  const message = await send(service, 'both@example.com', { from_email })
  await untilLog(service, message, ({ status }) => status === 'delivered', 'the delivery')
  const [mail] = await inbox(service.url, 'both@example.com')
  const raw = await rawMail(service.url, mail ?? { id: '' })
  const zone = Object.fromEntries(records.map(({ name, value }) => [name, value]))
  expect(await verifyDkim(raw, zone)).toMatchObject([
    { result: 'pass', algorithm: 'rsa-sha256', domain: 'signed.example' },
    { result: 'pass', algorithm: 'ed25519-sha256', domain: 'signed.example' },
  ])

  // A command with another secret would make keys that the service cannot use.
  const env = { ...commandEnv(service), POSTSEAL_SECRET_KEY: randomBytes(32).toString('base64') }
  const foreign = await command(env, 'domain', 'vouch', 'foreign.example')
  expect(foreign).toMatchObject({ code: 2, stdout: '' })
  expect(foreign.stderr).toMatch(/^POSTSEAL_SECRET_KEY is not the secret of this database: .*\n$/)

  await answered('domain', 'remove', 'signed.example')
  const again = JSON.parse(await answered('domain', 'vouch', 'signed.example', '--json'))
  expect(again.dns_records).toHaveLength(1)
  expect(again.dns_records[0].name).not.toBe(records[0]?.name)
  await answered('domain', 'remove', 'signed.example')
  expect((await cli('domain', 'show', 'signed.example')).stderr).toMatch(/has no domain signed\.example\.\n$/)
})

test('a message is checked as it is delivered, with its signature and where it leaves from', async () => {
  const { dns_records: records } = JSON.parse(await answered('domain', 'vouch', 'checked.example', '--json'))
  const html = '<p>Your order has shipped and is on its way.</p><a href="/7">Your order</a>'
  const more = { from_email: 'a@checked.example', html, text: 'Your order has shipped.' }
  const message = await send(service, 'checked@example.com', more)
  await untilLog(service, message, ({ status }) => status === 'delivered', 'the delivery')
  // No SpamAssassin of this machine.
  const here = { ...commandEnv(service), PATH: '/nowhere' }
  const { code, stdout } = await command(here, 'check-mail', message.id, '--json')
  expect(code).toBe(1)
  const findings = JSON.parse(stdout) as Finding[]
  const seen = Object.fromEntries(findings.map(({ check, status, seen }) => [check, `${status}: ${seen}`]))
  const [mail] = await inbox(service.url, 'checked@example.com')
  const raw = await rawMail(service.url, mail ?? { id: '' })
  expect(seen).toMatchObject({
    size: `ok: ${(raw.length / 1000).toFixed(1)} kB`,
    From: 'ok: a@checked.example',
    DKIM: expect.stringMatching(/^skipped: checked\.example \(ps1-\w+\): the DNS was not asked$/),
    links: 'failed: 1 link without a host: /7',
  })

  const [{ name, value }] = records as [{ name: string; value: string }]
  const dns = await startDns({
    [name]: { TXT: [value.match(/.{1,255}/g) ?? []] },
    '_dmarc.checked.example': { TXT: ['v=DMARC1; p=reject'] },
    'bounces.postseal.example': { TXT: ['v=spf1 ip4:11.22.33.44 -all'] },
  })
  onTestFinished(() => dns.close())
  const env = {
    ...here,
    POSTSEAL_ALLOW_HTTP: 'true',
    POSTSEAL_TRANSPORT: 'mx',
    POSTSEAL_HOSTNAME: 'mail.postseal.example',
    POSTSEAL_RETURN_PATH_DOMAIN: 'bounces.postseal.example',
    POSTSEAL_SENDING_ADDRESSES: '11.22.33.44',
    POSTSEAL_DNS_SERVERS: dns.server,
  }
  const outside = (await command(env, 'check-mail', message.id)).stdout
  expect(outside).toMatch(/^ok {7}DKIM +checked\.example \(ps1-\w+\): valid$/m)
  expect(outside).toMatch(/^ok {7}SPF +bounces\.postseal\.example allows 11\.22\.33\.44$/m)
  expect(outside).toMatch(/^ok {7}DMARC +checked\.example: v=DMARC1; p=reject – met$/m)

  const unknown = await cli('check-mail', 'msg_01kbf3yq0se8v8m5r1w8t2xc4a')
  expect(unknown).toMatchObject({ code: 1, stdout: '' })
  expect(unknown.stderr).toBe('There is no message msg_01kbf3yq0se8v8m5r1w8t2xc4a.\n')
  await answered('domain', 'remove', 'checked.example')
})

test('a domain that is not verified yet is, once the operator vouches for it', async () => {
  await service.sql.query(
    `insert into domains (workspace_id, id, name, status)
     select id, gen_random_uuid(), 'slow.example', 'failed' from workspaces`,
  )
  await answered('domain', 'vouch', 'slow.example')
  expect(await answered('domain', 'list')).toContain('slow.example  verified')
})

test('sending is halted, shown and resumed', async () => {
  await answered('domain', 'vouch', 'shop.example')
  const message = await send(service, 'ada@example.com')
  await untilLog(service, message, ({ status }) => status === 'delivered', 'the delivery')
  const workspace = service.credentials.workspace_id
  expect(await answered('workspace', 'status')).toMatch(
    new RegExp(`^${workspace} is active\nsince .*Z: \\d+ settled, 0 bounced \\(0\\.00 %\\), 0 complained`),
  )
  expect(await cli('sending', 'resume')).toMatchObject({ code: 1, stderr: 'Sending is not halted.\n' })

  const halted = await answered('workspace', 'halt', '--note', 'Call us.')
  expect(halted).toMatch(new RegExp(`^${workspace} is halted at .*Z by the operator \\(Call us\\.\\)\n`))
  expect((await trySend()).status).toBe(423)
  const { body } = await read(service, '/v1/sending-status')
  expect(body).toMatchObject({ status: 'halted', reason: 'operator', note: 'Call us.' })
  expect(JSON.parse(await answered('sending', 'status', '--json', '--workspace', workspace))).toEqual({
    workspace_id: workspace,
    ...body,
  })

  const resumed = JSON.parse(await answered('sending', 'resume', '--json')) as object
  expect(resumed).toMatchObject({ status: 'active', reason: null, note: null, window: { settled: 0 } })
  expect((await trySend()).status).toBe(202)
})

test.each<[string[], string, code?: number]>([
  [['sending', 'halt', '--workspace', 'ws_00000000000000000000000000'], 'There is no workspace ws_0'],
  [['domain', 'list', '--workspace', 'nonsense'], 'There is no workspace nonsense.'],
  [['sending', 'halt', '--note', 'x'.repeat(501)], '--note takes up to 500 characters.', 2],
  [['sending', 'stop'], "error: unknown command 'stop'", 2],
  [['domain', 'unvouch', 'nowhere.example'], 'has no domain nowhere.example.'],
  [['domain', 'vouch'], "error: missing required argument 'name'", 2],
])('%j is refused with a sentence', async (args, sentence, code = 1) => {
  const ended = await cli(...args)
  expect(ended).toMatchObject({ code, stdout: '' })
  expect(ended.stderr).toContain(sentence)
  expect(ended.stderr).not.toMatch(/^\s+at /m)
})
