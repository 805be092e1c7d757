import { expect, test } from 'vitest'
import { retryAfterSeconds } from '../../../../server/product/webhooks/send/retry-after.js'

const now = Date.UTC(2026, 0, 14, 9, 30, 0)

test.each([
  ['0', 0],
  ['1', 1],
  ['  30 ', 30],
  ['0060', 60],
  ['86400', 86_400],
  ['9'.repeat(400), Number.MAX_SAFE_INTEGER],
  ['Wed, 14 Jan 2026 09:30:10 GMT', 10],
  ['Thu, 15 Jan 2026 09:30:00 GMT', 86_400],
  ['Wed, 14 Jan 2026 09:29:00 GMT', 0],
  ['Wednesday, 14-Jan-26 09:31:00 GMT', 60],
  ['Wed Jan 14 09:31:00 2026', 60],
  ['Mon Feb  2 09:30:00 2026', 19 * 86_400],
  ['Sun, 29 Feb 2032 09:30:00 GMT', (Date.UTC(2032, 1, 29, 9, 30) - now) / 1000],
  ['Thu, 31 Dec 2026 23:59:60 GMT', (Date.UTC(2027, 0, 1) - now) / 1000],
  // Two digits that would be more than 50 years ahead have passed.
  ['Tuesday, 14-Jan-77 09:30:00 GMT', 0],
  ['Tuesday, 14-Jan-76 09:30:00 GMT', (Date.UTC(2076, 0, 14, 9, 30) - now) / 1000],
])('%s', (value, seconds) => {
  expect(retryAfterSeconds(value, now)).toBe(seconds)
})

test.each([
  ...['', ' ', '-1', '+1', '1.5', '1e3', '0x10', '1 2', '10s', 'soon', 'NaN', 'Infinity', '٣', '1, 2'],
  ...['2026-01-14T09:31:00Z', '14 Jan 2026 09:31:00 GMT', 'Wed, 14 Jan 2026 09:31:00 CET'],
  ...['Wed, 14 Jan 2026 09:31 GMT', 'Wed, 14 Jan 26 09:31:00 GMT', 'wed, 14 jan 2026 09:31:00 gmt'],
  ...['Wed, 31 Feb 2026 09:31:00 GMT', 'Wed, 00 Jan 2026 09:31:00 GMT', 'Wed, 14 Jan 2026 24:31:00 GMT'],
  ...['Wed, 14 Jan 2026 09:60:00 GMT', 'Wed, 14 Jan 2026 09:31:61 GMT', 'Xyz, 14 Jan 2026 09:31:00 GMT'],
])('%j is ignored', (value) => {
  expect(retryAfterSeconds(value, now)).toBeNull()
})
