import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { document, operations } from '../../support/api/contract.js'
import { forumQuestions } from './forum-questions.js'
import { questions } from './questions.js'

interface Entry {
  readonly p: string
  readonly h: string
  readonly u: string
  readonly t: string
}
type Find = (index: readonly Entry[], query: string) => { entry: Entry; excerpt: string }[]

const built = new URL('../../../dist/operate/reference/built/', import.meta.url)
const index = JSON.parse(readFileSync(new URL('assets/search.json', built), 'utf8')) as Entry[]

let find: Find
beforeAll(async () => {
  const script = new URL('../../../server/operate/reference/browser/search/find.js', import.meta.url)
  ;({ find } = (await import(script.href)) as { find: Find })
})

function addresses(query: string): string[] {
  return find(index, query).map(({ entry }) => entry.u)
}

describe('the search', () => {
  test.each([
    ['idempotency', 'guide/sending#idempotency'],
    ['sending_halted', 'errors#sending_halted'],
    ['POSTSEAL_SINK_PORT', 'operate/configuration#variables'],
    ['rotate secret', 'guide/webhooks#rotate-the-secret'],
    ['rotate secr', 'operate/security#rotate-the-secret'],
    ['half-open', 'glossary'],
    ['POST /v1/messages', 'api/sendMessage'],
    ['bounce+NNN', 'testing#test-recipients'],
    ['cancelMessage', 'api/cancelMessage'],
    ['/v1/messages/batch', 'api/sendMessageBatch'],
    ['message.bounced', 'api/message.bounced'],
    ['metadata_key', 'api/listMessages'],
    ['subscriber lists', 'api/subscriber-lists'],
    ['Backup', 'operate/backup'],
    ['open tracking', 'guide/tracking'],
    ['nginx', 'operate/production#the-proxy'],
  ])('for %s finds %s', (query, address) => {
    expect(addresses(query).slice(0, 6)).toContain(address)
  })

  test.each([
    ['cancelMessage', 'api/cancelMessage'],
    ['how does cancelMessage work?', 'api/cancelMessage'],
    ['POST /v1/messages/batch', 'api/sendMessageBatch'],
    ['the message.bounced event', 'api/message.bounced'],
    ['sending_halted', 'errors#sending_halted'],
  ])('for %s, which is a name, has %s first', (query, address) => {
    expect(addresses(query)[0]).toBe(address)
  })

  test.each([
    ['people type them', questions],
    ['forums have them', forumQuestions],
  ])('answers questions as %s', (_, questions) => {
    const isRight = (found: string, places: readonly string[]) =>
      places.some((place) => found === place || (!place.includes('#') && found.startsWith(`${place}#`)))
    const ranks = questions.map(([question, ...places]) => {
      const rank = addresses(question).findIndex((found) => isRight(found, places))
      return { question, rank: rank === -1 ? Infinity : rank }
    })
    const missed = (limit: number) =>
      ranks.filter(({ rank }) => rank >= limit).map(({ question }) => question)
    expect(missed(3)).toEqual([])
    expect(missed(1).length, missed(1).join('; ')).toBeLessThanOrEqual(questions.length / 10)
  })

  test('takes a word in its forms, and with a letter wrong', () => {
    for (const query of ['verifying domains', 'verified domain', 'domain verification'])
      expect(addresses(query)[0], query).toMatch(/^guide\/domains/)
    expect(addresses('unsubcribe')[0]).toMatch(/unsubscribe|mail-to-a-list/)
  })

  test('has the changelog last', () => {
    const places = ['guide/sending', 'changelog', 'changelog#unreleased', 'operate/backup'].map((u) => ({
      p: u.startsWith('changelog') ? 'Backup HTML only' : 'Page',
      h: u.startsWith('changelog') ? 'Backup HTML only' : 'Heading',
      u,
      t: 'Backup of html only.',
    }))
    const found = find(places, 'backup html only').map(({ entry }) => entry.u)
    expect(found.slice(2)).toEqual(['changelog', 'changelog#unreleased'])
    for (const query of ['html only', 'import contacts']) {
      const pages = addresses(query).map((u) => u.split('#')[0])
      if (pages.some((page) => page !== 'changelog')) expect(pages[0]).not.toBe('changelog')
    }
  })

  test('takes the beginning of a word, in any case of letters', () => {
    expect(addresses('IDEMPOT')).toContain('guide/sending#idempotency')
    expect(addresses('potency')).toEqual([])
  })

  test('has places with every word before those with some, and finds nothing for nothing', () => {
    expect(addresses('idempotency xylophone')[0]).toBe(addresses('idempotency')[0])
    expect(addresses('xylophone')).toEqual([])
    expect(addresses('  … ')).toEqual([])
  })

  test('shows the place with the words in it', () => {
    const [first] = find(index, 'POSTSEAL_SHUTDOWN_GRACE')
    expect(first?.excerpt).toContain('POSTSEAL_SHUTDOWN_GRACE')
    expect(first?.excerpt.length).toBeLessThan(160)
  })

  test('shows a bounded number of places, in little time', () => {
    const from = process.cpuUsage()
    expect(addresses('the').length).toBeLessThanOrEqual(12)
    const { user, system } = process.cpuUsage(from)
    expect((user + system) / 1000).toBeLessThan(500)
  })
})

test('the index has every operation and event, and is small', () => {
  const found = new Set(index.map(({ u }) => u))
  for (const type of Object.keys(document.webhooks)) expect(found).toContain(`api/${type}`)
  for (const { id } of operations) expect(found).toContain(`api/${id}`)
  expect(JSON.stringify(index).length).toBeLessThan(1_100_000)
})
