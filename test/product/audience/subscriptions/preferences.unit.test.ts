import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  preferencePage,
  readPreferenceForm,
  type ShownPreferences,
} from '../../../../server/product/audience/subscriptions/pages/preferences.js'
import {
  directionOf,
  languages,
  type LanguageTag,
} from '../../../../server/product/audience/subscriptions/pages/texts/languages.js'
import {
  topicPlace,
  type Texts,
} from '../../../../server/product/audience/subscriptions/pages/texts/texts.js'
import { samplePreferences as shown } from '../../../support/audience/preferences.js'

/** The page of preferences, and what its forms say. */

const tags = Object.keys(languages) as LanguageTag[]
const ask = (fields: Partial<ShownPreferences> = {}, language: LanguageTag = 'en') =>
  preferencePage(language, { ...shown, ...fields }, 'ask').source

/** Lists the values that each button sends: its action, and the topics that are chosen as the page is shown. */
function formsOf(page: string): [action: string, ...topics: string[]][] {
  return [...page.matchAll(/<form[^>]*method="post"[^>]*>(.*?)<\/form>/gs)].map(([, form = '']) => {
    const action = /<button\s+name="action"\s+value="(\w+)"/.exec(form)?.[1] ?? 'none'
    const inputs = [...form.matchAll(/<input([^>]*)\/>/gs)].map(([, attributes = '']) => attributes)
    const sent = inputs.filter((each) => each.includes('type="hidden"') || / checked\b/.test(each))
    return [action, ...sent.map((each) => /value="([^"]*)"/.exec(each)?.[1] ?? '')]
  })
}

describe.each(tags)('in %s', (tag) => {
  const { preferences: texts, ...others }: Texts = languages[tag]

  test('the page is whole, and nothing that was given is markup in it', () => {
    const page = preferencePage(
      tag,
      { ...shown, senderName: '<b>Shop</b>', email: '"><script>' },
      'ask',
    ).source
    expect(page).toContain(`<html lang="${tag}" dir="${directionOf(tag)}">`)
    expect(page.match(/<h1>(.*?)<\/h1>/g)).toEqual([`<h1>${texts.title}</h1>`])
    expect(page).toContain('<bdi>&lt;b&gt;Shop&lt;/b&gt;</bdi>')
    expect(page).toContain('<bdi>&quot;&gt;&lt;script&gt;</bdi>')
    expect(page).not.toMatch(/<script|undefined|\{topic\}|https?:|url\(|\ssrc=| style=| action=/)
  })

  test('every text is its own, with the place of a topic where one is named', () => {
    const all = Object.values(texts)
    expect(all.every((text) => text.trim() === text && text.length > 2)).toBe(true)
    expect(new Set(all).size).toBe(all.length)
    expect(texts.leaveTopicButton.split(topicPlace)).toHaveLength(2)
    expect(JSON.stringify({ ...others, ...texts, leaveTopicButton: '' })).not.toContain(topicPlace)
    if (tag !== 'en') expect(all.filter((text) => JSON.stringify(languages.en).includes(text))).toEqual([])
  })
})

describe('what is asked', () => {
  test('the topic of the mail first, then each topic as it stands, then everything', () => {
    expect(formsOf(ask())).toEqual([
      ['unsubscribe_topic', 'news'],
      ['save', 'news', 'digest'],
      ['unsubscribe_all'],
    ])
    expect(ask()).toContain('<span>Unsubscribe from <bdi>Product news</bdi></span>')
    expect(ask()).not.toContain('role="status"')
  })

  test('of a topic that is not subscribed to, not there any more or not known, nothing first', () => {
    for (const mailTopic of ['offers', 'gone', undefined])
      expect(formsOf(ask({ mailTopic })).map(([action]) => action)).toEqual(['save', 'unsubscribe_all'])
  })

  test('of who has left everything, whether to come back, with what they chose', () => {
    const page = ask({ unsubscribed: true })
    expect(formsOf(page)).toEqual([['resubscribe'], ['save', 'news', 'digest']])
    expect(page).toContain(languages.en.preferences.receivesNothing)
    expect(page).not.toContain('disabled')
  })

  test('where there are no topics, everything alone', () => {
    expect(formsOf(ask({ topics: [] }))).toEqual([['unsubscribe_all']])
    expect(ask({ topics: [] })).not.toContain('<fieldset')
  })

  test('what was saved is said once, as a status', () => {
    const page = preferencePage('de', shown, 'saved').source
    expect(page).toContain('role="status">Ihre Auswahl wurde gespeichert.</p>')
  })

  test('topics are in the language of the page where they have it', () => {
    expect(ask({}, 'de')).toContain('<bdi id="name-0">Neuigkeiten</bdi>')
    expect(ask({}, 'de')).not.toContain('about-0')
    expect(ask({}, 'fr')).toContain('<bdi id="name-0">Product news</bdi>')
    expect(ask({}, 'fr')).toContain('<bdi id="about-0">What is new in the shop, about once a month.</bdi>')
  })
})

describe('a form', () => {
  const anyKey = fc.oneof(
    fc.stringMatching(/^[a-z][a-z0-9-]{0,20}$/),
    fc.constantFrom('__proto__', 'constructor', 'toString'),
  )
  const topicsOf = (keys: readonly string[]) => keys.map((key) => ({ key }))
  const body = (action: string, topics: readonly string[]) =>
    new URLSearchParams(`action=${action}${topics.map((key) => `&topic=${key}`).join('')}`)

  test('to save says of each topic, and of no other, whether it was ticked', () => {
    fc.assert(
      fc.property(fc.uniqueArray(anyKey), fc.array(anyKey), (keys, ticked) => {
        const read = readPreferenceForm(body('save', ticked), topicsOf(keys))
        expect(read?.action).toBe('save')
        expect(Object.entries(read?.choices ?? {}).toSorted()).toEqual(
          keys.map((key) => [key, ticked.includes(key)]).toSorted(),
        )
      }),
    )
  })

  test('to leave a topic says no to that alone, and the others say nothing of topics', () => {
    fc.assert(
      fc.property(fc.uniqueArray(anyKey), anyKey, (keys, key) => {
        const topics = topicsOf(keys)
        const left = readPreferenceForm(body('unsubscribe_topic', [key]), topics)?.choices ?? {}
        expect(Object.entries(left)).toEqual(keys.includes(key) ? [[key, false]] : [])
        for (const action of ['unsubscribe_all', 'resubscribe'])
          expect(readPreferenceForm(body(action, [key]), topics)).toEqual({ action, choices: {} })
      }),
    )
  })

  test.each(['', 'action=', 'action=other', 'topic=news', 'List-Unsubscribe=One-Click', 'action=toString'])(
    'is none of the page: %j',
    (text) => expect(readPreferenceForm(new URLSearchParams(text), shown.topics)).toBeUndefined(),
  )

  test('of the page says what the page shows', () => {
    for (const [action, ...topics] of formsOf(ask())) {
      const { choices } = readPreferenceForm(body(action, topics), shown.topics) ?? {}
      const expected = {
        save: { news: true, offers: false, digest: true },
        unsubscribe_topic: { news: false },
      }
      expect(choices).toEqual(expected[action as 'save'] ?? {})
    }
  })
})
