import { beforeEach, describe, expect, test } from 'vitest'
import { inertUnsubscribeUrl } from '../../../../server/product/audience/subscriptions/links/links.js'
import { languages } from '../../../../server/product/audience/subscriptions/pages/texts/languages.js'
import {
  contactId,
  known,
  logId,
  optOutPath,
  seen,
  topicId,
  topicPath,
  usePages,
  workspaceId,
} from '../../../support/audience/subscription-pages.js'

/** The pages by the link of a contact: to opt out, and to choose between topics. What they do is recorded, not done. */

const { acts, done, ask, get, post } = usePages()

const tips = {
  ...{ key: 'tips', name: 'Tips <weekly>', description: null, translations: {}, subscribed: true },
}
const deals = { ...tips, key: 'deals', name: 'Deals', subscribed: false }
const withTopics = { ...known, topics: [tips, deals], mailTopic: 'tips' }

describe('the page of preferences', () => {
  const send = (path: string, form: string) => ask().post(path).type('form').send(form)
  beforeEach(() => {
    acts.findPreferences = async () => withTopics
    acts.choose = async () => 'changed'
  })

  test('is shown where the sender has topics, by the link of a topic and by that of everything', async () => {
    for (const path of [topicPath, optOutPath]) {
      const reply = await get(path)
      expect([reply.status, reply.text.includes(languages.en.preferences.title)]).toEqual([200, true])
      expect(reply.text).toContain('Tips &lt;weekly&gt;')
      expect(reply.headers['content-security-policy']).toContain("default-src 'none'")
    }
    expect(done).toEqual([])
  })

  test.each([
    ['action=save&topic=deals&topic=other', { choices: { tips: false, deals: true } }],
    ['action=unsubscribe_topic&topic=tips', { choices: { tips: false } }],
    ['action=unsubscribe_all', { choices: {}, unsubscribed: true }],
    ['action=resubscribe', { choices: {}, unsubscribed: false }],
  ])('does what was chosen, once, and says so (%s)', async (form, choice) => {
    const reply = await send(topicPath, form)
    expect([reply.status, reply.text.includes(languages.en.preferences.saved)]).toEqual([200, true])
    const consent = expect.objectContaining({ source: 'page' })
    expect(done).toEqual([{ workspaceId, contactId, logId, topicId, ...choice, consent }])
  })

  test('ends the topic, or everything, where nothing was chosen on it', async () => {
    const consent = expect.objectContaining({ source: 'page' })
    expect((await send(topicPath, '')).text).toContain(languages.en.preferences.saved)
    expect((await send(optOutPath, 'action=other')).status).toBe(200)
    expect(done).toEqual([
      { workspaceId, contactId, logId, topicId, consent },
      { workspaceId, contactId, logId, consent },
    ])
  })

  test('is not asked for by a mail program, whose one click ends the topic alone', async () => {
    acts.findPreferences = () => Promise.reject(new Error('nobody reads the page'))
    expect((await send(topicPath, 'List-Unsubscribe=One-Click')).status).toBe(200)
    const consent = expect.objectContaining({ source: 'one_click' })
    expect(done).toEqual([{ workspaceId, contactId, logId, topicId, consent }])
  })

  test('is that of everything where the topics are gone', async () => {
    acts.findPreferences = async () => known
    expect(seen(await get(topicPath))).toEqual([200, 'optOut'])
    expect(seen(await post(topicPath))).toEqual([200, 'optedOut'])
    acts.endTopic = async () => 'gone'
    expect(seen(await post(topicPath))).toEqual([200, 'optOutGone'])
  })
})

describe('the link of a contact', () => {
  test('asks who it is for, then opts out', async () => {
    const reply = await get(optOutPath)
    expect(seen(reply)).toEqual([200, 'optOut'])
    expect(reply.text).toContain('<bdi>Shop &lt;live&gt;</bdi>')
    expect(done).toEqual([])
    expect(seen(await post(optOutPath))).toEqual([200, 'optedOut'])
    expect(done).toEqual([
      { workspaceId, contactId, logId, consent: expect.objectContaining({ source: 'page' }) },
    ])
    acts.findPreferences = async () => ({ ...known, unsubscribed: true })
    expect(seen(await get(optOutPath))).toEqual([200, 'optedOut'])
  })

  test('is no failure where there is nobody any more', async () => {
    acts.findPreferences = async () => undefined
    acts.optOut = async () => 'gone'
    expect(seen(await get(optOutPath))).toEqual([200, 'optOutGone'])
    expect(seen(await post(optOutPath))).toEqual([200, 'optOutGone'])
  })

  test('of a mail program shows nobody', async () => {
    acts.findPreferences = () => Promise.reject(new Error('asked'))
    const reply = await ask().post(optOutPath).type('form').send('List-Unsubscribe=One-Click')
    expect(seen(reply)).toEqual([200, 'optedOut'])
    expect(done).toEqual([
      expect.objectContaining({ consent: expect.objectContaining({ source: 'one_click' }) }),
    ])
  })

  test('in a preview is nobody’s', async () => {
    const path = inertUnsubscribeUrl('')
    expect(seen(await get(path))).toEqual([200, 'preview'])
    expect(seen(await post(path))).toEqual([200, 'preview'])
    expect(done).toEqual([])
  })
})
