import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyFilename, anyName, anyText, headerText, oneLine } from '../../../support/arbitrary/any-text.js'
import { composeMessage, contentOf as message, fileOf as file } from '../../../support/mail/content.js'
import {
  decodedWords,
  expectLegalOnTheWire,
  fieldOf,
  fieldsOf,
  parseMail,
} from '../../../support/mail/wire.js'
import { runs } from '../../../support/run/sampled.js'

test('bodies of any text arrive as they were', async () => {
  await fc.assert(
    fc.asyncProperty(anyText, anyText, async (text, html) => {
      const raw = composeMessage(message({ text, html }))
      expectLegalOnTheWire(raw)
      const parts = leavesOf(raw)
      expect(parts.map((part) => part.toString())).toEqual(
        [text, html].map((t) => t.replace(/\r\n|\r|\n/g, '\r\n')),
      )
    }),
    { numRuns: runs(300) },
  )
})

test('headers, names and file names of any text arrive as they were', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({ header: headerText, subject: oneLine, from: anyName, to: anyName, filename: anyFilename }),
      async ({ header, subject, from, to, filename }) => {
        const raw = composeMessage(
          message({
            subject,
            headers: { 'X-Any': header },
            from: { name: from, email: 'a@example.com' },
            to: [
              { name: to, email: 'b@example.com' },
              { name: from, email: 'c@example.com' },
            ],
            attachments: [file({ filename })],
          }),
        )
        expectLegalOnTheWire(raw)
        expect(fieldsOf(raw).map(([name]) => name)).toEqual([
          ...[
            'From',
            'To',
            'Subject',
            'Message-ID',
            'Date',
            'Feedback-ID',
            'X-Any',
            'MIME-Version',
            'Content-Type',
          ],
        ])
        expect(decodedWords(fieldOf(raw, 'Subject') ?? '')).toBe(subject)
        expect(decodedWords(fieldOf(raw, 'X-Any') ?? '')).toBe(header)
        const parsed = await parseMail(raw)
        expect(parsed.from).toEqual({ name: from ?? '', address: 'a@example.com' })
        expect(parsed.to).toEqual([
          { name: to ?? '', address: 'b@example.com' },
          { name: from ?? '', address: 'c@example.com' },
        ])
        expect(parsed.attachments.map((each) => each.filename)).toEqual([filename])
      },
    ),
    { numRuns: runs(500) },
  )
})

/** The decoded bodies of a multipart's parts, by the letter of RFC 2045. */
function leavesOf(raw: Buffer): Buffer[] {
  const boundary = /boundary="([^"]+)"/.exec(raw.toString('latin1'))?.[1] ?? ''
  return raw
    .toString('latin1')
    .split(`\r\n--${boundary}`)
    .slice(1, -1)
    .map((part) => {
      const split = part.indexOf('\r\n\r\n')
      const body = part.slice(split + 4)
      const encoding = /content-transfer-encoding: (\S+)/i.exec(part.slice(0, split))?.[1]
      if (encoding === 'base64') return Buffer.from(body, 'base64')
      if (encoding === '7bit') return Buffer.from(body, 'latin1')
      return Buffer.from(
        body
          .replace(/=\r\n/g, '')
          .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
        'latin1',
      )
    })
}
