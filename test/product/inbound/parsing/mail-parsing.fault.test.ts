import { fileURLToPath } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import {
  ParsingUnavailableError,
  type MailParsing,
  type Parsed,
} from '../../../../server/product/inbound/parsing/jobs.js'
import {
  openMailParsing,
  type MailParsingOptions,
} from '../../../../server/product/inbound/parsing/mail-parsing.js'

const scripted = fileURLToPath(new URL('scripted-process.mjs', import.meta.url))
let parsing: MailParsing | undefined
afterEach(() => parsing?.close())

/** Parses messages at once and returns each one's outcome: its own text, `unreadable` or `unavailable`. */
async function resultsOf(messages: readonly string[], options: MailParsingOptions = {}): Promise<string[]> {
  parsing ??= open(options)
  const used = parsing
  return Promise.all(messages.map((message) => resultOf(used, message)))
}

const unauthenticated = {
  as: 'mail',
  hostname: 'mx.example',
  sender: 'ada@example.com',
  authentication: undefined,
} as const

function open(options: MailParsingOptions = {}): MailParsing {
  parsing = openMailParsing({ program: scripted, computeMs: 700, authenticateMs: 100, ...options })
  return parsing
}

async function resultOf(used: MailParsing, message: string, source: string | Buffer = Buffer.from(message)) {
  try {
    return shown(await used.parse({ source, ...unauthenticated }))
  } catch (error) {
    if (error instanceof ParsingUnavailableError) return 'unavailable'
    throw error
  }
}

const shown = (parsed: Parsed) => ('mail' in parsed ? parsed.mail.subject : 'unreadable')
const many = (count: number) => Array.from({ length: count }, (_, index) => `mail ${index}`)

test('of messages that share a process only the one that hangs or ends it is unreadable', async () => {
  open()
  for (const guilty of ['hang', 'exit']) {
    const mails = many(60)
    const messages = [...mails.slice(0, 25), `${guilty} 1`, ...mails.slice(25), 'later 1']
    const wanted = messages.map((message) => (message.startsWith(guilty) ? 'unreadable' : message))
    expect(await resultsOf(messages)).toEqual(wanted)
    expect(await resultsOf(['afterwards'])).toEqual(['afterwards'])
  }
})

test('those that wait for the DNS in a process that ends are tried again, and do not wait for ever', async () => {
  open()
  const messages = [...many(5).map((mail) => `later ${mail}`), 'exit', 'early', 'later', 'never']
  // Waiting for the DNS computes nothing, so that its end says nothing about the message.
  const ends: Record<string, string> = { exit: 'unreadable', never: 'unavailable' }
  const wanted = messages.map((message) => ends[message] ?? message)
  expect(await resultsOf(messages)).toEqual(wanted)
})

test('those that are tried again by themselves wait for the DNS together', async () => {
  const used = open()
  // Both processes have one to begin with, and one gets the rest at once.
  void Promise.all(many(2).map((mail) => resultOf(used, mail)))
  const guilty = resultOf(used, 'exit')
  const others = await Promise.all(
    many(8).map((mail) => used.parse({ source: Buffer.from(`company ${mail}`), ...unauthenticated })),
  )
  expect(await guilty).toBe('unreadable')
  const together = others.map((parsed) => ('auth' in parsed ? Number(parsed.auth.spf.domain) : 0))
  expect(Math.max(...together)).toBeGreaterThan(2)
  expect(Math.min(...together)).toBeGreaterThan(0)
})

test('a message is not given up because its process gets no time', async () => {
  open()
  expect(await resultsOf(['slow 1', 'mail'])).toEqual(['slow 1', 'mail'])
})

test('a process that is stopped, or that something else ends, makes no message unreadable', async () => {
  const used = open()
  const ownOf = async (text: string) => {
    const parsed = await used.parse({ source: Buffer.from(text), ...unauthenticated })
    return 'mail' in parsed ? Number(parsed.mail.text) : 0
  }
  let pid = await ownOf('warm up')
  process.kill(pid, 'SIGSTOP')
  const held = resultOf(used, 'held')
  // Longer than six times the computing, so that another process takes it.
  expect(await held).toBe('held')
  pid = await ownOf('warm up')
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    process.kill(pid, 'SIGSTOP')
    const ended = resultOf(used, 'ended')
    process.kill(pid, signal)
    process.kill(pid, 'SIGCONT')
    expect(await ended).toBe('ended')
    pid = await ownOf('warm up')
  }
})

test('a large message is read alone, and the other process goes on meanwhile', async () => {
  const used = open()
  const large = ['hang large', 'large', 'unavailable', 'unreadable'].map((path) => resultOf(used, '', path))
  expect(await resultsOf(many(50))).toEqual(many(50))
  expect(await Promise.all(large)).toEqual(['unreadable', 'large', 'unavailable', 'unreadable'])
})

test('at most two processes work at the same time', async () => {
  const used = open()
  const pids = new Set<string>()
  const parse = async (text: string) => {
    const parsed = await used.parse({ source: Buffer.from(text), ...unauthenticated })
    if ('mail' in parsed) pids.add(parsed.mail.text ?? '')
  }
  await Promise.all(many(300).map(parse))
  expect(pids.size).toBe(2)
})

test('more than may wait is refused, by number and by bytes; the others are parsed', async () => {
  const used = open()
  const numbers = await resultsOf(many(1_100))
  expect(numbers.filter((result) => result === 'unavailable')).toHaveLength(98)
  const big = Buffer.alloc(256 * 1024, 'x')
  const bytes = await Promise.all(many(300).map((mail) => resultOf(used, mail, big)))
  const refused = bytes.filter((result) => result === 'unavailable')
  expect(refused.length).toBeGreaterThanOrEqual(42)
  expect(refused.length).toBeLessThanOrEqual(44)
})

test('where no process starts, and after the end, nothing is tried', async () => {
  const nowhere = openMailParsing({ program: '/nowhere/process.mjs' })
  expect(await Promise.all([1, 2, 3].map(() => resultOf(nowhere, 'mail')))).toEqual(
    Array.from({ length: 3 }, () => 'unavailable'),
  )
  nowhere.close()
  const used = open()
  const waiting = Promise.all([...many(50), 'never'].map((mail) => resultOf(used, mail)))
  used.close()
  expect(new Set(await waiting)).toEqual(new Set(['unavailable']))
  expect(await resultOf(used, 'mail')).toBe('unavailable')
})
