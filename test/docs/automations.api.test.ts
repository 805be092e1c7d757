import { beforeAll, describe, expect, test } from 'vitest'
import type { components } from '../../generated/api-types.js'
import {
  automationCalls,
  welcomeMail,
  type AutomationCalls,
} from '../support/automations/automation-calls.js'
import { call } from '../support/api/api.js'
import { document } from '../support/api/contract.js'
import { tableOf, textOf } from '../support/documentation/documents.js'
import { inboundRouteCalls } from '../support/inbound/inbound-routes.js'
import { sharedApi } from '../support/service/shared-service.js'
import { addTenant } from '../support/workspace/tenant.js'

/** The guide to automations with its reference, and what the catalogue of errors says of their steps. */

const guide = textOf('docs/guide/automations.md') + textOf('docs/guide/automations-reference.md')

describe('what the guide shows of a version', () => {
  const shown = [...guide.matchAll(/^```json\n([\s\S]*?)^```/gm)].map(([, block = '']) => block)
  let calls: AutomationCalls
  let ids: Record<string, string>

  beforeAll(async () => {
    const service = await sharedApi()
    const tenant = await addTenant(service)
    calls = await automationCalls(service, tenant)
    const list = { project_id: tenant.testProject, name: 'News', from_email: 'news@shop.example' }
    const made = await call(service.url, 'POST', '/v1/subscriber-lists', { key: calls.apiKey, body: list })
    const template = await calls.templates.published({ ...welcomeMail, variables: [{ name: 'code' }] })
    const route = await inboundRouteCalls(service.url, calls.session, tenant.testProject).made()
    ids = { 'lst_…': (made.body as { id: string }).id, 'tpl_…': template, 'inr_…': route }
  })

  test('has every kind of step', () => {
    const kinds = (document.components['schemas'] as unknown as Schemas)['AutomationStepKind']?.enum ?? []
    for (const kind of kinds) expect(shown.some((block) => block.includes(`"${kind}"`))).toBe(true)
  })

  test.each(shown)('is taken by the service: %s', async (block) => {
    const named = Object.entries(ids).reduce((text, [name, id]) => text.replaceAll(name, id), block)
    const part = JSON.parse(named) as Record<string, unknown>
    const reply = await calls.create('key' in part ? { steps: [part] } : part)
    expect(reply.status, reply.text).toBe(201)
  })
})

type Schemas = Record<string, Schema>
interface Schema {
  enum?: (string | null)[]
  properties: Schemas
}
const schemas = document.components['schemas'] as unknown as Schemas

const keysOf = (name: string) => Object.keys(schemas[name]?.properties ?? {})
const valuesOf = (schema: Schema | undefined) => (schema?.enum ?? []).filter((value) => value !== null)

test.each([
  ['triggers', '`contact_created`', keysOf('AutomationTrigger')],
  ['steps', '`update_contact`', keysOf('AutomationStep').slice(1)],
  ['waits', '`until_property`', keysOf('AutomationWait')],
  ['reasons to ignore a trigger', '`too_old`', valuesOf(schemas['AutomationIgnoredReason'])],
  ['modes of re-entry', '`after_exit`', valuesOf(schemas['AutomationReentry']?.properties['mode'])],
  ['status of a run', '`exited`', valuesOf(schemas['AutomationRunStatus'])],
  ['outcomes of a step', '`timed_out`', valuesOf(schemas['AutomationRunStep']?.properties['outcome'])],
])('the table of %s has every one of the contract', (_what, part, values) => {
  const tables = guide.match(/(^\|.*\|\n)+/gm) ?? []
  const listed = tables.map((table) =>
    tableOf(table, part)
      .slice(1)
      .map(([cell]) => cell?.replaceAll('`', '')),
  )
  expect(listed).toContainEqual(values)
})

type EndedReason = NonNullable<components['schemas']['AutomationRun']['ended_reason']>

test('the reasons of an end are those of the contract', () => {
  const reasons = (text: string): EndedReason[] =>
    [...text.matchAll(/`(\w+)`/g)].map(([, reason = '']) => reason)
  const contract = (schemas['AutomationRun']?.properties['ended_reason'] as { description?: string })
    .description
  const [, documented = ''] = guide.match(/`ended_reason` says why a run ended[^:]*: ([\s\S]*?)\n\n/) ?? []
  expect(reasons(documented)).toEqual(reasons(contract ?? ''))
})
