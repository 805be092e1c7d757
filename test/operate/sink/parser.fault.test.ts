import { execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import type { RawPlace } from '../../../server/operate/sink/kept/store.js'
import { MailParser, MissingMail, UnreadableMail } from '../../../server/operate/sink/parser/parser.js'
import { bodyForFrame, hasRemoteImages, roughText } from '../../../server/operate/sink/parser/html-body.js'
import { useSink } from './support.js'

const rig = useSink()

/** The ids of the processes of parsers that this process has. */
async function parsers(): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['--ppid', String(process.pid), '-o', 'pid=,args='])
  return stdout
    .split('\n')
    .filter((line) => line.includes('parser/process.js'))
    .map((line) => Number.parseInt(line, 10))
}

async function file(name: string, raw: string): Promise<RawPlace> {
  const path = join(rig.folder(), name)
  await writeFile(path, raw, 'latin1')
  return { path, start: 0, size: raw.length }
}

/**
 * Mail that takes the parser many seconds, and at their end more memory than it has: it has a change of character set
 * for each character. So it is unreadable on the fastest machine, too.
 */
const slowMail = `Content-Type: text/plain; charset=iso-2022-jp\r\n\r\n${'\x1b$B$!'.repeat(9_600_000)}`

test('mail that takes too long is unreadable, and the next one is read by a new process', async () => {
  const parser = new MailParser(2_500)
  const slow = await file('slow.eml', slowMail)
  const fine = await file('fine.eml', 'Subject: Fine\r\n\r\nHello\r\n')
  const parsed = () => parser.parse(slow, 'summary', {}).catch((error: unknown) => error)
  const failed = parsed()
  // This mail is queued behind the slow one, and must survive the end of the process. A new process starts slowly.
  const read = parser.parse(fine, 'summary', {})
  let error = await failed
  // A process that got no core says nothing of the mail.
  while (String(error).includes('the machine is too busy')) error = await parsed()
  expect(error).toBeInstanceOf(UnreadableMail)
  expect((error as UnreadableMail).fatal).toBe(true)
  expect((await read).subject).toBe('Fine')
})

test.each(['SIGKILL', 'SIGSTOP'] as const)('mail is read although its process got a %s', async (signal) => {
  // A new process has six times as long, however busy the machine is.
  const parser = new MailParser(1_000)
  const fine = await file('fine.eml', 'Subject: Fine\r\n\r\nHello\r\n')
  const before = new Set(await parsers())
  await parser.parse(fine, 'summary', {})
  const [own] = (await parsers()).filter((pid) => !before.has(pid))
  // 0 would be all processes of this run.
  if (own === undefined) throw new Error('the process that reads mail was not found')
  process.kill(own, 'SIGSTOP')
  const read = parser.parse(fine, 'summary', {})
  process.kill(own, signal)
  expect((await read).subject).toBe('Fine')
})

test('mail that was deleted meanwhile is missing', async () => {
  const parser = new MailParser()
  const place = { path: join(rig.folder(), 'gone.mail'), start: 0, size: 10 }
  await expect(parser.parse(place, 'view', {})).rejects.toBeInstanceOf(MissingMail)
})

test('the process has a small heap, and no flags of its parent', async () => {
  const parser = new MailParser()
  await parser.parse(await file('fine.eml', 'Subject: Fine\r\n\r\nHello\r\n'), 'summary', {})
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'ppid=,args='])
  const own = stdout.split('\n').filter((line) => line.trim().startsWith(`${process.pid} `))
  const children = own.filter((line) => line.includes('parser/process.js'))
  expect(children.length).toBeGreaterThan(0)
  for (const child of children) {
    expect(child).toContain(' --max-old-space-size=384 ')
    for (const flag of process.execArgv.filter((each) => each.startsWith('--')))
      expect(child).not.toContain(flag)
  }
})

test('the process ends with the service, and also in the middle of a mail', async () => {
  const place = await file('slow.eml', slowMail)
  const start = async (...args: string[]) => {
    const program = fileURLToPath(new URL('../../../server/operate/sink/parser/process.js', import.meta.url))
    const child = fork(program, args, { env: {}, execArgv: [], stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
    await once(child, 'message')
    return child
  }
  const idle = await start()
  idle.disconnect()
  expect(await once(idle, 'exit')).toEqual([0, null])
  // It is ended at the first tick of a second: the mail takes longer, on fast machines too.
  const busy = await start('0')
  // It reads no message from a parent that is gone, so it must have this one before.
  await new Promise((resolve) => busy.send({ kind: 'summary', place }, resolve))
  expect(await once(busy, 'exit')).toEqual([null, 'SIGKILL'])
})

test('inline images are addresses of attachments, and links open in a tab of their own', () => {
  const indexes = new Map([
    ['logo@shop', 0],
    ['a b', 1],
  ])
  const body = bodyForFrame(
    '<!DOCTYPE html><img src="cid:logo@shop"><img src=cid:a%20b><img src="cid:other"><a target="_self" href="https://x.test">x</a>',
    indexes,
  )
  expect(body).toBe(
    '<!DOCTYPE html><base target="_blank"><img src="attachments/0"><img src=attachments/1><img src="cid:other">' +
      '<a  href="https://x.test">x</a>',
  )
})

test.each([
  ['<img src="https://x.test/a.png">', true],
  ["<td background='//x.test/a.png'>", true],
  ['<p style="background:url( https://x.test/a.png)">', true],
  ['<img src="cid:logo"><a href="https://x.test">x</a>', false],
])('%s has remote images: %s', (html, remote) => expect(hasRemoteImages(html)).toBe(remote))

test('HTML is searched by what a reader sees of it', () => {
  const html =
    '<style>p{color:red}</style><!-- note --><p>Your c&ouml;de&#58; <b>42</b><SCRIPT>x()</SCRIPT>&amp; more'
  expect(roughText(html, 100).replace(/\s+/g, ' ').trim()).toBe('Your cöde: 42 & more')
  expect(roughText('<style>never closed', 100).trim()).toBe('')
})
