import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { components } from '../../../../../generated/api-types.js'
import { call } from '../../../../support/api/api.js'
import { newsletter } from '../../../../support/campaigns/campaign-calls.js'
import { startMailServer } from '../../../../support/campaigns/campaigns.js'
import { answerOf, command } from '../../../../support/commands/cli.js'
import { serviceEnv, startProcess } from '../../../../support/service/process.js'
import { templateCalls } from '../../../../support/templates/template-calls.js'
import { until } from '../../../../support/time/until.js'

/** The machine is paused while a service renders: the service and its processes for templates stand still together. */

/** Longer than a render may compute. */
const pauseMs = 2_500
const many = 16

/** A template that computes for some 100 ms, so that a pause meets renders. */
const long = '{% for i in (1..300) %}{% for j in (1..300) %}{% assign k = j %}{% endfor %}{% endfor %}'

test('a pause longer than a render may compute fails no mail', async () => {
  const server = await startMailServer()
  const env = await serviceEnv({
    POSTSEAL_SINK_PORT: String(server.port),
    POSTSEAL_ROLES: 'api,delivery,programs',
  })
  const numbers = { delivery: { backoffSeconds: [1] }, programs: { pollMs: 100 } }
  const service = await startProcess(env, numbers)
  const { url, pid, credentials } = service
  const { test_project_id: project_id, test_project_key: key } = credentials
  const session = await answerOf(command(env, 'session', 'create'))
  for (let index = 0; index < many; index += 1) {
    const body = { project_id, email: `reader-${index}@d${index}.example` }
    expect((await call(url, 'PUT', '/v1/contacts', { key, body })).status).toBe(201)
  }
  const html = `<a href="{{ unsubscribe_url | default: '#' }}">Leave</a>${long}`
  const content = { ...newsletter, html, text: 'Leave: {{ unsubscribe_url | default: "" }}' }
  const template = { template_id: await templateCalls(url, session).published(content) }
  const made = await call(url, 'POST', '/v1/campaigns', {
    key: session,
    body: { project_id, name: 'News', template },
  })
  const path = `/v1/campaigns/${made.body.id as string}`
  expect((await call(url, 'POST', `${path}/schedule`, { key: session, body: {} })).status).toBe(200)

  const single = { project_id, template, to: [{ email: 'ada@example.com' }] }
  const sends = Array.from({ length: 4 }, () => call(url, 'POST', '/v1/messages', { key, body: single }))
  await until(() => server.received.length > 1, 'the first mails')
  const all = [pid, ...childrenOf(pid)]
  expect(all.length).toBeGreaterThan(1)
  for (const each of all) process.kill(each, 'SIGSTOP')
  expect(server.received.length).toBeLessThan(many)
  await sleep(pauseMs)
  for (const each of all) process.kill(each, 'SIGCONT')

  for (const { status, text } of await Promise.all(sends)) expect(status, text).toBe(202)
  type Recipient = components['schemas']['CampaignRecipient']
  let recipients: Recipient[] = []
  await until(async () => {
    recipients = (await call(url, 'GET', `${path}/recipients?limit=100`, { key: session })).body.data
    return (
      recipients.length === many && recipients.every(({ status }) => !['queued', 'deferred'].includes(status))
    )
  }, 'the end of the campaign')
  expect(recipients.map(({ status }) => status)).toEqual(recipients.map(() => 'delivered'))
  await service.stop()
  await server.close()
})

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return /PPid:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] === String(parent)
      } catch {
        // It has ended meanwhile.
        return false
      }
    })
}
