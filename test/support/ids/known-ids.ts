import { fromTypeId } from '../../../server/platform/db/ids.js'
import { call } from '../api/api.js'
import { audienceIds, audienceOf } from '../audience/audience.js'
import { automationIds } from './automation-ids.js'
import { domainIds } from './domain-ids.js'
import { inboundIds } from './inbound-ids.js'
import { send } from '../messages/messages.js'
import { peopleIds } from './people-ids.js'
import { providerIds } from './provider-ids.js'
import { programIds } from './program-ids.js'
import type { KnownIds } from '../api/requests.js'
import type { TestService } from '../service/service.js'
import { templateCalls } from '../templates/template-calls.js'
import { projectScopes, type Tenant } from '../workspace/tenant.js'
import { webhookIds } from './webhook-ids.js'

/**
 * Ids of every kind for requests that are made from the contract. Each is of a new thing, in the live project of a
 * tenant where the thing has a project.
 *
 * @param key a workspace key with every scope
 * @param session the session of an owner
 */
export function knownIds(service: TestService, tenant: Tenant, key: string, session: string): KnownIds {
  /** One that can be cancelled, or sent at another time. */
  const scheduled = () =>
    send(service.url, key, tenant.liveProject, {
      scheduled_at: new Date(Date.now() + 86_400_000).toISOString(),
    })
  /** Lets a delivery have failed. */
  const failed = async (id: string) => {
    const log = [fromTypeId('log', id)]
    await service.sql.query('delete from delivery_queue where log_id = $1', log)
    await service.sql.query(`update message_logs set status = 'failed' where id = $1`, log)
  }
  const contacts = audienceOf(service, tenant, key)
  const audience = audienceIds(contacts)
  return {
    ...webhookIds(service, tenant.workspaceId, key, true),
    ...domainIds(service, tenant.workspaceId),
    ...audience,
    ...programIds(service, tenant, session),
    ...automationIds(service, tenant, session, audience.con),
    ...inboundIds(service, tenant, session),
    ...peopleIds(service, tenant.workspaceId, session),
    ...providerIds(service, tenant.workspaceId),
    prj: async (operation) => {
      // The contract's example names a contact by its address alone.
      if (operation === 'recordContactEventByAddress') await contacts.contact('ada@example.com')
      return tenant.liveProject
    },
    tpl: () => templateCalls(service.url, session).published({ project_id: tenant.liveProject }),
    msg: scheduled,
    log: async (operation) => {
      const { body } = await call(service.url, 'GET', `/v1/messages/${await scheduled()}`, { key })
      const id = (body as { recipients: [{ log_id: string }] }).recipients[0].log_id
      if (operation === 'retryMessageLog') await failed(id)
      return id
    },
    evt: async () => {
      await scheduled()
      const { body } = await call(service.url, 'GET', `/v1/events?limit=1`, { key })
      return (body as { data: [{ id: string }] }).data[0].id
    },
    key: async () => {
      const body = { kind: 'project', name: 'x', project_id: tenant.liveProject, scopes: projectScopes }
      const reply = await call(service.url, 'POST', '/v1/api-keys', { key: session, body })
      return (reply.body as { api_key: { id: string } }).api_key.id
    },
  }
}
