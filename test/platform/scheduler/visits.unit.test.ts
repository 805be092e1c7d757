import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Uuid } from '../../../server/platform/db/ids.js'
import { Visits } from '../../../server/platform/scheduler/purge/visits.js'

/** A purge that remembers when there is something next overlooks nothing, and looks at nothing else. */

const restMs = 1000
const idOf = (number: number) => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`

/** Workspaces by their ids, with the times at which their rows are to go. */
class Rows {
  readonly times = new Map<Uuid, number[]>()
  looks = 0

  add(number: number, at: number): void {
    this.times.set(
      idOf(number),
      [...(this.times.get(idOf(number)) ?? []), at].sort((one, other) => one - other),
    )
  }

  look = (now: number, max: number) => (after: Uuid) => {
    this.looks += 1
    const found = [...this.times.keys()]
      .filter((id) => id > after)
      .sort()
      .slice(0, max)
    let nextAt = Infinity
    for (const id of found) {
      const left = (this.times.get(id) ?? []).filter((at) => at > now)
      if (left.length < (this.times.get(id) ?? []).length) nextAt = -Infinity
      if (left.length === 0) this.times.delete(id)
      else this.times.set(id, left)
      nextAt = Math.min(nextAt, left[0] ?? Infinity)
    }
    return Promise.resolve({ through: found.length < max ? undefined : found.at(-1), nextAt })
  }

  due(now: number): number {
    return [...this.times.values()].flat().filter((at) => at <= now).length
  }
}

/** Rows are new when they are added, and are kept for longer than anything is remembered. */
const steps = fc.array(
  fc.record({
    pause: fc.integer({ min: 1, max: 600 }),
    added: fc.array(
      fc.record({ number: fc.integer({ min: 1, max: 60 }), keptFor: fc.integer({ min: restMs, max: 5000 }) }),
      { maxLength: 20 },
    ),
    stopsAfter: fc.option(fc.nat({ max: 5 })),
  }),
  { minLength: 1, maxLength: 30 },
)

test('each run that comes to its end leaves nothing that was to go', async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.integer({ min: 1, max: 7 }), async (given, max) => {
      const rows = new Rows()
      const visits = new Visits(restMs)
      let now = 0
      for (const { pause, added, stopsAfter } of given) {
        now += pause
        const look = rows.look(now, max)
        let left = stopsAfter ?? Infinity
        const ended = await visits.run(now, async (after) => {
          left -= 1
          return left < 0 ? undefined : look(after)
        })
        if (ended) expect(rows.due(now)).toBe(0)
        for (const { number, keptFor } of added) rows.add(number, now + keptFor)
      }
    }),
  )
})

test('what is kept for long is looked up once in a while, and a neighbour of it alone', async () => {
  const rows = new Rows()
  for (let number = 1; number <= 1000; number += 1) rows.add(number, 1_000_000)
  const visits = new Visits(restMs, () => 1)
  await visits.run(0, rows.look(0, 10))
  expect(rows.looks).toBe(101)
  rows.add(500, 300)
  rows.looks = 0
  await visits.run(200, rows.look(200, 10))
  expect(rows.looks).toBe(0)
  await visits.run(restMs, rows.look(restMs, 10))
  expect(rows.looks).toBe(101)
  expect(rows.due(restMs)).toBe(0)
  // One that has something goes on having some, so the next run looks at its section.
  rows.looks = 0
  await visits.run(restMs + 1, rows.look(restMs + 1, 10))
  expect(rows.looks).toBe(1)
})
