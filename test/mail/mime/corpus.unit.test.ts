import PostalMime, { type Address } from 'postal-mime'
import { expect, test } from 'vitest'
import type { ParsedMail } from '../../../server/mail/mime/parsed-mail.js'
import byPython from './corpus/python.json' with { type: 'json' }
import { mails } from './corpus/mails.js'
import { digestsOf, plainly, type Seen, type SeenAttachment } from './corpus/seen.js'
import { contentOf, read } from './read.js'

type Field = keyof Seen
type Side = readonly ['python' | 'postal-mime', string] | readonly ['neither', string, unknown]

const noConversion =
  'postal-mime makes HTML of text parts and text of HTML parts, to show one body; here each is as it was sent'
const readable = 'UTF-8 if it can be, else windows-1252: the others put U+FFFD'
const lenient = 'Python 3.11 reads less than is there'
const safeName = 'no folders, no marks that turn the writing, 255 characters'
const named = (filename: string) => [
  { filename, type: 'application/octet-stream', digest: digestsOf(Buffer.from('ABC')).exact },
]

/**
 * Fields in which Python and postal-mime see different things, or neither sees what we do, each with the side that we
 * take, and why.
 */
const sides: Record<string, Partial<Record<Field, Side>>> = {
  'no header': {
    text: ['python', 'what is no field ends the header, as with mail servers; no text is lost'],
  },
  'a line that is no field': { text: ['python', 'as above'] },
  'a footer of a list': { text: ['python', noConversion], html: ['python', noConversion] },
  'a boundary that begins as another': { html: ['python', noConversion] },
  'white space behind a boundary': { text: ['python', noConversion], html: ['python', noConversion] },
  'parts without a body': { text: ['python', noConversion], html: ['python', noConversion] },
  'lines like boundaries': { text: ['python', noConversion], html: ['python', noConversion] },
  'a multipart without a boundary': {
    text: ['neither', 'it has no parts, so its body is text; the others show nothing', 'Only this'],
    attachments: ['postal-mime', 'as above'],
  },
  'a boundary that never comes': {
    text: ['neither', 'as above', '--c\nOnly this\n--c--'],
    attachments: ['postal-mime', 'as above'],
  },
  'one boundary at two levels': { attachments: ['postal-mime', 'Python has an empty multipart left'] },
  'a text with a name': {
    text: ['neither', 'a text that has a name and stands beside another is a file', 'body'],
    attachments: [
      'neither',
      'as above',
      [{ filename: 'a.txt', type: 'text/plain', digest: digestsOf(Buffer.from('file')).loose }],
    ],
  },
  'a mail of 200 bytes that unfolds': {
    subject: ['postal-mime', 'white space ahead of a value is none of it'],
  },
  'a message and nothing of MIME': { text: ['postal-mime', readable] },
  'no charset, UTF-8': { text: ['postal-mime', readable] },
  'no charset, Latin 1': { text: ['neither', readable, 'Grüße'] },
  'US-ASCII that is UTF-8': { text: ['neither', readable, 'Grüße'] },
  'unknown-8bit': { text: ['neither', readable, 'Grüße'] },
  'a charset that is none': { text: ['postal-mime', readable] },
  'a charset in HTML alone': { html: ['postal-mime', readable] },
  'Latin 1 as it is': { subject: ['neither', readable, 'Grüße'] },
  'windows-1252 called ISO-8859-1': {
    text: ['neither', 'senders mean windows-1252, as browsers read it', '“quoted” € 5'],
  },
  'Windows-31J': { text: ['postal-mime', 'Python does not know the label'] },
  'GB2312 with characters of GBK': { text: ['postal-mime', 'senders mean GBK, which has all of GB2312'] },
  'UTF-7': { text: ['python', 'postal-mime does not know it'] },
  'a byte order mark': { text: ['postal-mime', 'it is no text'] },
  'quoted-printable': { text: ['postal-mime', 'of two equals signs each may begin a code'] },
  'base64 with padding within': { attachments: ['postal-mime', 'Python stops at the first padding'] },
  'base64 with a character too many': { attachments: ['postal-mime', 'Python then decodes nothing'] },
  'an encoding with a comment': { attachments: ['postal-mime', lenient] },
  'text in paragraphs': { text: ['postal-mime', 'Python does not join the lines'] },
  'text in paragraphs with a quotation': {
    text: ['neither', 'RFC 3676: quotation marks are no part of the paragraph', '> quoted andgoing on\nmine'],
  },
  'folded fields': { messageId: ['postal-mime', 'white space ahead of a value is none of it'] },
  'a character cut between words': {
    subject: ['python', 'words of one charset are joined before they are read'],
  },
  comments: {
    from: ['python', 'comments stand within comments'],
    to: ['postal-mime', 'a comment is how names were written once'],
  },
  'several senders': { from: ['python', 'postal-mime keeps the first'] },
  'a sender without an address': { from: ['neither', 'nobody can be answered', []] },
  'semicolons between addresses': { to: ['postal-mime', 'some programs write them'] },
  'a quoted local part': { from: ['python', 'it is no address without its quotes'] },
  'a Message-ID without brackets': {
    messageId: ['neither', 'with brackets it can be compared', '<abc@example.com>'],
  },
  'a space ahead of the colon': {
    subject: ['postal-mime', 'RFC 5322, section 4.5'],
    from: ['postal-mime', 'as above'],
    text: ['postal-mime', 'as above'],
  },
  'a type that is none': {
    text: ['python', 'RFC 2045, section 5.2: then it is plain text'],
    attachments: ['python', 'as above'],
  },
  'a type in capitals, with a comment': {
    html: ['postal-mime', lenient],
    attachments: ['postal-mime', lenient],
  },
  'bare CR': {
    subject: ['postal-mime', 'mail servers take LF alone for a line end'],
    text: ['postal-mime', 'as above'],
  },
  NUL: {
    subject: ['neither', 'the database does not take it', 'a\ufffdb'],
    text: ['neither', 'as above', 'one\ufffdtwo'],
  },
  'a name encoded (RFC 2231) and plain': {
    attachments: ['postal-mime', 'RFC 6266: the encoded one says more'],
  },
  'a name with a folder': { attachments: ['neither', safeName, named('passwd')] },
  'a name with a folder of Windows': { attachments: ['neither', safeName, named('a.txt')] },
  'a name with a mark that turns it': { attachments: ['neither', safeName, named('photo_gnp.exe')] },
  'a name of 400 characters': { attachments: ['neither', safeName, named(`${'x'.repeat(251)}.pdf`)] },
  'a name with parentheses': { attachments: ['postal-mime', lenient] },
  'a name without quotes': { attachments: ['postal-mime', lenient] },
}

