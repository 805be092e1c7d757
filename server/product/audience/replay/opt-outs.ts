import type { Uuid, WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'
import { replayPart, type ReplayPart } from '../../../platform/ledger/replay-part.js'
import { contactsOf } from './contacts.js'
import type { Gone } from './gone.js'

/**
 * Changes the opt-outs of contacts. A contact that has already opted out keeps the time, and one that has decided
 * anew after the line stays as it is.
 */
const change = statement<[workspaceId: WorkspaceId, chosen: string], { id: Uuid }>(
  'opt_out_by_ledger',
  `update contacts set unsubscribed_at = given.unsubscribed_at, updated_at = greatest(updated_at, given.at)
   from json_to_recordset($2::json) as given (id uuid, unsubscribed_at timestamptz, at timestamptz)
   where contacts.workspace_id = $1 and contacts.id = given.id
     and case when given.unsubscribed_at is null then contacts.unsubscribed_at <= given.at
       else contacts.unsubscribed_at is null end
   returning contacts.id`,
)

/** Opts contacts out, or back in, again. */
export function replayOptOuts(gone: Gone): ReplayPart {
  return replayPart({
    kind: 'contact_opt_out',
    title: 'contacts that opted out of campaigns, or back in',
    replay: async (sql, lines) => {
      const found = await contactsOf(sql, gone, lines)
      const chosen = new Map<Uuid, object>()
      let impossible = 0
      for (const [index, { at, gives, state }] of lines.entries()) {
        const contact = found[index]
        if (contact === 'unknown') impossible += 1
        if (contact === undefined || typeof contact === 'string') continue
        const { id } = contact
        chosen.set(id, { id, at, unsubscribed_at: gives === true ? null : (state.unsubscribed_at ?? at) })
      }
      if (chosen.size === 0) return { changed: 0, impossible }
      const changed = await change(sql, lines[0]?.ws ?? '', JSON.stringify([...chosen.values()]))
      return { changed: changed.length, impossible }
    },
  })
}
