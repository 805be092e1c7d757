import { mkdtempSync } from 'node:fs'
import type * as Files from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { ledgerCheck } from '../../../../server/operate/cli/doctor/ledger.js'

/** Tests `doctor` with a ledger on a full disk. */

let bavail = 0
vi.mock('node:fs/promises', async (original) => ({
  ...(await original<typeof Files>()),
  statfs: () => Promise.resolve({ bavail, blocks: 100 }),
}))

test('a ledger on a full disk cannot be written', async () => {
  const ledger = mkdtempSync(path.join(tmpdir(), 'postseal-ledger-'))
  const { run } = ledgerCheck({ ledger, dataDir: ledger, databaseUrl: 'postgres://localhost' })
  expect(await run()).toMatchObject({
    status: 'failed',
    seen: `${ledger} cannot be written: the disk is full`,
  })
  bavail = 1
  expect(await run()).toMatchObject({ status: 'ok' })
})
