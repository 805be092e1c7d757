import type { Knex } from 'knex'
import type { Uuid } from '../../../db/ids.js'
import { eraseOnceSettled } from '../erase-contents.js'
import type { Erasure } from '../erasure.js'
import type { Changed, References } from './references.js'

/** What other people's messages say. Of a campaign's they are rendered from `render_input` when they are sent. */
export const contentReferences: References = {
  table: 'message_contents',
  key: { message_id: 'uuid' },
  columns: {
    text: 'text',
    html: 'text',
    reply_to: 'jsonb',
    headers: 'jsonb',
    list_unsubscribe: 'jsonb',
    render_input: 'jsonb',
  },
  ofProject:
    'exists (select from messages where workspace_id = $1 and id = entry.message_id and project_id = $2)',
  after: eraseMadeOf,
}

interface RenderInput {
  readonly contact?: { readonly email?: unknown } | null
}

/**
 * A test of a campaign goes to somebody else with the values of a contact, who may be the person: it says more
 * of them than their address, so all of it goes.
 */
async function eraseMadeOf(trx: Knex, { workspaceId, redactor }: Erasure, changed: readonly Changed[]) {
  const ids = changed
    .filter(({ before }) => redactor.isTheirs((before.render_input as RenderInput | null)?.contact?.email))
    .map(({ before }) => (before.key as Uuid[])[0] ?? '')
  return ids.length === 0 ? {} : eraseOnceSettled(trx, workspaceId, ids)
}