const fields: readonly Field[] = ['subject', 'from', 'to', 'cc', 'messageId', 'text', 'html', 'attachments']

test.each([...mails])('%s', async (name, raw) => {
  const mail = await read(raw)
  const encodings = mail.attachments.map(({ encoding }) => encoding)
  const ours = comparable(await seenByUs(raw, mail), encodings)
  const python = comparable((byPython as unknown as Record<string, Seen>)[name], encodings)
  const postalMime = comparable(await seenByPostalMime(raw), encodings)
  for (const field of fields) {
    const [side, , expected] = sides[name]?.[field] ?? ['python']
    const agree = JSON.stringify(python[field]) === JSON.stringify(postalMime[field])
    if (side === 'neither') expect({ [field]: ours[field] }).toEqual({ [field]: expected })
    else {
      expect({ [field]: ours[field] }).toEqual({ [field]: (side === 'python' ? python : postalMime)[field] })
      expect({ field, agree }).toEqual({ field, agree: sides[name]?.[field] === undefined })
    }
  }
  expect(mail.truncated).toBe(name === 'a hundred thousand lines')
})

async function seenByUs(raw: Buffer, mail: ParsedMail): Promise<Seen> {
  const { subject, from, to, cc, messageId, text, html, attachments } = mail
  const files: SeenAttachment[] = []
  for (const attachment of attachments) {
    const content = await contentOf(raw, attachment)
    const digests = digestsOf(content)
    expect(digests.exact).toEqual({ size: attachment.size, sha256: attachment.sha256 })
    files.push({ filename: attachment.filename, type: attachment.contentType, ...digests })
  }
  return { subject, from, to, cc, messageId, text: plainly(text), html: plainly(html), attachments: files }
}

async function seenByPostalMime(raw: Buffer): Promise<Seen> {
  const mail = await PostalMime.parse(raw, { forceRfc822Attachments: true })
  return {
    subject: mail.subject ?? '',
    from: mail.from === undefined ? [] : flat([mail.from]),
    to: flat(mail.to ?? []),
    cc: flat(mail.cc ?? []),
    messageId: mail.messageId ?? null,
    text: plainly(mail.text),
    html: plainly(mail.html),
    attachments: mail.attachments.map(({ filename, mimeType, content }) => ({
      filename,
      type: mimeType,
      ...digestsOf(Buffer.from(content as ArrayBuffer)),
    })),
  }
}

const flat = (list: readonly Address[]): object[] =>
  list.flatMap((address) =>
    address.group === undefined
      ? [{ email: address.address, name: address.name || null }]
      : flat(address.group),
  )

/** Line ends count where a transfer encoding keeps them. */
function comparable(seen: Seen | undefined, encodings: readonly string[]): Record<Field, unknown> {
  if (seen === undefined) throw new Error('The expectations lack a mail: see write-expectations.ts')
  const attachments = (seen.attachments as readonly SeenAttachment[]).map(
    ({ filename, type, exact, loose }, index) => ({
      filename,
      type,
      digest: encodings[index] === 'base64' ? exact : loose,
    }),
  )
  return { ...seen, attachments }
}
