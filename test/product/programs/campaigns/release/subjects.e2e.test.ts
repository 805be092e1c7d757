import { afterAll, beforeAll, expect, test } from 'vitest'
import { call } from '../../../../support/api/api.js'
import { campaignCalls, newsletter } from '../../../../support/campaigns/campaign-calls.js'
import { insertContacts, untilStatus } from '../../../../support/campaigns/campaigns.js'
import { inbox } from '../../../../support/messages/mail.js'
import { startTestService, type TestService } from '../../../../support/service/service.js'
import { addTenant, type Tenant } from '../../../../support/workspace/tenant.js'

/** The subjects of a campaign's mail: what people read in their inboxes is what everybody reads in the logs. */

let service: TestService
beforeAll(async () => {
  service = await startTestService({
    env: { POSTSEAL_ROLES: 'api,delivery,programs,sink' },
    delivery: { pollMs: 20 },
    programs: { pollMs: 20, fullMs: 20, releaseBatch: 3 },
  })
})
afterAll(() => service.stop())

/** Sends a campaign with a subject to a contact for each of the properties. */
async function sent(subject: string, properties: readonly object[], more: object = {}) {
  const tenant = await addTenant(service)
  const { workspaceId, testProject: project } = tenant
  const campaigns = await campaignCalls(service, tenant, { subject, ...more })
  const emails = properties.map((_, index) => `reader${index}@${project.slice(-12)}.example`)
  for (const [index, email] of emails.entries()) {
    await insertContacts(service.sql, { workspaceId, project, properties: properties[index] ?? {} }, [email])
  }
  const id = await campaigns.made()
  await campaigns.schedule(id)
  await untilStatus(campaigns, id, 'sent')
  return { tenant, emails, id }
}

async function logsOf(tenant: Tenant, query: string): Promise<{ recipient: string; subject: string }[]> {
  const key = await tenant.key()
  const reply = await call(service.url, 'GET', `/v1/message-logs?limit=100&${query}`, { key })
  expect(reply.status, reply.text).toBe(200)
  return reply.body.data
}

test('each log has the subject that its recipient reads, and a search finds it', async () => {
  const names = ['Ada', 'Grace {{ name }}', '<Zo\u00eb> & "Max"', 'Joan', 'Karen']
  const { tenant, emails, id } = await sent(
    'Hello {{ contact.properties.first | upcase }}{% if contact.properties.vip %} *{% endif %}',
    names.map((first, index) => ({ first, vip: index === 3 })),
  )
  const expected = names.map((first, index) => `Hello ${first.toUpperCase()}${index === 3 ? ' *' : ''}`)
  const logs = await logsOf(tenant, `campaign_id=${id}`)
  const subjects = new Map(logs.map(({ recipient, subject }) => [recipient, subject]))
  expect(emails.map((email) => subjects.get(email))).toEqual(expected)
  for (const [index, email] of emails.entries()) {
    const [mail] = await inbox(service.url, email)
    expect(mail?.subject).toBe(expected[index])
  }
  const found = await logsOf(tenant, `subject=${encodeURIComponent('Hello JOAN')}`)
  expect(found.map(({ recipient }) => recipient)).toEqual([emails[3]])
})

test('each language has its subject, rendered or as it stands', async () => {
  const { html, text } = newsletter
  const locales = {
    de: { subject: 'Neues für {{ contact.properties.first }}', html, text },
    fr: { subject: 'Du neuf', html, text },
  }
  const readers = [{ first: 'Ada', locale: 'de' }, { first: 'Zoé', locale: 'fr' }, { first: 'Joan' }]
  const { tenant, emails, id } = await sent('News for {{ contact.properties.first }}', readers, { locales })
  const logs = await logsOf(tenant, `campaign_id=${id}`)
  const subjects = new Map(logs.map(({ recipient, subject }) => [recipient, subject]))
  expect(emails.map((email) => subjects.get(email))).toEqual(['Neues für Ada', 'Du neuf', 'News for Joan'])
})
