import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inPieces, piece } from '../../../../server/product/delivery/smtp/session/data.js'
import { runs } from '../../../support/run/sampled.js'

/** Messages as they go over the wire. */

const onWire = (message: string) =>
  Buffer.concat([...inPieces(Buffer.from(message, 'latin1'))]).toString('latin1')

/** Returns the bytes on the wire by the words of RFC 5321, section 4.5.2. */
function expected(message: string): string {
  const lines = message.split('\r\n').map((line) => (line.startsWith('.') ? `.${line}` : line))
  return `${lines.join('\r\n')}${message.endsWith('\r\n') ? '' : '\r\n'}.\r\n`
}

test.each([
  ['', '\r\n.\r\n'],
  ['.', '..\r\n.\r\n'],
  ['x', 'x\r\n.\r\n'],
  ['x\r\n', 'x\r\n.\r\n'],
  ['x\r\n.\r\n.y\r\n', 'x\r\n..\r\n..y\r\n.\r\n'],
])('%j is %j on the wire', (message, wire) => {
  expect(onWire(message)).toBe(wire)
})

test('any message has its dots, wherever a piece of it ends', () => {
  for (const line of ['.\r\n', 'x.\r\n.\r\r\n\n.\r\n'])
    expect(onWire(line.repeat(50))).toBe(expected(line.repeat(50)))
  const part = fc.constantFrom('\r', '\n', '\r\n', '.', 'x', '\r\n.')
  const parts = fc.array(part, { maxLength: 80 }).map((all) => all.join(''))
  fc.assert(
    fc.property(parts, (text) => {
      expect(onWire(text)).toBe(expected(text))
    }),
    { numRuns: runs(1000) },
  )
  fc.assert(
    fc.property(parts, fc.nat(80), (text, before) => {
      const message = `${'x'.repeat(piece - before)}${text}.`
      // A comparison by the matcher would write out what differs for minutes.
      expect(onWire(message) === expected(message)).toBe(true)
    }),
    { numRuns: runs(100) },
  )
})

test('a message without such lines is not copied', () => {
  const message = Buffer.from('Subject: x\r\n\r\nHi\r\n')
  const [first] = inPieces(message)
  expect(first?.buffer).toBe(message.buffer)
})

test('a message of lone dots is made piece by piece, and takes no time of others', () => {
  const message = Buffer.from('.\r\n'.repeat(10_000_000))
  const begun = process.cpuUsage()
  let length = 0
  for (const part of inPieces(message)) {
    expect(part.length).toBeLessThan(2 * piece)
    length += part.length
  }
  expect(length).toBe(40_000_003)
  expect(process.cpuUsage(begun).user / 1000).toBeLessThan(1000)
})
