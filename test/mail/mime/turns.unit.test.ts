import { expect, test } from 'vitest'
import { bufferSource } from '../../../server/mail/mime/mail-source.js'
import { walkMail } from '../../../server/mail/mime/body/walk-mail.js'
import { turnsWhile } from '../../support/time/turns.js'
import { readText } from './read.js'

/** A message of one chunk may hold thousands of parts and lines: other tasks have their turn between them. */

const mixed = 'Content-Type: multipart/mixed; boundary=b\r\n\r\n'

test('parts are found in turns', async () => {
  const raw = Buffer.from(mixed + '--b\n\n'.repeat(9900))
  expect(await turnsWhile(() => walkMail(bufferSource(raw)))).toBeGreaterThan(99)
})

test('empty parts are read in turns', async () => {
  const turns = await turnsWhile(async () => {
    const { text, truncated } = await readText(mixed + '--b\n\n'.repeat(2000))
    expect([text, truncated]).toEqual(['', false])
  })
  expect(turns).toBeGreaterThan(2000)
})

test.each(['\n', '> a \r\n', '  \n'])(
  'lines such as %j of a flowed text are joined in turns',
  async (line) => {
    const count = 50_000
    const header = 'Content-Type: text/plain; format=flowed; delsp=yes\r\n\r\n'
    expect(await turnsWhile(() => readText(header + line.repeat(count)))).toBeGreaterThanOrEqual(count / 1000)
  },
)
