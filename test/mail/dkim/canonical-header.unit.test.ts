import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bodyHashOf } from '../../../server/mail/dkim/body-hash.js'
import { relaxedFields } from '../../../server/mail/dkim/canonical-header.js'
import { fieldsInOrder, signedNames } from '../../../server/mail/dkim/signed-fields.js'
import { readRawHeader } from '../../../server/mail/mime/header/raw-header.js'
import { runs } from '../../support/run/sampled.js'

const sha256 = (text: string) => createHash('sha256').update(text, 'latin1').digest('base64')
const hashOf = (text: string, slice?: number) => bodyHashOf(Buffer.from(text, 'latin1'), 'relaxed', slice)

const fieldsOf = (text: string) => relaxedFields(readRawHeader(Buffer.from(text, 'latin1')).fields)

/** RFC 6376, section 3.4.4, read literally. A line feed alone ends a line, too. */
function relaxed(body: string): string {
  const text = body
    .replace(/(?<!\r)\n/g, '\r\n')
    .replace(/[ \t]+/g, ' ')
    .replace(/ (?=\r\n|$)/g, '')
    .replace(/(\r\n)+$/, '')
  return text === '' ? '' : `${text}\r\n`
}

describe('a body in relaxed canonicalization', () => {
  test.each<[string, string, string]>([
    ['the example of RFC 6376, section 3.4.5', ' C \r\nD \t E\r\n\r\n\r\n', ' C\r\nD E\r\n'],
    ['nothing', '', ''],
    ['an empty line', '\r\n', ''],
    ['empty lines and blanks', ' \t\r\n\r\n \r\n\t', ''],
    ['blanks alone', '  ', ''],
    ['no line end', 'a', 'a\r\n'],
    ['a blank and no line end', 'a\r\nb \t', 'a\r\nb\r\n'],
    ['one line end', 'a\r\n', 'a\r\n'],
    ['empty lines inside', 'a\r\n\r\n \r\nb\r\n', 'a\r\n\r\n\r\nb\r\n'],
    ['empty lines at the top', '\r\n\r\na\r\n', '\r\n\r\na\r\n'],
    ['a tab between', 'a\tb\r\n', 'a b\r\n'],
    ['a CR that ends no line, and an LF that does', 'a \rb \nc\r\n', 'a \rb\r\nc\r\n'],
    ['bytes that are not ASCII', 'gr\xc3\xbc\xc3\x9fe  \xa0\r\n', 'gr\xc3\xbc\xc3\x9fe \xa0\r\n'],
  ])('has of %s what the RFC says', async (_what, body, canonical) => {
    expect(await hashOf(body)).toBe(sha256(canonical))
  })

  test('is the same in slices of any length', async () => {
    const piece = fc.constantFrom(
      '\r\n',
      '\r\n',
      ' ',
      '  ',
      '\t',
      ' \r\n',
      'a',
      'text',
      '\r',
      '\n',
      '=C3\x80',
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(piece, { maxLength: 40 }),
        fc.integer({ min: 1, max: 50 }),
        async (pieces, slice) => {
          const body = pieces.join('')
          expect(await hashOf(body, slice)).toBe(sha256(relaxed(body)))
        },
      ),
      { numRuns: runs(500) },
    )
  })

  test('lets others have their turn while it is large', async () => {
    let turns = 0
    const count = () => {
      turns += 1
      timer = setImmediate(count)
    }
    let timer = setImmediate(count)
    const body = Buffer.alloc(8 * 1024 * 1024, 'x'.repeat(74) + ' \r\n')
    await bodyHashOf(body, 'relaxed')
    clearImmediate(timer)
    expect(turns).toBeGreaterThan(10)
  })
})

describe('a header in relaxed canonicalization', () => {
  test('is the example of RFC 6376, section 3.4.5', () => {
    const fields = fieldsOf('A: X\r\nB : Y\t\r\n\tZ  ')
    expect([...fields.values()].flat()).toEqual(['a:X', 'b:Y Z'])
  })

  test('has its fields from the bottom up, and nothing where there is none', () => {
    const fields = fieldsOf('X: 1\r\nFrom: a\r\nx:2\r\nX :\r\n 3\r\nFROM: b\xe9')
    expect(fieldsInOrder(fields, ['x', 'from', 'subject', 'x', 'from', 'x', 'x'])).toEqual([
      'x:3',
      'from:b\xe9',
      'x:2',
      'from:a',
      'x:1',
    ])
  })

  test('is covered once more where nobody may add a field', () => {
    const names = signedNames(
      fieldsOf('From: a\r\nTo: b\r\nX-Own: c\r\nList-Unsubscribe: d\r\nList-Id: f\r\nFeedback-ID: e'),
    )
    const times = (name: string) => names.filter((each) => each === name).length
    for (const name of ['from', 'to', 'list-unsubscribe', 'list-id']) expect(times(name), name).toBe(2)
    for (const name of ['subject', 'reply-to', 'cc', 'date', 'message-id', 'mime-version', 'content-type'])
      expect(times(name), name).toBe(1)
    expect(times('feedback-id')).toBe(1)
    for (const name of ['list-unsubscribe-post', 'x-own', 'sender']) expect(times(name), name).toBe(0)
  })
})
