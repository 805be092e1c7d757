import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ApiError } from '../../../server/platform/http/errors/api-error.js'
import { readSubmittedMail } from '../../../server/product/submission/mail.js'
import { requestOf } from '../../../server/product/submission/request.js'
import { toTypeId } from '../../../server/platform/db/ids.js'
import { hostileMails } from '../inbound/hostile-mails.js'

const project = toTypeId('prj', '019ab3f2-5d41-7c5e-9b0a-3c8d2f1e4a67')

async function read(raw: string | Buffer, recipients: readonly string[] = ['ada@example.com']) {
  const mail = await readSubmittedMail(Buffer.from(raw as string))
  return requestOf(mail, { sender: 'envelope@shop.example', recipients }, project, () =>
    Promise.resolve('made'),
  )
}

/** A message with lines that end in CRLF. */
const mailOf = (lines: readonly string[]) => `${lines.join('\r\n')}\r\n`

async function refusal(lines: readonly string[]): Promise<string> {
  try {
    await read(mailOf(lines))
    return 'taken'
  } catch (error) {
    return (error as Error).message
  }
}

test.each([
  [
    ['X-Postseal-Categroy: a'],
    'The header X-Postseal-Categroy is not known: did you mean X-Postseal-Category?',
  ],
  [['X-Postseal-Constructor: a'], 'The header X-Postseal-Constructor is not known.'],
  [
    ['X-Postseal-Category: a', 'x-postseal-category: b'],
    'The header X-Postseal-Category must not stand in the message twice.',
  ],
  [['X-Postseal-Metadata: [1]'], 'The header X-Postseal-Metadata must be a JSON object.'],
  [
    ['X-Postseal-Locale: de'],
    'The header X-Postseal-Template is required beside what belongs to a template.',
  ],
  [
    ['X-Postseal-Template: tpl_x', 'X-Postseal-Template-Version: two'],
    'The header X-Postseal-Template-Version must be a whole number.',
  ],
  [['From: a@shop.example, b@shop.example'], 'The header From must have one address.'],
])('%j is refused', async (lines, sentence) => {
  expect(await refusal([...lines, '', 'x'])).toBe(sentence)
})

test('the envelope says who sends where no field does, and who receives', async () => {
  const { body } = await read(mailOf(['To: Ada <ADA@example.com>', 'Cc: Bob <bob@example.com>', '', 'x']), [
    'ada@example.com',
    'BOB@example.com',
    'bob@EXAMPLE.com',
    'eve@example.com',
  ])
  expect(body).toMatchObject({
    from_email: 'envelope@shop.example',
    to: [{ email: 'ada@example.com', name: 'Ada' }],
    cc: [{ name: 'Bob' }],
    bcc: [{ email: 'eve@example.com' }],
  })
})

test('a field that occurs more than once has all its values, as far as they fit', async () => {
  const { body } = await read(
    mailOf(['X-Tag: a', 'x-tag: b', 'X-Long: a', `X-Long: ${'b'.repeat(997)}`, 'X-Long: c', '', 'x']),
  )
  expect(body.headers).toEqual({ 'X-Tag': 'a, b', 'X-Long': 'a, c' })
})

test('no message makes it fail otherwise than by a refusal', async () => {
  for (const [name, raw] of hostileMails()) {
    const outcome = await read(raw.subarray(0, 1_000_000)).then(
      () => 'taken',
      (error: unknown) => (error instanceof ApiError ? 'refused' : error),
    )
    expect([name, outcome]).toEqual([name, expect.stringMatching(/^(taken|refused)$/)])
  }
  const line = fc.oneof(
    fc.string(),
    fc.constantFrom('', '--b', '--b--', 'Content-Type: multipart/mixed; boundary=b', 'To: <a@b.example>'),
    fc.constantFrom('Content-Type: application/pgp-signature', 'X-Postseal-Variables: {', 'From: x <@>'),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 30 }), async (lines) => {
      const request = await read(lines.join('\r\n')).catch((error: unknown) => {
        expect(error).toBeInstanceOf(ApiError)
      })
      for (const value of Object.values(request?.body.headers ?? {})) expect(value).toMatch(/^[^\p{Cc}]+$/u)
    }),
  )
})
