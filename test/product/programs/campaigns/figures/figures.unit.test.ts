import { expect, test } from 'vitest'
import { newUuid } from '../../../../../server/platform/db/ids.js'
import { presentFigures } from '../../../../../server/product/programs/campaigns/figures/stats.js'
import type { FiguresRow } from '../../../../../server/product/programs/campaigns/figures/stats-statement.js'

/** Figures add up, whatever has become of the recipients. */

const row = {
  id: newUuid(),
  status: 'sending',
  walked: 100,
  released: 60,
  skipped: 5,
  failed: 3,
  skip_reasons: { opted_out: 4, hard_bounce: 1, missing_variable: 3 },
  as_of: new Date(0),
  outcomes: [
    ['b.example', 'delivered', 20],
    ['a.example', 'delivered', 20],
    ['c.example', 'suppressed', 2],
    ['c.example', 'scheduled', 3],
    ['c.example', 'failed', 1],
    [null, 'bounced', 14],
  ],
  unsent: [['hard_bounce', 2]],
  hours: [
    ['2026-01-14T09:00:00+00:00', 40, 14, 1, 2, 1],
    ['2026-01-14T11:00:00+00:00', 0, 0, 0, 1, 0],
  ],
} as unknown as FiguresRow

const sum = (counts: object) =>
  Object.values(counts).reduce((total: number, count: number) => total + count, 0)

test.each(['sending', 'paused', 'sent', 'cancelled'] as const)('while it is %s', (status) => {
  const figures = presentFigures({ ...row, status })
  expect(sum(figures.by_status)).toBe(figures.recipients)
  const [pending, cancelled] = status === 'cancelled' ? [0, 32] : [32, 0]
  expect(figures.by_status).toEqual({
    ...{ pending, cancelled, skipped: 7, queued: 3, deferred: 0 },
    ...{ delivered: 40, bounced: 14, failed: 4 },
  })
  for (const { count, by_status } of figures.by_destination) expect(sum(by_status)).toBe(count)
})

test('the most frequent first, and the rest without a name at the end', () => {
  const { by_reason: reasons, by_destination: destinations, ...figures } = presentFigures(row)
  expect(reasons).toEqual([
    { status: 'skipped', reason: 'opted_out', count: 4 },
    { status: 'skipped', reason: 'hard_bounce', count: 3 },
    { status: 'failed', reason: 'missing_variable', count: 3 },
  ])
  expect(destinations.map(({ destination, count }) => [destination, count])).toEqual([
    ['a.example', 20],
    ['b.example', 20],
    ['c.example', 6],
    [null, 14],
  ])
  expect(figures).toMatchObject({ complained: 3, unsubscribed: 1 })
  expect(figures.over_time.map(({ hour }) => hour)).toEqual([
    '2026-01-14T09:00:00.000Z',
    '2026-01-14T11:00:00.000Z',
  ])
})
