import { describe, expect, test } from 'vitest'
import { refusePooler, type ProbeClient } from '../../../../server/platform/db/connection/refuse-pooler.js'

type Mode = 'direct' | 'session' | 'transaction' | 'statement' | 'pinning'

/** A PostgreSQL with a pooler before it, in words: which backend answers which client. */
class Pooler {
  readonly #mode: Mode
  readonly #isRoundRobin: boolean
  /** The backends that nobody has. The last one goes first, as in PgBouncer, or the first one. */
  readonly #idle: number[]
  #last = 1000
  open = 0

  constructor(mode: Mode, idle: number[] = [], isRoundRobin = false) {
    this.#mode = mode
    this.#idle = idle
    this.#isRoundRobin = isRoundRobin
  }

  readonly connect = (): Promise<ProbeClient> => {
    this.open += 1
    let own: number | undefined
    let isPinned = this.#mode === 'session' || this.#mode === 'direct'
    const take = () => (this.#isRoundRobin ? this.#idle.shift() : this.#idle.pop()) ?? (this.#last += 1)
    if (this.#mode === 'direct') own = take()
    return Promise.resolve({
      processID: own ?? 7,
      query: (text: string) => {
        if (text === 'begin' && this.#mode === 'statement')
          return Promise.reject(new Error('transaction blocks not allowed in statement pooling mode'))
        if (text === 'begin' || (this.#mode === 'pinning' && text.startsWith('set '))) isPinned = true
        const pid = (own ??= take())
        if (!isPinned) {
          this.#idle.push(pid)
          own = undefined
        }
        return Promise.resolve({ rows: [{ pid }] })
      },
      end: () => {
        this.open -= 1
        return Promise.resolve()
      },
    })
  }
}

describe.each([
  ['new', [], false],
  ['used by others', [1, 2, 3], false],
  ['that goes round', [1, 2, 3], true],
])('a pooler %s', (_name, idle, isRoundRobin) => {
  test.each(['transaction', 'statement'] as const)('is refused in %s mode', async (mode) => {
    const pooler = new Pooler(mode, [...idle], isRoundRobin)
    await expect(refusePooler(pooler.connect)).rejects.toThrow(/pool_mode = session.*DATABASE_URL/)
    expect(pooler.open).toBe(0)
  })

  test.each(['direct', 'session', 'pinning'] as const)('is none that matters: %s', async (mode) => {
    const pooler = new Pooler(mode, [...idle], isRoundRobin)
    await refusePooler(pooler.connect)
    expect(pooler.open).toBe(0)
  })
})

test('where no second connection can be had nothing is proved', async () => {
  const pooler = new Pooler('session')
  const connect = () => (pooler.open > 0 ? Promise.reject(new Error('query_wait_timeout')) : pooler.connect())
  await refusePooler(connect)
})
