import type { Knex } from 'knex'
import type { components } from '../../../../../generated/api-types.js'
import { uuidBefore, type Uuid, type WorkspaceId } from '../../../../platform/db/ids.js'
import { examinedAtMost } from '../../../../platform/http/lists/bounded-walk.js'
import {
  unclampedWindow,
  presentPage,
  rangeOf,
  type Found,
  type Page,
  type WindowQuery,
} from '../../../../platform/http/lists/pagination.js'
import { presentContacts, type ContactRow } from '../../contacts/contact-rows.js'
import { PageSize } from './page-size.js'
import type { ResolvedRule, RuleContext } from '../rules/rule.js'
import { findInStretch, lookAtPage, walks } from './walk.js'

/**
 * Returns a page of the contacts that a rule selects, newest first. It ends after as many contacts as other searches
 * look at, whatever it has found; the next page goes on there.
 *
 * @throws ApiError 422 `segment_too_costly`, 503 `unavailable` if there are too many requests at once
 */
export async function listSelected(
  db: Knex,
  rule: ResolvedRule,
  context: RuleContext,
  query: WindowQuery,
): Promise<Page<components['schemas']['Contact']>> {
  const range = rangeOf(query, unclampedWindow(query))
  const { ids, next } = await walks.run(context.workspaceId, () =>
    search(db, rule, context, { ...range, limit: query.limit }),
  )
  const found: Found<ContactRow> = { rows: await contactsOf(db, context.workspaceId, ids), next }
  return presentPage(found, (rows) => presentContacts(db, rows))
}

async function search(
  db: Knex,
  rule: ResolvedRule,
  context: RuleContext,
  { from, below, limit }: { readonly from: Uuid; readonly below: Uuid; readonly limit: number },
): Promise<{ readonly ids: readonly Uuid[]; readonly next: Uuid | null }> {
  const size = new PageSize()
  const found: Uuid[] = []
  const above = uuidBefore(from)
  let position = below
  for (let examined = 0; examined < examinedAtMost;) {
    const most = examinedAtMost - examined
    const page = await lookAtPage(db, size, context.workspaceId, async ({ sql }, contacts) => {
      const asked = Math.min(contacts, most)
      const stretch = { above, below: position, from: 'newest' as const, contacts: asked }
      return { ...(await findInStretch(sql, rule, context, stretch)), asked }
    })
    found.push(...[...page.found].sort().reverse())
    if (found.length > limit) return { ids: found.slice(0, limit), next: found[limit - 1] ?? null }
    if (page.last === null || page.scanned < page.asked) return { ids: found, next: null }
    examined += page.scanned
    position = page.last
  }
  return { ids: found, next: position }
}

/** Returns contacts by their ids, in this order. Contacts that were deleted are left out. */
export async function contactsOf(
  db: Knex,
  workspaceId: WorkspaceId,
  ids: readonly Uuid[],
): Promise<ContactRow[]> {
  if (ids.length === 0) return []
  const rows = await db<ContactRow>('contacts').where({ workspace_id: workspaceId }).whereIn('id', ids)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
