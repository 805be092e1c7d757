import { fromTypeId, toTypeId } from '../../../server/platform/db/ids.js'
import { inboundRouteCalls } from '../inbound/inbound-routes.js'
import { insertInbound } from '../inbound/inbound-rows.js'
import type { KnownIds } from '../api/requests.js'
import type { TestService } from '../service/service.js'
import type { Tenant } from '../workspace/tenant.js'

/**
 * Ids of inbound routes, messages and attachments for requests that are made from the contract, of the live project.
 * Each is of a new one, and an attachment is the newest message's; all messages are of one route.
 *
 * @param session of an admin
 */
export function inboundIds(
  { sql, url }: Pick<TestService, 'sql' | 'url'>,
  { workspaceId, liveProject }: Tenant,
  session: string,
): Required<Pick<KnownIds, 'inr' | 'inm' | 'att'>> {
  const routes = inboundRouteCalls(url, session, liveProject)
  let route: Promise<string> | undefined
  let newest: { readonly message: string; readonly attachment: string } | undefined
  const insert = async () => {
    const of = {
      workspaceId,
      projectId: fromTypeId('prj', liveProject),
      routeId: fromTypeId('inr', await (route ??= routes.made())),
    }
    const { row, attachments } = await insertInbound(sql, of, {
      attachments: [{ bytes: Buffer.from('%PDF-1.7') }],
    })
    return { message: toTypeId('inm', row.id), attachment: toTypeId('att', attachments[0] ?? '') }
  }
  return {
    inr: () => routes.made(),
    inm: async () => {
      newest = await insert()
      return newest.message
    },
    att: async () => (newest ??= await insert()).attachment,
  }
}
