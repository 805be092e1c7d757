import pino from 'pino'
import { expect, test } from 'vitest'
import { KeyUses } from '../../../server/platform/auth/key-uses.js'
import { newUuid, type Uuid } from '../../../server/platform/db/ids.js'
import { answeringDatabase } from '../../support/database/answering-database.js'
import { until } from '../../support/time/until.js'

/** Uses of API keys, written to a database that answers as the tests say. */

type Write = Record<Uuid, string>

/** @param write gets the time in milliseconds of each key that is written; the clock shows what `time.ms` says */
function setUp(write: (uses: Write) => Promise<void> | void, max?: number) {
  const time = { ms: 0 }
  const db = answeringDatabase(async ([ids, at]) => {
    const times = at as readonly Date[]
    const uses = (ids as readonly Uuid[]).map((id, index) => [id, String(times[index]?.getTime())])
    await write(Object.fromEntries(uses) as Write)
    return []
  })
  return { time, uses: new KeyUses(db, pino({ enabled: false }), () => new Date(time.ms), max) }
}

const away = () => Promise.reject(Object.assign(new Error('away'), { code: 'ECONNREFUSED' }))

test('go together, and a key goes once however often it is used', async () => {
  const writes: Write[] = []
  const { uses } = setUp((write) => void writes.push(write))
  const [one, other] = [newUuid(), newUuid()]
  for (let count = 0; count < 1_000; count += 1) for (const id of [one, other]) uses.note(id)
  await uses.close()
  uses.note(one)
  await uses.close()
  expect(writes).toEqual([{ [one]: '0', [other]: '0' }])
})

test('go again after 4 minutes', async () => {
  const writes: Write[] = []
  const { uses, time } = setUp((write) => void writes.push(write))
  const id = newUuid()
  for (const ms of [0, 239_000, 241_000]) {
    time.ms = ms
    uses.note(id)
    await uses.close()
  }
  expect(writes).toEqual([{ [id]: '0' }, { [id]: '241000' }])
})

test('wait while the database is away, each key with its last use', async () => {
  let isAway = true
  let tries = 0
  const writes: Write[] = []
  const { uses, time } = setUp((write) => {
    tries += 1
    return isAway ? away() : void writes.push(write)
  })
  const id = newUuid()
  uses.note(id)
  await until(() => tries > 0, 'a try')
  time.ms = 7_000
  uses.note(id)
  isAway = false
  await uses.close()
  expect(writes).toEqual([{ [id]: '7000' }])
})

test('of more keys than may wait are forgotten, and noted when the keys are used again', async () => {
  let isAway = true
  const written: string[] = []
  const { uses } = setUp((write) => (isAway ? away() : void written.push(...Object.keys(write))), 2)
  const ids = [newUuid(), newUuid(), newUuid()]
  for (const id of ids) uses.note(id)
  isAway = false
  await until(() => written.length === 2, 'those that waited')
  expect(written.toSorted()).toEqual(ids.slice(0, 2).toSorted())
  uses.note(ids[2] as Uuid)
  await uses.close()
  expect(written[2]).toBe(ids[2])
})

test('are not waited for without end where the database stays away', async () => {
  const { uses } = setUp(away)
  uses.note(newUuid())
  await uses.close()
})
