import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  GarbageError,
  ReplyReader,
  type ServerReply,
} from '../../../../server/product/delivery/smtp/session/reply-reader.js'
import { runs } from '../../../support/run/sampled.js'

/** Reads chunks and returns the replies up to the first thing that is none, and that thing. */
function read(chunks: readonly Buffer[]): { replies: ServerReply[]; garbage?: string; isEmpty?: boolean } {
  const reader = new ReplyReader()
  const replies: ServerReply[] = []
  try {
    for (const chunk of chunks) {
      reader.push(chunk)
      for (let reply = reader.take(); reply !== undefined; reply = reader.take()) replies.push(reply)
    }
  } catch (error) {
    if (!(error instanceof GarbageError)) throw error
    return { replies, garbage: error.message }
  }
  return { replies, isEmpty: reader.isEmpty }
}

function cutUp(bytes: Buffer, places: readonly number[]): Buffer[] {
  const at = [0, ...places.map((place) => place % (bytes.length + 1)), bytes.length].sort((a, b) => a - b)
  return at.slice(1).map((end, index) => bytes.subarray(at[index], end))
}

const text = fc.string({ unit: 'binary', maxLength: 60 }).map((each) => each.replace(/[\r\n]/g, ' '))
const reply = fc
  .tuple(fc.integer({ min: 200, max: 599 }), fc.array(text, { minLength: 1, maxLength: 5 }))
  .map(([code, texts]) => ({ code, texts }))
const lineEnd = fc.constantFrom('\r\n', '\n')
const places = fc.array(fc.nat(), { maxLength: 20 })

test('replies are read as they were said, however they are cut', () => {
  fc.assert(
    fc.property(fc.array(reply, { maxLength: 5 }), lineEnd, places, (replies, end, cuts) => {
      const lines = replies.flatMap(({ code, texts }) =>
        texts.map((each, index) => `${code}${index === texts.length - 1 ? ' ' : '-'}${each}${end}`),
      )
      const bytes = Buffer.from(lines.join(''))
      // A lone surrogate cannot be written.
      const said = replies.map(({ code, texts }) => ({
        code,
        texts: texts.map((each) => each.replace(/\p{Surrogate}/gu, '\ufffd')),
      }))
      expect(read(cutUp(bytes, cuts))).toEqual({ replies: said, isEmpty: true })
    }),
    { numRuns: runs(500) },
  )
})

test('whatever comes means the same, however it is cut', () => {
  const line = fc.oneof(
    fc.constantFrom(
      '250 OK',
      '250-more',
      '250',
      '550-x',
      '550 y',
      '',
      'x',
      '99 x',
      '2500 x',
      '250_x',
      '650 x',
    ),
    fc.constantFrom(2040, 2041, 2042, 2043, 2044, 2045, 3000).map((length) => `250 ${'x'.repeat(length)}`),
    fc.string({ unit: 'binary', maxLength: 20 }),
  )
  const bytes = fc
    .tuple(fc.array(fc.tuple(line, lineEnd), { maxLength: 6 }), line)
    .map(([lines, rest]) => Buffer.from(lines.map((each) => each.join('')).join('') + rest))
  fc.assert(
    fc.property(bytes, places, (all, cuts) => {
      expect(read(cutUp(all, cuts))).toEqual(read([all]))
      expect(read([...all].map((byte) => Buffer.from([byte])))).toEqual(read([all]))
    }),
    { numRuns: runs(300) },
  )
})

test.each([
  ['a code alone', '250\r\n', 250, ['']],
  ['a line as long as may be', `250 ${'x'.repeat(2042)}\r\n`, 250, ['x'.repeat(2042)]],
  ['as many lines as may be', `${'250-x\r\n'.repeat(99)}250 x\r\n`, 250, Array<string>(100).fill('x')],
])('%s is a reply', (_name, bytes, code, texts) => {
  expect(read([Buffer.from(bytes)]).replies).toEqual([{ code, texts }])
})

test.each([
  ['a line that is one octet too long', `250 ${'x'.repeat(2043)}\r\n`, /2048/],
  ['one line too many', `${'250-x\r\n'.repeat(100)}250 x\r\n`, /100 lines/],
  ['a code below 200', '199 x\r\n', /No reply code in "199 x"/],
  ['a code above 599', '600 x\r\n', /No reply code/],
  ['another code within a reply', '250-x\r\n251 x\r\n', /250 and 251/],
])('%s is none', (_name, bytes, garbage) => {
  expect(read([Buffer.from(bytes)]).garbage).toMatch(garbage)
})
