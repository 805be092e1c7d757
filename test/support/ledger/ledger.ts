import { mkdtempSync } from 'node:fs'
import path from 'node:path'
import { openKeyRing } from '../../../server/operate/key-ring/key-ring.js'
import { replayParts } from '../../../server/operate/ledger/replay-parts.js'
import { replayLedger, type ReplayReport } from '../../../server/operate/ledger/replay.js'
import { ledgerAddresses } from '../../../server/platform/auth/ledger-addresses.js'
import { serviceEntry } from '../../../server/platform/audit/other-entries.js'
import { openDatabase } from '../../../server/platform/db/connection/database.js'
import { linesIn } from '../../../server/platform/ledger/read.js'
import { scratchFolder } from '../run/scratch-folder.js'
import { startTestService, type TestServiceOptions } from '../service/service.js'

/** Tables in a backup that decide who is written to. */
const tables = [
  'contacts',
  'deleted_contacts',
  'subscriber_lists',
  'subscriptions',
  'consents',
  'topics',
  'topic_consents',
  'suppressions',
  'soft_bounces',
  'deletions',
  'message_logs',
  'inbound_addresses',
]

/** A line as tests look at it: with the address that the ledger has sealed. */
export interface SeenLine {
  readonly kind: string
  readonly id?: string
  readonly address?: string
  readonly gives: boolean
  readonly state: unknown
}

export type LedgerService = Awaited<ReturnType<typeof startWithLedger>>

/** A service with a ledger, and what it takes to restore its database. */
export async function startWithLedger(options: TestServiceOptions = {}) {
  const folder = mkdtempSync(path.join(scratchFolder, 'ledger-'))
  const service = await startTestService({ ...options, env: { ...options.env, POSTSEAL_LEDGER: folder } })
  const own = await openDatabase(service.config)
  const keyRing = await openKeyRing(own.db, service.config)
  const addresses = ledgerAddresses(keyRing.of('erasure'))
  own.ledger?.useAddresses(addresses)
  const copied = async (sql: (table: string) => string) => {
    await service.sql.query(`begin; ${tables.map(sql).join(';')}; commit`)
  }
  return {
    service,
    folder,
    /** The database by another process, with the same ledger. */
    db: own.db,
    /** The lines of a workspace, the first first. */
    lines: async (workspaceId: string): Promise<SeenLine[]> => {
      const lines: (SeenLine & { readonly at: string })[] = []
      for await (const { ws, at, kind, id, sealed, gives, state } of linesIn(folder, () => undefined)) {
        if (ws !== workspaceId) continue
        const address = sealed === undefined ? undefined : addresses.reveal(ws, sealed)
        lines.push({
          at,
          kind,
          ...(id !== undefined && { id }),
          ...(address !== undefined && { address }),
          gives: gives === true,
          state,
        })
      }
      return lines
        .sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
        .map(({ at: _at, ...line }) => line)
    },
    /** Keeps the database as it is now. */
    backUp: async () => {
      await service.sql.query('drop schema if exists backup cascade; create schema backup')
      await copied((table) => `create table backup.${table} as table public.${table}`)
    },
    /** Puts it back. */
    restore: () =>
      copied((table) => `delete from public.${table}; insert into public.${table} table backup.${table}`),
    /** Holds what the ledger has since a time against the database. */
    replay: (since: Date): Promise<ReplayReport> =>
      replayLedger(service.db, {
        folders: [folder],
        parts: replayParts(keyRing),
        addresses,
        since: since.toISOString(),
        entryOf: (workspaceId, count) => serviceEntry(workspaceId, 'ledger_replay', { count }),
      }),
    stop: async () => {
      await own.close()
      await service.stop()
    },
  }
}

/** Sums the lines of all kinds that have changed the database. */
export const changedBy = ({ counts }: ReplayReport) => counts.reduce((sum, { changed }) => sum + changed, 0)
