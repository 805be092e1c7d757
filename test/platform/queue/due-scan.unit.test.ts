import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DueScan } from '../../../server/platform/queue/due-scan.js'

/** Tests that no due row is overlooked, however many rows each owner has, and that every owner has its turn. */

interface Owner {
  readonly key: string
}

/** A queue in memory: for each owner the due times of its rows. */
class Queue {
  readonly rows: { key: string; dueAt: number }[]
  read = 0

  constructor(
    owners: readonly (readonly number[])[],
    readonly now: number,
  ) {
    this.rows = owners.flatMap((times, index) =>
      times.map((dueAt) => ({ key: `owner-${String(index).padStart(3, '0')}`, dueAt })),
    )
  }

  get due() {
    return this.rows.filter(({ dueAt }) => dueAt <= this.now).sort((one, other) => one.dueAt - other.dueAt)
  }

  scan(limits: { rows: number; owners: number }): DueScan<Owner> {
    const take = (rows: { key: string }[], max: number) => {
      const some = rows.slice(0, max).map(({ key }) => ({ key }))
      this.read += some.length
      return Promise.resolve(some)
    }
    return new DueScan<Owner>(
      {
        longest: (max) => take(this.due, max),
        latest: (max) => take(this.due.reverse(), max),
        walk: (after, max) => {
          const keys = [...new Set(this.rows.map(({ key }) => key))].sort().filter((key) => key > after)
          const walked = keys.slice(0, max)
          this.read += walked.length
          const due = new Set(this.due.map(({ key }) => key))
          return Promise.resolve({
            due: walked.filter((key) => due.has(key)).map((key) => ({ key })),
            end: walked.length === max ? walked.at(-1) : undefined,
          })
        },
        keyOf: ({ key }) => key,
        merge: (one) => one,
      },
      limits,
    )
  }

  /** Delivers the row of an owner that has been due for longest. */
  serve(key: string): void {
    const row = this.due.find((each) => each.key === key)
    if (row !== undefined) this.rows.splice(this.rows.indexOf(row), 1)
  }
}

const now = 100
const queues = fc.array(fc.array(fc.integer({ min: 0, max: 200 }), { maxLength: 12 }), {
  minLength: 1,
  maxLength: 40,
})
const limits = fc.record({ rows: fc.integer({ min: 1, max: 8 }), owners: fc.integer({ min: 1, max: 8 }) })

test('with any free capacity all that is due is served, and a look reads a limited number of rows', async () => {
  await fc.assert(
    fc.asyncProperty(queues, limits, fc.integer({ min: 1, max: 3 }), async (owners, most, capacity) => {
      const queue = new Queue(owners, now)
      const scan = queue.scan(most)
      let lastServed = ''
      // A round over all owners finds something at least once.
      const looksInVain = Math.ceil(owners.length / most.owners) + 1
      let inVain = 0
      while (queue.due.length > 0 && inVain <= looksInVain) {
        queue.read = 0
        const found = await scan.find(lastServed)
        expect(queue.read).toBeLessThanOrEqual(2 * most.rows + 2 * most.owners)
        const before = queue.rows.length
        for (const { key } of found.slice(0, capacity)) {
          queue.serve(key)
          lastServed = key
        }
        inVain = queue.rows.length === before ? inVain + 1 : 0
      }
      expect(queue.due).toEqual([])
    }),
  )
})

test('an owner has its turn however much others have, those that were served before included', async () => {
  await fc.assert(
    fc.asyncProperty(queues, limits, fc.nat(), async (owners, most, chosen) => {
      // All but one have work without end, in front of what the one has and behind it.
      const busy = owners.map(() => [...Array<number>(50).fill(1), ...Array<number>(50).fill(now)])
      const one = chosen % owners.length
      busy[one] = [50]
      const queue = new Queue(busy, now)
      const scan = queue.scan(most)
      let lastServed = ''
      const turn = `owner-${String(one).padStart(3, '0')}`
      let looks = 0
      for (; lastServed !== turn && looks < 1000; looks += 1) {
        const [first] = await scan.find(lastServed)
        lastServed = first?.key ?? lastServed
      }
      // One slot comes free a look, so that is a round; and what the first looks served out of turn.
      expect(looks).toBeLessThanOrEqual(2 * owners.length + 1)
    }),
  )
})

test('owners that have nothing due cost nothing', async () => {
  const queue = new Queue(
    Array.from({ length: 500 }, () => [now + 1]),
    now,
  )
  const scan = queue.scan({ rows: 10, owners: 10 })
  expect(await scan.find('')).toEqual([])
  expect(queue.read).toBe(0)
})
