import { afterAll, beforeAll, expect, test } from 'vitest'
import { call } from '../../../support/api/api.js'
import { startTestService, type TestService } from '../../../support/service/service.js'
import { templateCalls, type TemplateCalls } from '../../../support/templates/template-calls.js'
import { firstTenant, type Tenant } from '../../../support/workspace/tenant.js'
import { until } from '../../../support/time/until.js'

/** A change by one process is seen by another one within 5 seconds. */

let here: TestService
let there: TestService
let tenant: Tenant
let key: string
let templates: TemplateCalls
beforeAll(async () => {
  const env = { POSTSEAL_ROLES: 'api' }
  here = await startTestService({ env })
  there = await startTestService({ beside: here, env })
  tenant = firstTenant(here)
  key = await tenant.key()
  templates = templateCalls(here.url, await tenant.session('admin'))
})
afterAll(async () => {
  await there.stop()
  await here.stop()
})

const sentBy = (service: TestService, template_id: string) => sentWith(service, { template_id })

async function sentWith(service: TestService, template: object): Promise<string> {
  const sent = await call(service.url, 'POST', '/v1/messages', {
    key,
    body: {
      project_id: tenant.liveProject,
      from_email: 'a@shop.example',
      to: [{ email: 'ada@example.com' }],
      template,
    },
  })
  if (sent.status !== 202) return sent.body.error.code as string
  const path = `/v1/messages/${sent.body.id as string}`
  return (await call(service.url, 'GET', path, { key })).body.subject as string
}

test('a publication, a roll-back and a deletion', async () => {
  const id = await templates.published({ subject: 'One' })
  await templates.createVersion(id, { subject: 'Two', text: 'Two' })
  expect([await sentBy(here, id), await sentBy(there, id)]).toEqual(['One', 'One'])
  for (const [change, outcome] of [
    [() => templates.publish(id, 2), 'Two'],
    [() => templates.publish(id, 1), 'One'],
    [() => templates.remove(id), 'template_not_found'],
  ] as const) {
    expect((await change()).status).toBeLessThan(300)
    expect(await sentBy(here, id)).toBe(outcome)
    await until(async () => (await sentBy(there, id)) === outcome, outcome)
  }
})

test('a template that the other process has just made', async () => {
  const id = await templates.made({ subject: 'New' })
  expect(await sentBy(there, id)).toBe('template_not_published')
  await templates.publish(id, 1)
  await until(async () => (await sentBy(there, id)) === 'New', 'the publication')
})

test('an alias that moves to another template', async () => {
  const alias = 'receipt'
  const first = await templates.published({ subject: 'First', alias })
  const second = await templates.published({ subject: 'Second' })
  expect(await sentWith(there, { alias })).toBe('First')
  await templates.update(first, { alias: null })
  await templates.update(second, { alias })
  expect(await sentWith(here, { alias })).toBe('Second')
  await until(async () => (await sentWith(there, { alias })) === 'Second', 'the move')
})
