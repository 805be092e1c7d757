import { describe, expect, test } from 'vitest'
import { contrast } from '../../../support/audience/contrast.js'
import { confirmDays } from '../../../../server/product/audience/subscriptions/links/links.js'
import { dark, light, textPairs } from '../../../../server/product/audience/subscriptions/pages/colours.js'
import { subscriptionPage } from '../../../../server/product/audience/subscriptions/pages/page.js'
import {
  directionOf,
  languages,
  type LanguageTag,
} from '../../../../server/product/audience/subscriptions/pages/texts/languages.js'
import { pageNames, type Texts } from '../../../../server/product/audience/subscriptions/pages/texts/texts.js'

/** Tests the texts and looks of the pages, without a request. */

const tags = Object.keys(languages) as LanguageTag[]
const ofContact = { senderName: 'News & <b>more</b>', email: '"><script>@example.com', design: null }
const shown = { ...ofContact, listName: 'News & <b>more</b>', senderName: 'Shop' }

describe.each(tags)('in %s', (tag) => {
  const texts: Texts = languages[tag]

  test.each(pageNames)('the page "%s" is whole and has one heading', (name) => {
    const optsOut = name.startsWith('opt')
    const page = subscriptionPage(name, tag, optsOut ? ofContact : shown).source
    expect(page).toContain(`<html lang="${tag}" dir="${directionOf(tag)}">`)
    expect(page.match(/<h1>(.*?)<\/h1>/g)).toEqual([`<h1>${texts.pages[name].title}</h1>`])
    expect(page).toContain(`<title>${texts.pages[name].title}</title>`)
    expect(page).toContain(texts.pages[name].text)
    expect(page.match(/<main/g)).toHaveLength(1)
    const asks = name === 'confirm' || name === 'unsubscribe' || name === 'optOut'
    expect(page.includes('role="status"')).toBe(!asks)
    expect(page.includes('<form method="post">')).toBe(asks)
    expect(page).toContain(`<dt>${optsOut ? texts.sender : texts.list}</dt>`)
    expect(page).toContain('<bdi>News &amp; &lt;b&gt;more&lt;/b&gt;</bdi>')
    expect(page).toContain('<bdi>&quot;&gt;&lt;script&gt;@example.com</bdi>')
    expect(page).not.toMatch(/<script|undefined|\{\{|https?:|url\(|@import|\ssrc=| style=/)
  })

  test('every text is its own, and says how long a link can be used', () => {
    const all = [...Object.values(texts.pages).flatMap(({ title, text }) => [title, text]), texts.notAsked]
    expect(all.every((text) => text.trim() === text && text.length > 3)).toBe(true)
    expect(new Set(all).size).toBe(all.length)
    expect(texts.pages.expired.text).toContain(String(confirmDays))
    if (tag !== 'en') expect(all.filter((text) => JSON.stringify(languages.en).includes(text))).toEqual([])
  })
})

test.each(Object.entries({ light, dark }))('what stands on something can be read: %s', (_name, scheme) => {
  const poor = textPairs.filter(([text, ground]) => contrast(scheme[text], scheme[ground]) < 4.5)
  expect(poor).toEqual([])
})
