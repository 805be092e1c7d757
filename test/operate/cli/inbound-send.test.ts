import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { simpleParser } from 'mailparser'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { command } from '../../support/commands/cli.js'
import { startReceiver } from '../sink/support.js'

/** `postseal inbound send` and a server of SMTP in the place of the receiver: no database is needed. */

let receiver: Awaited<ReturnType<typeof startReceiver>>
let folder = ''
beforeAll(async () => {
  receiver = await startReceiver()
  folder = await mkdtemp(path.join(tmpdir(), 'postseal-inbound-'))
})
beforeEach(() => void receiver.arrived.splice(0))
afterAll(async () => {
  await receiver.close()
  await rm(folder, { recursive: true })
})

/** Returns the environment that tells where the receiver listens, by the variables of the service. */
const env = () => ({ POSTSEAL_INBOUND_PORT: String(receiver.port) })
const send = (...args: string[]) => command(env(), 'inbound', 'send', ...args)
const to = ['--to', 'support@in.shop.example']

test('a message is made of its parts, and the answer printed', async () => {
  const file = path.join(folder, 'notes ä.txt')
  await writeFile(file, 'attached')
  const ended = await send(
    ...['--to', 'support@in.shop.example', 'sales@in.shop.example', '--from', 'Ada@example.com'],
    ...['--subject', 'Grüße', '--text', 'Hello', '--html', '<p>Hello</p>', '--attach', file],
    ...['--header', 'In-Reply-To: <msg_x@shop.example>', 'X-Order:1'],
  )
  expect(ended).toMatchObject({ code: 0, stderr: '' })
  expect(ended.stdout).toMatch(/^250 .*\n$/)
  const [arrived] = receiver.arrived
  expect(arrived).toMatchObject({
    from: 'Ada@example.com',
    to: ['support@in.shop.example', 'sales@in.shop.example'],
  })
  const mail = await simpleParser(arrived?.raw ?? '')
  expect(mail).toMatchObject({
    subject: 'Grüße',
    text: 'Hello',
    html: '<p>Hello</p>',
    inReplyTo: '<msg_x@shop.example>',
    attachments: [{ filename: 'notes ä.txt', content: Buffer.from('attached') }],
  })
  expect(mail.from?.text).toBe('Ada@example.com')
  expect(mail.headers.get('x-order')).toBe('1')
})

test('nothing but the recipient has to be said', async () => {
  expect(await send(...to)).toMatchObject({ code: 0 })
  expect(receiver.arrived).toMatchObject([{ from: 'me@example.com', to: ['support@in.shop.example'] }])
})

test('a whole message is sent as it is in the file, from another sender of the envelope', async () => {
  const file = path.join(folder, 'mail.eml')
  await writeFile(file, 'From: a@shop.example\nSubject: Bare  line ends\n\n.dots\n')
  expect(await send(...to, '--from', '<>', '--file', file)).toMatchObject({ code: 0 })
  const [arrived] = receiver.arrived
  expect(arrived?.from).toBe('')
  expect(arrived?.raw.toString()).toBe('From: a@shop.example\r\nSubject: Bare  line ends\r\n\r\n.dots\r\n')
})

test('the address of the receiver can be named', async () => {
  const named = ['--host', '127.0.0.1', '--port', String(receiver.port)]
  expect(await command({}, 'inbound', 'send', ...to, ...named)).toMatchObject({ code: 0 })
  expect(receiver.arrived).toHaveLength(1)
})

test('a refusal is a failure, said as the receiver says it', async () => {
  const refusing = await startReceiver(550)
  const ended = await send(...to, '--port', String(refusing.port))
  await refusing.close()
  expect(ended).toMatchObject({ code: 1, stdout: '' })
  expect(ended.stderr).toMatch(/^The receiver refused the message: 550 .*\n$/)
})

test('that nobody listens is a failure that says what to do', async () => {
  expect(await send(...to, '--port', '1')).toMatchObject({
    code: 1,
    stdout: '',
    stderr:
      'The inbound receiver (127.0.0.1:1) does not listen there. Start the service with the role inbound, ' +
      'or say where it listens with --host and --port.\n',
  })
})

describe('nothing is sent', () => {
  test.each<[string[], string, code?: number]>([
    [['--to', 'nobody'], '--to takes an address, not "nobody".'],
    [[...to, '--from', 'me'], '--from takes an address or "<>", not "me".'],
    [[...to, '--port', '70000'], '--port takes a number from 1 to 65535, not "70000".'],
    [[...to, '--header', 'No colon'], '--header takes "Name: value", not "No colon".'],
    [[...to, '--header', 'X: a\r\nBcc: b@c.example'], '--header takes one line.'],
    [[...to, '--subject', 'a\nb'], '--subject takes one line.'],
    [[...to, '--file', '/nowhere/mail.eml'], '/nowhere/mail.eml cannot be read (ENOENT).', 1],
    [[...to, '--attach', '/'], '/ is not a file.', 1],
  ])('for %j', async (args, sentence, code = 2) => {
    expect(await send(...args)).toEqual({ code, signal: null, stdout: '', stderr: `${sentence}\n` })
    expect(receiver.arrived).toEqual([])
  })

  test.each([
    [[], "required option '--to <address...>' not specified"],
    [[...to, '--file', 'a.eml', '--text', 'b'], "cannot be used with option '--file <file>'"],
  ])('for the options %j', async (args, sentence) => {
    const ended = await send(...args)
    expect(ended).toMatchObject({ code: 2, stdout: '' })
    expect(ended.stderr).toContain(sentence)
  })
})
