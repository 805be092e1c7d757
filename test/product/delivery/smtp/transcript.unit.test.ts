import fc from 'fast-check'
import { expect, test } from 'vitest'
import { maxConversationBytes, Transcript } from '../../../../server/product/delivery/smtp/transcript.js'

type Said = readonly ['client' | 'server' | 'note', string]

function transcriptOf(said: readonly Said[]): string | null {
  const transcript = new Transcript()
  for (const [who, line] of said) transcript[who](line)
  return transcript.text()
}

const marks = { client: 'C: ', server: 'S: ', note: '* ' } as const
const who = fc.constantFrom('client' as const, 'server' as const, 'note' as const)

test('a conversation is within its bound, whatever was said', () => {
  const text = fc.oneof(
    fc.string({ maxLength: 2048, unit: 'binary' }),
    fc.string({ maxLength: 40 }),
    fc.integer({ min: 1, max: 2048 }).map((length) => 'ü€😀'.repeat(length)),
  )
  fc.assert(
    fc.property(fc.array(fc.tuple(who, text), { minLength: 1, maxLength: 120 }), (said) => {
      const conversation = transcriptOf(said) ?? ''
      expect(Buffer.byteLength(conversation)).toBeLessThanOrEqual(maxConversationBytes)
      // What a database takes, and what each line begins with.
      expect(Buffer.from(conversation).toString()).toBe(conversation)
      expect(conversation).not.toContain('\0')
      for (const line of conversation.split('\n')) expect(line).toMatch(/^(?:[CS]: |\* )/)
    }),
  )
})

test('a short conversation is kept as it was', () => {
  const word = fc.stringMatching(/^[A-Za-z0-9<>@. -]{1,60}$/)
  fc.assert(
    fc.property(fc.array(fc.tuple(who, word), { minLength: 1, maxLength: 20 }), (said) => {
      expect(transcriptOf(said)).toBe(said.map(([by, line]) => `${marks[by]}${line}`).join('\n'))
    }),
  )
})

test('a long one keeps its beginning and its end, and says how many lines are left out', () => {
  const said = Array.from({ length: 500 }, (_, index): Said => ['server', `250-line ${index}`])
  const lines = transcriptOf(said)?.split('\n') ?? []
  expect(lines[0]).toBe('S: 250-line 0')
  expect(lines.at(-1)).toBe('S: 250-line 499')
  const mark = lines.findIndex((line) => line.startsWith('* '))
  expect(lines[mark]).toBe(`* [lines left out: ${500 - (lines.length - 1)}]`)
})

test('a long line ends with a mark, and no character is cut in two', () => {
  const line = transcriptOf([['server', `550 ${'😀'.repeat(400)}`]]) ?? ''
  expect(line).toMatch(/^S: 550 😀+…$/u)
  expect(Buffer.byteLength(line)).toBeLessThanOrEqual(500)
})

test('what was not said is null', () => {
  expect(transcriptOf([])).toBeNull()
})
