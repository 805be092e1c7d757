import { expect, test } from 'vitest'
import { Deferrals, messageKey } from '../../../server/operate/sink/deferrals.js'
import { liveBytes } from '../../support/service/live-heap.js'

test('a message is refused twice, and the oldest of too many are forgotten', () => {
  const deferrals = new Deferrals(2)
  const refuses = (message: string) => deferrals.refuses(message, 'defer@x.test')
  expect([1, 2, 3].map(() => refuses('<a@x.test>'))).toEqual([true, true, false])
  expect(deferrals.refuses('<a@x.test>', 'DEFER@x.test')).toBe(false)
  expect([refuses('<b@x.test>'), refuses('<c@x.test>'), refuses('<a@x.test>')]).toEqual([true, true, true])
})

test('the counts take little memory, however long a Message-ID is', () => {
  const deferrals = new Deferrals()
  const before = liveBytes()
  for (let order = 0; order < 500; order += 1) {
    const raw = Buffer.from(`Message-ID: <${'y'.repeat(100_000)}${order}@x.test>\r\n\r\nbody\r\n`)
    expect(deferrals.refuses(messageKey(raw), 'defer@x.test')).toBe(true)
  }
  expect(liveBytes() - before).toBeLessThan(5_000_000)
})
