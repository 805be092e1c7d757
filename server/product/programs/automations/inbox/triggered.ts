import type { Knex } from 'knex'
import type { Uuid, WorkspaceId } from '../../../../platform/db/ids.js'
import { statement } from '../../../../platform/db/statements/statement.js'
import { signalOf } from '../definition.js'
import type { StartedAutomation } from '../start/request.js'
import type { LoadedVersion, LoadVersion } from '../versions.js'
import type { InboxRow } from './take.js'

/** An automation that a signal triggers, with the version that new runs follow. */
export interface Triggered {
  readonly row: InboxRow
  readonly automation: StartedAutomation
  readonly version: LoadedVersion
}

interface TriggeredRow extends StartedAutomation {
  readonly place: number
  readonly published_version: number | null
}

/** Selects automations row by row along the primary keys. Triggers and published versions change together. */
const select = statement<
  [workspaceId: WorkspaceId, projectIds: readonly Uuid[], kinds: readonly string[], names: readonly string[]],
  TriggeredRow
>(
  'select_triggered_automations',
  `select asked.place::integer as place, automation.*
   from unnest($2::uuid[], $3::text[], $4::text[]) with ordinality asked (project_id, kind, name, place)
   cross join lateral (
     select automation_id from automation_triggers
     where workspace_id = $1 and project_id = asked.project_id and kind = asked.kind
       and name in (asked.name, '')
     offset 0
   ) triggered
   cross join lateral (
     select id, project_id, environment, status, published_version from automations
     where workspace_id = $1 and id = triggered.automation_id limit 1
   ) automation
   order by asked.place, automation.id`,
)

/** Finds the automations that rows trigger by their kind and name, in the order of the rows. */
export async function findTriggered(
  trx: Knex.Transaction,
  load: LoadVersion,
  workspaceId: WorkspaceId,
  rows: readonly InboxRow[],
): Promise<Triggered[]> {
  const signals = [...new Map(rows.map((row) => [signalPlace(row), row])).values()]
  const found = await select(
    trx,
    workspaceId,
    signals.map((row) => row.project_id),
    signals.map(({ kind }) => kind),
    signals.map(({ name }) => name),
  )
  const bySignal = new Map<string, Omit<Triggered, 'row'>[]>()
  for (const { place, published_version: version, ...automation } of found) {
    const signal = signals[place - 1]
    if (signal === undefined || version === null) continue
    const loaded = await load(trx, { workspaceId, automationId: automation.id, version })
    const expected = loaded && signalOf(loaded.definition.trigger)
    if (loaded === undefined || expected?.kind !== signal.kind) continue
    if (expected.name !== signal.name && expected.name !== '') continue
    const known = bySignal.get(signalPlace(signal))
    if (known === undefined) bySignal.set(signalPlace(signal), [{ automation, version: loaded }])
    else known.push({ automation, version: loaded })
  }
  return rows.flatMap((row) => (bySignal.get(signalPlace(row)) ?? []).map((one) => ({ row, ...one })))
}

function signalPlace({ project_id: projectId, kind, name }: InboxRow): string {
  return `${projectId} ${kind} ${name}`
}
