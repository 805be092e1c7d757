import { expect, test } from 'vitest'
import { wordsOfLog, type SearchedLog } from '../../../server/platform/log-search/log-words.js'
import { soughtInside, termsOf, type Sought } from '../../../server/platform/log-search/terms.js'
import { domainWord, wordsIn } from '../../../server/platform/log-search/words.js'

/** What a search finds in a text, the words that the text is kept with have as well. */

const nothing: SearchedLog = {
  id: '',
  address: '',
  recipient: '',
  recipient_name: null,
  category: null,
  subject: null,
  from_email: null,
  metadata: null,
}
const kept = (log: Partial<SearchedLog>) => [...wordsOfLog({ ...nothing, ...log })]

const isKept = (words: readonly string[], { word, isPrefix }: Sought) =>
  words.some((each) => (isPrefix ? each.startsWith(word) : each === word))

/** A generator of numbers below a bound, the same in each run. */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return Math.floor((state / 0x80000000) * below)
  }
}

const pieces = [
  ...'abcXYZ0189'.split(''),
  ...' \t-_.@,:/#"\\()[]{}+'.split(''),
  'é',
  'E\u0301',
  'İ',
  'ΟΔΟΣ',
  'ß',
  '“',
  '”',
  '–',
  '\u00a0',
  '注文',
  '。',
  '🎉',
  'ﬁ',
  '½',
  'x'.repeat(40),
]

test('each beginning of a word in a text is sought by what the text is kept with', () => {
  const next = numbers(7)
  let sought = 0
  for (let round = 0; round < 3000; round += 1) {
    const length = 1 + next(24)
    const subject = Array.from({ length }, () => pieces[next(pieces.length)] ?? '').join('')
    const words = kept({ subject })
    for (const part of subject.normalize('NFC').split(/\s+/u)) {
      // From the beginning of a word on, to any place.
      const end = 1 + next(part.length + 1)
      const text = Array.from(part).slice(0, end).join('')
      if (wordsIn(text).length === 0) continue
      for (const term of termsOf(text)) {
        for (const each of term.sought) {
          expect(isKept(words, each), JSON.stringify({ subject, text, each })).toBe(true)
          sought += 1
        }
      }
    }
  }
  expect(sought).toBeGreaterThan(3000)
})

test('each part of a text is sought by what the text is kept with', () => {
  const next = numbers(11)
  let sought = 0
  for (let round = 0; round < 3000; round += 1) {
    const subject = Array.from({ length: 30 }, () => pieces[next(pieces.length)] ?? '').join('')
    const characters = Array.from(subject)
    const from = next(characters.length)
    const text = characters.slice(from, from + 1 + next(20)).join('')
    const words = kept({ subject })
    for (const each of soughtInside(text)) {
      expect(isKept(words, each), JSON.stringify({ subject, text, each })).toBe(true)
      sought += 1
    }
  }
  expect(sought).toBeGreaterThan(1000)
})

test.each([
  ['Your order A-1042 has shipped', ['your', 'order', 'a', '1042', 'has', 'shipped']],
  ['“Über” uns', ['uber', 'uns']],
  ['snake_case.and/paths', ['snake', 'case', 'and', 'paths']],
  ['x'.repeat(50), ['x'.repeat(32)]],
])('%s has the words %j', (text, expected) => {
  expect(wordsIn(text)).toEqual(expected)
})

test('an address is kept with its domains, and with what the @ joins', () => {
  const words = kept({ address: 'ada.lovelace@mail.eu.example.com' })
  for (const word of [
    'ada',
    'lovelace',
    'lovelace@mail',
    '@mail.eu.example.com',
    '@eu.example.com',
    '@example.com',
  ])
    expect(words).toContain(word)
  expect(words).toContain('@com')
  const deep = 'a.b.c.d.e.f.g.example.com'
  const all = kept({ address: `ada@${deep}` })
  for (let from = 0; from < 8; from += 1) {
    expect(all).toContain(domainWord(deep.split('.').slice(from).join('.')))
  }
})

test('metadata is kept with the words of keys and values, and the keys', () => {
  expect(kept({ metadata: { order_id: 'A-1042' } })).toEqual(['order', 'id', 'a', '1042', '=order_id'])
})
