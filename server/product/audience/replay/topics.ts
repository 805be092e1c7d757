import { newUuid, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import { ownWorkspace } from '../../../platform/db/statements/own-workspace.js'
import { statement } from '../../../platform/db/statements/statement.js'
import { replayPart, type ReplayPart } from '../../../platform/ledger/replay-part.js'
import { chosenSql } from '../topics/standing.js'
import { contactsOf } from './contacts.js'
import type { Gone } from './gone.js'

/** The source of consents that come from the ledger. */
export const ledgerSource = 'ledger'

/** Stores choices about topics. A choice that a contact has made after the line stays. */
const choose = statement<[workspaceId: WorkspaceId, chosen: string, source: string], { id: Uuid }>(
  'choose_topics_by_ledger',
  `insert into topic_consents as chosen (workspace_id, contact_id, id, project_id, topic, action, at, source)
   select own.workspace_id, given.contact_id, given.id, given.project_id, given.topic,
     case when given.subscribed then 'subscribed' else 'unsubscribed' end, given.at, $3
   from ${ownWorkspace} cross join json_to_recordset($2::json) as given (
     contact_id uuid, id uuid, project_id uuid, topic text, subscribed boolean, at timestamptz)
   where ${chosenSql('$1', 'given.contact_id', 'given.topic')} is distinct from given.subscribed
     and not exists (
       select from topic_consents later
       where later.workspace_id = $1 and later.contact_id = given.contact_id and later.topic = given.topic
         and later.at > given.at)
   returning chosen.id`,
)

/** Repeats the last choices that contacts made about topics. */
export function replayTopics(gone: Gone): ReplayPart {
  return replayPart({
    kind: 'contact_topic',
    title: 'topics that contacts ended, or chose again',
    replay: async (sql, lines) => {
      const found = await contactsOf(sql, gone, lines)
      const chosen = new Map<string, object>()
      let impossible = 0
      for (const [index, { at, gives, state }] of lines.entries()) {
        const contact = found[index]
        if (contact === 'unknown') impossible += 1
        if (contact === undefined || typeof contact === 'string') continue
        const { id: contact_id, project_id } = contact
        const { topic } = state
        const subscribed = gives === true
        chosen.set(`${contact_id} ${topic}`, { contact_id, id: newUuid(), project_id, topic, subscribed, at })
      }
      if (chosen.size === 0) return { changed: 0, impossible }
      const json = JSON.stringify([...chosen.values()])
      const changed = await choose(sql, lines[0]?.ws ?? '', json, ledgerSource)
      return { changed: changed.length, impossible }
    },
  })
}
