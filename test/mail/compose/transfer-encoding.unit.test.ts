import { expect, test } from 'vitest'
import { encodeText } from '../../../server/mail/compose/transfer-encoding.js'
import { runAtOnce } from '../../../base/time/time-slice.js'

/** Large texts are encoded in chunks. The chunk boundaries must not show in the result. */

const lines = { crlf: 'A line.\r\n', cr: 'One\rline ', lf: 'From a.\n.\n' }
const patterns = [
  ...Object.values(lines).map((line) => `${line}=é `),
  `${'ü'.repeat(20)}\r\n`,
  '🎉'.repeat(9) + '\r',
  `${'x'.repeat(500)}🎉`,
  'Blanks at  the ends \r\n\tand 1 + 1 = 2.\x7f\t\n .a b\r',
]

test.each(patterns.map((pattern) => [JSON.stringify(pattern).slice(0, 40), pattern]))(
  'a large text of %s comes back whole, wherever its steps end',
  (_name, pattern) => {
    for (let shift = 0; shift < 5; shift += 1) {
      const text = 'y'.repeat(shift) + pattern.repeat(Math.ceil(300_000 / pattern.length))
      const { encoding, body } = runAtOnce(encodeText(text))
      const encoded = body.toString('latin1')
      expect(Math.max(...encoded.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(76)
      expect(encoded).not.toMatch(/^\.|^From |[ \t]\r$|[ \t]$(?!\r)|\x7f/m)
      const decoded =
        encoding === 'base64'
          ? Buffer.from(encoded, 'base64')
          : Buffer.from(
              encoded
                .replace(/=\r\n/g, '')
                .replace(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(parseInt(hex, 16))),
              'latin1',
            )
      expect(decoded.equals(Buffer.from(text.replace(/\r\n|\r|\n/g, '\r\n')))).toBe(true)
    }
  },
)
