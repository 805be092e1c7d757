import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { MailParser, MissingMail, UnreadableMail } from '../../server/sink/parser/parser.js'
import { bodyForFrame, hasRemoteImages, roughText } from '../../server/sink/parser/html-body.js'
import { useSink } from './support.js'

const rig = useSink()

async function file(name: string, raw: string): Promise<string> {
  const path = join(rig.folder(), name)
  await writeFile(path, raw, 'latin1')
  return path
}

test('mail that takes too long is unreadable, and the next one is read by a new process', async () => {
  const parser = new MailParser(2_500)
  const slow = await file(
    'slow.eml',
    `Content-Type: text/plain; charset=iso-2022-jp\r\n\r\n${'\x1b$B$!'.repeat(4_800_000)}`,
  )
  const fine = await file('fine.eml', 'Subject: Fine\r\n\r\nHello\r\n')
  const failed = parser.parse(slow, 'summary', {}).catch((error: unknown) => error)
  // This mail is queued behind the slow one, and must survive the end of the process. A new process starts slowly.
  const read = parser.parse(fine, 'summary', {})
  const error = await failed
  expect(error).toBeInstanceOf(UnreadableMail)
  expect((error as UnreadableMail).fatal).toBe(true)
  expect((await read).subject).toBe('Fine')
})

test('mail that was deleted meanwhile is missing', async () => {
  const parser = new MailParser()
  await expect(parser.parse(join(rig.folder(), 'gone.eml'), 'view', {})).rejects.toBeInstanceOf(MissingMail)
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
  expect(roughText(html, 100).replace(/\s+/g, ' ').trim()).toBe('Your c&ouml;de: 42 & more')
  expect(roughText('<style>never closed', 100).trim()).toBe('')
})
