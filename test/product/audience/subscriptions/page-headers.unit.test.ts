import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  confirmPath,
  known,
  optOutPath,
  pending,
  unsubscribePath,
  usePages,
} from '../../../support/audience/subscription-pages.js'

/** Tests the headers, languages and looks of the pages, as a project has set them. */

const { acts, get, post } = usePages()

describe('the headers', () => {
  test.each([
    ['a page', confirmPath],
    ['a failure', '/subscriptions/confirm/x'],
  ])('of %s let nothing in and nothing out', async (_name, path) => {
    const reply = await get(path)
    const [, style = ''] = /<style>(.*?)<\/style>/s.exec(reply.text) ?? []
    const digest = createHash('sha256').update(style).digest('base64')
    expect(reply.headers['content-security-policy']).toBe(
      `default-src 'none'; style-src 'sha256-${digest}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    )
    expect(reply.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex, nofollow',
      vary: 'Accept-Language',
    })
  })

  test.each([
    ['de-AT,de;q=0.9,en;q=0.8', 'de'],
    ['pt-BR', 'pt'],
    ['zh-Hans, ja;q=0.5', 'ja'],
    ['fr;q=0, sv;q=0.1', 'sv'],
    ['ar-EG', 'ar'],
    ['tlh', 'en'],
    ['*', 'en'],
    [';;;', 'en'],
  ])('speak the language of %s: %s', async (accepted, tag) => {
    const reply = await get(confirmPath, { 'Accept-Language': accepted })
    expect(reply.headers['content-language']).toBe(tag)
    expect(reply.text).toContain(`<html lang="${tag}" dir="${tag === 'ar' ? 'rtl' : 'ltr'}">`)
  })
})

describe('a project that has set how its pages look', () => {
  const logo = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
  const design = { accent_color: '#ffd400', name: 'Ada & Co', language: 'ja', logo } as const

  test('has its logo, colour and name on them, and its language whatever the browser asks for', async () => {
    acts.findPreferences = async () => ({ ...known, senderName: design.name, design })
    acts.find = async () => ({ ...pending, senderName: design.name, design })
    for (const path of [optOutPath, confirmPath, unsubscribePath]) {
      for (const reply of [await get(path, { 'Accept-Language': 'de' }), await post(path)]) {
        expect(reply.headers['content-language']).toBe('ja')
        expect(reply.text).toContain('<html lang="ja" dir="ltr">')
        expect(reply.text).toContain(`<img class="logo" src="${logo}" alt="Ada &amp; Co" />`)
        expect(reply.text).toContain('<bdi>Ada &amp; Co</bdi>')
        expect(reply.text).toContain('--accent: #ffd400; --pressed: #ffdc2e; --on-accent: #000000;')
      }
    }
  })

  test('changes what the pages may load by its own style sheet and the logo alone', async () => {
    acts.find = async () => ({ ...pending, design })
    const reply = await get(confirmPath)
    const digests = [...reply.text.matchAll(/<style>(.*?)<\/style>/gs)].map(
      ([, style = '']) => `'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    )
    expect(digests).toHaveLength(2)
    expect(reply.headers['content-security-policy']).toBe(
      `default-src 'none'; style-src ${digests.join(' ')}; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    )
    acts.find = async () => ({ ...pending, design: { accent_color: '#ffd400' } })
    expect((await get(confirmPath)).headers['content-security-policy']).not.toContain('img-src')
  })

  test('tells list pages who sends only where it has a name for that', async () => {
    expect((await get(confirmPath)).text).not.toContain('<bdi>Shop</bdi>')
    acts.find = async () => ({ ...pending, senderName: 'Ada & Co', design: { name: 'Ada & Co' } })
    const reply = await get(confirmPath)
    expect(reply.text).toContain('<bdi>Product &lt;news&gt;</bdi>')
    expect(reply.text).toContain('<bdi>Ada &amp; Co</bdi>')
  })
})
