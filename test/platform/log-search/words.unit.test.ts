import { expect, test } from 'vitest'
import { wordsOf } from '../../../server/platform/log-search/blocks.js'
import { LogWords, type SearchedLog } from '../../../server/platform/log-search/log-words.js'
import { soughtInside, termsOf, type Sought } from '../../../server/platform/log-search/terms.js'
import { domainWord, wordsIn } from '../../../server/platform/log-search/words.js'

/** Tests that every word that a search finds in a text is among the words that the text is kept with. */

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
const kept = (log: Partial<SearchedLog>) => {
  const gathered = new LogWords()
  gathered.add({ ...nothing, ...log })
  return [...gathered.words]
}

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

test('logs have together what each is kept with', async () => {
  const next = numbers(13)
  const text = () => Array.from({ length: 12 }, () => pieces[next(pieces.length)] ?? '').join('')
  const texts = Array.from({ length: 40 }, text)
  const logs = Array.from({ length: 100 }, (): SearchedLog => {
    const [subject = '', key = '', value = ''] = [0, 0, 0].map(() => texts[next(texts.length)] ?? '')
    return { ...nothing, subject, address: text(), metadata: { [key]: value } }
  })
  const { words, count } = await wordsOf(logs)
  expect(count).toBe(100)
  expect(words).toEqual([...new Set(logs.flatMap(kept))].sort())
})

/** Logs with as many words as they can have, which begin texts that are others in each, or the same. */
const longLogs = (count: number, areSame: boolean) =>
  Array.from({ length: count }, (_log, at): SearchedLog => {
    const begun = areSame ? 'x' : at
    const value = (key: number) => [`k${key}`, `${begun} ${key} ${'é@'.repeat(245)}`] as const
    return {
      ...nothing,
      subject: `${begun} ${'é@'.repeat(495)}`,
      metadata: Object.fromEntries(Array.from({ length: 20 }, (_, key) => value(key))),
    }
  })

test('others run while words of a block are gathered', async () => {
  const logs = longLogs(300, false)
  let turns = 0
  let isOver = false
  const turn = () => {
    turns += 1
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  const { count } = await wordsOf(logs)
  isOver = true
  expect(count).toBe(300)
  expect(turns).toBeGreaterThan(1)
})

test('the words of texts that many logs have are gathered once', async () => {
  const logs = longLogs(1000, true)
  const begun = process.cpuUsage()
  await wordsOf(logs)
  // Word by word in each log, they took ten seconds.
  expect(process.cpuUsage(begun).user / 1000).toBeLessThan(2000)
})
