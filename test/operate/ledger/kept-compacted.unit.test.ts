import { appendFileSync } from 'node:fs'
import type { Knex } from 'knex'
import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { openLedger } from '../../../server/operate/ledger/start.js'
import { Ledger } from '../../../server/platform/ledger/ledger.js'
import { age, at, filesIn, newFolder, read, revoked, writeFile } from '../../support/ledger/ledger-files.js'

/** A process that looks after its ledger every hour. */

test('a process leaves its file within a day, compacts what is closed, and tells of faults', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  const folder = newFolder()
  const ledger = await Ledger.open(folder)
  let told = ''
  const log = pino({}, { write: (text: string) => (told += text) })
  const stops: (() => Promise<void>)[] = []
  try {
    await openLedger(ledger, {
      db: {} as Knex,
      keyRing: { of: () => () => [new Uint8Array(32)] },
      restores: { names: [] },
      log,
      parts: { add: (_name, stop) => stops.push(stop) },
    })
    await ledger.append(at(1), [revoked('own')])
    vi.advanceTimersByTime(23 * 3_600_000)
    expect(ledger.currentFile).toBeDefined()

    const damaged = await writeFile(folder, { id: 'other' })
    appendFileSync(damaged, 'garbage\n')
    age(folder, 48)
    await expect
      .poll(
        () => {
          vi.advanceTimersByTime(3_600_000)
          return told
        },
        { timeout: 60_000 },
      )
      .toContain('the ledger was compacted')
    expect(told).toContain('the line does not match its checksum')
    await expect
      .poll(
        () => {
          vi.advanceTimersByTime(3_600_000)
          return ledger.currentFile
        },
        { timeout: 60_000 },
      )
      .toBeUndefined()
  } finally {
    vi.useRealTimers()
    for (const stop of stops) await stop()
    await ledger.close()
  }
  const { lines } = await read(folder)
  expect(lines.map(({ kind, id }) => (kind === 'gap' ? kind : id)).sort()).toEqual(['gap', 'other', 'own'])
  expect(filesIn(folder).length).toBeLessThanOrEqual(2)
})
