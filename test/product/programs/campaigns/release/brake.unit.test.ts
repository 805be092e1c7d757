import { expect, test } from 'vitest'
import {
  brakeReason,
  tooManyFailures,
} from '../../../../../server/product/programs/campaigns/release/brake.js'

const counts = { delivered: 0, bounced: 0, complained: 0, failed: 0 }

test.each([
  [{}, undefined],
  // Below 500 outcomes the rates are taken of 500.
  [{ bounced: 25 }, undefined],
  [{ bounced: 26 }, 'bounce_rate'],
  [{ delivered: 474, bounced: 26 }, 'bounce_rate'],
  [{ delivered: 570, bounced: 30 }, undefined],
  [{ delivered: 570, bounced: 31 }, 'bounce_rate'],
  [{ delivered: 9500, bounced: 500 }, undefined],
  [{ delivered: 9499, bounced: 501 }, 'bounce_rate'],
  [{ delivered: 100, complained: 1 }, undefined],
  [{ delivered: 100, complained: 2 }, 'complaint_rate'],
  [{ delivered: 1000, complained: 3 }, undefined],
  [{ delivered: 1000, complained: 4 }, 'complaint_rate'],
  [{ bounced: 26, complained: 2 }, 'bounce_rate'],
  [{ failed: 49 }, undefined],
  [{ failed: 50 }, 'render_failures'],
  [{ delivered: 950, failed: 50 }, undefined],
  [{ delivered: 949, failed: 50 }, 'render_failures'],
  [{ delivered: 905, bounced: 44, failed: 50 }, 'render_failures'],
])('%j pauses for %s', (given, reason) => {
  expect(brakeReason({ ...counts, ...given })).toBe(reason)
})

test('failures at the release count of all that were to be made', () => {
  expect([tooManyFailures(49, 49), tooManyFailures(50, 999), tooManyFailures(50, 1000)]).toEqual([
    false,
    true,
    false,
  ])
})
