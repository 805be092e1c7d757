import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { fromTypeId, newUuid, toTypeId } from '../../../server/platform/db/ids.js'
import { call } from '../api/api.js'
import type { Asking, ProbingIntruder } from './audience-probes.js'
import { messageFor } from '../messages/messages.js'
import { settledByVictim, type Victim } from './tenant-victim.js'
import { firstTenant } from '../workspace/tenant.js'
import { subscribe } from '../webhooks/webhooks.js'

/** All events that are retained, the oldest first. */
export const followed = '/v1/events/follow?limit=100&since=2020-01-01T00:00:00Z'
/** Its groups have the names of the categories. */
export const categories = '/v1/statistics?group_by=category&max_groups=100'

/** The probes of operations about mail, projects, keys, webhooks and domains of which the contract does not say all. */
export function tenantProbes({
  service,
  victim,
  seesNothing,
  isRefused,
}: Omit<Asking, 'victim'> & { readonly victim: () => Victim }): Record<
  string,
  (intruder: ProbingIntruder) => Promise<void>
> {
  /** A message of one's own that is made from the victim's template. */
  const withTemplate = ({ project }: ProbingIntruder) => ({
    project_id: project,
    from_email: 'no-reply@shop.example',
    to: [{ email: 'ada@example.com' }],
    template: { template_id: victim().templates.message },
  })
  const domainPath = () => `/v1/domains/${victim().domain}`
  const deliveryPath = (subscription: string) =>
    `/v1/webhooks/status/${subscription}/deliveries/${victim().delivery}`
  /** Neither by the id nor by the address, nor one for the victim's project. */
  const savesNothing = async (intruder: ProbingIntruder, method: string): Promise<void> => {
    const { id, webhook } = victim().subscribed
    const path = '/v1/webhooks/status'
    const taken = { url: 'https://intruder.example/', events: ['*'] }
    await isRefused(intruder, [method, path, { ...taken, id }], 404, 'not_found')
    const reading = { ...taken, project_id: victim().tenant.liveProject }
    const inside = intruder.project === victim().tenant.testProject
    await (inside
      ? isRefused(intruder, [method, path, reading], 403, 'environment_not_allowed')
      : isRefused(intruder, [method, path, reading], 422, 'validation_failed'))
    // An address says nothing to another workspace, which can have it too.
    const same = { url: webhook.url, events: ['*'] }
    if (inside) return isRefused(intruder, [method, path, same], 422, 'validation_failed')
    const reply = await call(service().url, method, path, { key: intruder.key, body: same })
    expect([200, 201]).toContain(reply.status)
    expect(reply.body.webhook.id).not.toBe(id)
  }
  return {
    sendMessage: async (intruder) => {
      const code =
        intruder.project === victim().tenant.testProject ? 'environment_not_allowed' : 'project_not_allowed'
      const message = messageFor(victim().tenant.liveProject)
      await isRefused(intruder, ['POST', '/v1/messages', message], 403, code)
      await isRefused(intruder, ['POST', '/v1/messages', withTemplate(intruder)], 404, 'template_not_found')
      const answered = messageFor(intruder.project, { reply_route_id: victim().inbound.route })
      await isRefused(intruder, ['POST', '/v1/messages', answered], 422, 'validation_failed')
    },
    sendMessageBatch: async (intruder) => {
      const code =
        intruder.project === victim().tenant.testProject ? 'environment_not_allowed' : 'project_not_allowed'
      const template = {
        project_id: victim().tenant.liveProject,
        to: [{ email: 'ada@example.com' }],
        template: { template_id: toTypeId('tpl', newUuid()), variables: {} },
      }
      const reply = await call(service().url, 'POST', '/v1/messages/batch', {
        key: intruder.key,
        body: {
          items: [
            { idempotency_key: 'a', message: messageFor(victim().tenant.liveProject) },
            { idempotency_key: 'b', template },
            { idempotency_key: 'c', message: withTemplate(intruder) },
          ],
        },
      })
      expect(reply.body.accepted).toBe(0)
      const errors = reply.body.data.map((item: { error: { code: string } }) => item.error.code) as string[]
      expect(errors).toEqual([code, code, 'template_not_found'])
    },
    cancelMessage: async (intruder) => {
      await isRefused(intruder, ['POST', `/v1/messages/${victim().scheduled}/cancel`], 404, 'not_found')
    },
    retryMessageLog: async (intruder) => {
      await isRefused(intruder, ['POST', `/v1/message-logs/${victim().log}/retry`], 404, 'not_found')
    },
    cancelMessages: async (intruder) => {
      const body = { message_ids: [victim().scheduled, victim().message] }
      const reply = await call(service().url, 'POST', '/v1/messages/cancel', { key: intruder.key, body })
      expect(reply.body).toMatchObject({ cancelled: 0, rejected: 2 })
      const codes = reply.body.data.map(({ error }: { error: { code: string } }) => error.code) as string[]
      expect(codes).toEqual(['not_found', 'not_found'])
    },
    retrieveStatistics: async (intruder) => {
      await seesNothing(intruder, categories)
      // Naming its project is no way around it either, whatever the reply says of it.
      const path = `${categories}&project_id=${victim().tenant.liveProject}`
      const reply = await call(service().url, 'GET', path, { key: intruder.key })
      expect(reply.text).not.toContain(victim().category)
    },
    listMessageLogs: async (intruder) => {
      await seesNothing(intruder, '/v1/message-logs?limit=100')
      // Naming the message is no way around it either.
      const reply = await call(service().url, 'GET', `/v1/message-logs?message_id=${victim().message}`, {
        key: intruder.key,
      })
      expect(reply.body.data).toEqual([])
    },
    exportMessageLogs: async (intruder) => {
      for (const query of ['', `?message_id=${victim().message}`]) {
        const path = `/v1/message-logs/export${query}`
        const { text } = await call(service().url, 'GET', path, { key: intruder.key })
        for (const trace of [victim().log, ...victim().traces]) expect(text).not.toContain(trace)
      }
    },
    exportEvents: async (intruder) => {
      for (const query of ['', `?message_id=${victim().message}`]) {
        const { text } = await call(service().url, 'GET', `/v1/events/export${query}`, { key: intruder.key })
        for (const trace of [victim().event, ...victim().traces]) expect(text).not.toContain(trace)
      }
    },
    retrieveSendingStatus: async (intruder) => {
      const reply = await call(service().url, 'GET', '/v1/sending-status', { key: intruder.key })
      expect(reply.status, reply.text).toBe(200)
      // The status is the workspace's, for each of its projects the same.
      const outside = intruder.project === firstTenant(service()).liveProject
      if (outside) expect(reply.body.window.settled).toBe(0)
      else expect(reply.body.window.settled).toBeGreaterThanOrEqual(settledByVictim)
    },
    createProject: async (intruder) => {
      const name = randomUUID()
      const reply = await call(service().url, 'POST', '/v1/projects', {
        key: intruder.key,
        body: { name, environment: 'test' },
        headers: { 'Idempotency-Key': name },
      })
      expect(reply.status, reply.text).toBe(201)
      if (intruder.project === victim().tenant.testProject) return
      const own = await call(service().url, 'GET', '/v1/projects?limit=100', {
        key: await victim().tenant.key(),
      })
      expect(own.text).not.toContain(name)
    },
    createApiKey: async (intruder) => {
      const body = {
        kind: 'project',
        name: 'Stolen',
        project_id: victim().tenant.liveProject,
        scopes: ['reports:read'],
      }
      const [status, code] =
        intruder.project === victim().tenant.testProject
          ? [403, 'environment_not_allowed']
          : [422, 'validation_failed']
      await isRefused(intruder, ['POST', '/v1/api-keys', body], status, code)
    },
    revokeApiKey: async (intruder) => {
      await isRefused(intruder, ['DELETE', `/v1/api-keys/${victim().keyId}`], 404, 'not_found')
      const reply = await call(service().url, 'GET', '/v1/messages', { key: victim().secret })
      expect(reply.status).toBe(200)
    },
    stopApiKey: async (intruder) => {
      await isRefused(intruder, ['POST', `/v1/api-keys/${victim().keyId}/stop`], 404, 'not_found')
      const reply = await call(service().url, 'GET', '/v1/messages', { key: victim().secret })
      expect(reply.status).toBe(200)
    },
    createApiKeyAwsCredentials: async (intruder) => {
      const path = `/v1/api-keys/${victim().keyId}/aws-credentials`
      await isRefused(intruder, ['POST', path], 404, 'not_found')
    },
    upsertWebhook: (intruder) => savesNothing(intruder, 'PUT'),
    updateWebhook: (intruder) => savesNothing(intruder, 'PATCH'),
    followEvents: async (intruder) => {
      const { status, text } = await call(service().url, 'GET', followed, { key: intruder.key })
      expect(status, text).toBe(200)
      // Events of one's own name the workspace, which another project of the victim's shares.
      const traces = victim().traces.filter((trace) => !trace.startsWith('ws_'))
      expect(traces.filter((trace) => text.includes(trace))).toEqual([])
    },
    listWebhookDeliveries: async (intruder) => {
      const path = '/v1/webhooks/status/deliveries?limit=100'
      await seesNothing(intruder, path)
      // Naming the subscription or its project is no way around it either.
      await seesNothing(intruder, `${path}&webhook_id=${victim().subscribed.id}`)
      await seesNothing(intruder, `${path}&project_id=${victim().tenant.liveProject}`)
    },
    retrieveWebhookDelivery: async (intruder) => {
      await isRefused(intruder, ['GET', deliveryPath(victim().subscribed.id)], 404, 'not_found')
      // Nor is a subscription of one's own.
      const own = await subscribe(service().url, intruder.key)
      await isRefused(intruder, ['GET', deliveryPath(own.id)], 404, 'not_found')
    },
    replayWebhookDelivery: async (intruder) => {
      await isRefused(intruder, ['POST', `${deliveryPath(victim().subscribed.id)}/replay`], 404, 'not_found')
      const own = await subscribe(service().url, intruder.key)
      await isRefused(intruder, ['POST', `${deliveryPath(own.id)}/replay`], 404, 'not_found')
    },
    createWebhookReceiver: async (intruder) => {
      const reply = await call(service().url, 'POST', '/v1/webhook-receivers', {
        key: intruder.key,
        body: {},
      })
      expect(reply.status, reply.text).toBe(201)
      expect(reply.body.url).not.toBe(victim().receiver.url)
      // For the next one, since a workspace has few.
      const path = `/v1/webhook-receivers/${String(reply.body.id)}`
      expect((await call(service().url, 'DELETE', path, { key: intruder.key })).status).toBe(204)
    },
    listDomains: async (intruder) => {
      await seesNothing(intruder, '/v1/domains?limit=100')
      await seesNothing(intruder, `/v1/domains?name=${victim().domainName}`)
    },
    createDomain: async (intruder) => {
      // A name says nothing to another workspace, which can have it too.
      const body = { name: victim().domainName }
      const reply = await call(service().url, 'POST', '/v1/domains', { key: intruder.key, body })
      expect(reply.status, reply.text).toBe(201)
      expect(reply.body.id).not.toBe(victim().domain)
      // Nor does it sign with the victim's key.
      const selector = (reply.body.dkim_keys as { selector: string }[])[0]?.selector
      const own = await call(service().url, 'GET', domainPath(), { key: await victim().tenant.key() })
      expect(own.text).not.toContain(selector)
      // For the next one of that workspace.
      const path = `/v1/domains/${String(reply.body.id)}`
      expect((await call(service().url, 'DELETE', path, { key: intruder.key })).status).toBe(204)
    },
    listTlsReports: async (intruder) => {
      const path = '/v1/deliverability/tls/reports?limit=100'
      await seesNothing(intruder, path)
      // Naming its domain is no way around it either.
      await seesNothing(intruder, `${path}&domain_id=${victim().domain}`)
    },
    listDmarcSources: async (intruder) => {
      const path = '/v1/deliverability/dmarc/sources?limit=100'
      await seesNothing(intruder, path)
      const { rows } = await service().sql.query<{ domain_id: string }>(
        'select domain_id from dmarc_sources where id = $1',
        [fromTypeId('dms', victim().source)],
      )
      // Naming its domain is no way around it either.
      await seesNothing(intruder, `${path}&domain_id=${toTypeId('dom', rows[0]?.domain_id ?? '')}`)
    },
  }
}
