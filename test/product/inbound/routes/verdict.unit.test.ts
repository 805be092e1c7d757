import { describe, expect, test } from 'vitest'
import { maxStoredBytes } from '../../../../server/product/inbound/messages/inbound-message-rows.js'
import { isBlocked, routeReplies, verdictOn } from '../../../../server/product/inbound/routes/verdict.js'

/** Tests the verdict on mail when its recipient is named. */

describe('a route refuses the mail of a sender', () => {
  const block = ['eve@example.com', '@spam.example', '@xn--bcher-kva.example', 'öl@shop.example']

  test.each([
    'eve@example.com',
    'EVE@Example.COM',
    'anybody@spam.example',
    'anybody@mail.of.SPAM.example',
    '"quoted local"@spam.example',
    'a@bücher.example',
    'o\u{308}l@shop.example',
  ])('%s', (sender) => {
    expect(isBlocked(block, sender)).toBe(true)
  })

  test.each(['', 'ada@example.com', 'eve@sub.example.com', 'a@notspam.example', 'spam.example@shop.example'])(
    'but not that of "%s"',
    (sender) => {
      expect(isBlocked(block, sender)).toBe(false)
    },
  )

  test('where there is anything to refuse', () => {
    expect(isBlocked([], 'eve@example.com')).toBe(false)
  })
})

test.each([
  [undefined, 'a@b.example', 0, 'no_route'],
  [{ enabled: false, block: ['@b.example'] }, 'a@b.example', maxStoredBytes, 'route_disabled'],
  [{ enabled: true, block: ['@b.example'] }, 'a@b.example', maxStoredBytes, 'sender_blocked'],
  [{ enabled: true, block: ['@b.example'] }, '', maxStoredBytes, 'storage_full'],
  [{ enabled: true, block: [] }, 'a@b.example', maxStoredBytes - 1, 'accepted'],
] as const)('%j by "%s" with %d bytes stored: %s', (route, sender, bytes, verdict) => {
  expect(verdictOn(route, sender, { bytes, maxBytes: maxStoredBytes })).toBe(verdict)
})

test('each answer has an enhanced code of its own class (RFC 3463)', () => {
  for (const { code, text } of Object.values(routeReplies)) {
    expect(text).toMatch(new RegExp(`^${String(code)[0]}\\.\\d+\\.\\d+ [A-Z][\\w ]+$`))
  }
})
