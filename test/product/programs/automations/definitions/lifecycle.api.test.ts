import { beforeAll, describe, expect, test } from 'vitest'
import { fromTypeId } from '../../../../../server/platform/db/ids.js'
import { call } from '../../../../support/api/api.js'
import {
  automationCalls,
  exitStep,
  welcomeMail,
  type AutomationCalls,
} from '../../../../support/automations/automation-calls.js'
import type { TestService } from '../../../../support/service/service.js'
import { sharedApi } from '../../../../support/service/shared-service.js'
import { plain, refusalOf } from '../../../../support/templates/template-calls.js'
import { addTenant, type Tenant } from '../../../../support/workspace/tenant.js'

/** Tests how an automation is published, paused, resumed and archived, and the refusals of each. */

let service: TestService
let tenant: Tenant
let automations: AutomationCalls
beforeAll(async () => {
  service = await sharedApi()
  tenant = await addTenant(service)
  automations = await automationCalls(service, tenant)
})

const send = (template_id: string, fields: object = {}) => ({
  key: 'welcome',
  send: { template_id, ...fields },
})

/** The triggers of an automation, as kind and name. */
async function triggersOf(id: string): Promise<unknown[]> {
  const { rows } = await service.sql.query<{ kind: string; name: string }>(
    'select kind, name from automation_triggers where workspace_id = $1 and automation_id = $2',
    [tenant.workspaceId, fromTypeId('aut', id)],
  )
  return rows.map(({ kind, name }) => [kind, name])
}

describe('publishing', () => {
  test('makes a draft active, has its trigger start runs, and says so in an event', async () => {
    const id = await automations.made({ steps: [send(await automations.template())] })
    expect(await triggersOf(id)).toEqual([])
    const reply = await automations.publish(id)
    expect([reply.status, reply.body]).toEqual([
      200,
      {
        ...(await automations.get(id)).body,
        status: 'active',
        published_version: 1,
        latest_version: 1,
      },
    ])
    expect(await triggersOf(id)).toEqual([['event', 'signed_up']])
    expect((await automations.version(id, 1)).body.published_at).toBe(reply.body.updated_at)
    expect(await automations.events(id, 'automation.published')).toEqual([
      { automation_id: id, name: 'Welcome', version: 1, previous_version: null },
    ])
  })

  test('the published version changes nothing', async () => {
    const id = await automations.published()
    const before = (await automations.get(id)).body
    expect((await automations.publish(id)).body).toEqual(before)
    expect(await automations.events(id, 'automation.published')).toHaveLength(1)
  })

  test('moves the trigger to another version, and back', async () => {
    const list = await automations.list()
    const id = await automations.published()
    await automations.createVersion(id, { trigger: { list: { list_id: list, on: 'confirmed' } } })
    await automations.createVersion(id, { trigger: { manual: {} } })
    await automations.createVersion(id, { trigger: { contact_created: {} } })
    expect(await triggersOf(id)).toEqual([['event', 'signed_up']])
    await automations.publish(id, 2)
    expect(await triggersOf(id)).toEqual([['list_confirmed', list]])
    await automations.publish(id, 3)
    expect(await triggersOf(id)).toEqual([])
    await automations.publish(id, 4)
    expect(await triggersOf(id)).toEqual([['contact_created', '']])
    const first = (await automations.version(id, 1)).body.published_at
    expect((await automations.publish(id, 1)).body).toMatchObject({ published_version: 1, latest_version: 4 })
    expect(await triggersOf(id)).toEqual([['event', 'signed_up']])
    expect((await automations.version(id, 1)).body.published_at).toBe(first)
    expect(await automations.events(id, 'automation.published')).toMatchObject([
      { version: 1, previous_version: null },
      { version: 2, previous_version: 1 },
      { version: 3, previous_version: 2 },
      { version: 4, previous_version: 3 },
      { version: 1, previous_version: 4 },
    ])
  })

  test('leaves a paused one paused', async () => {
    const id = await automations.published()
    await automations.createVersion(id)
    await automations.pause(id)
    expect((await automations.publish(id, 2)).body).toMatchObject({ status: 'paused', published_version: 2 })
  })

  test('is refused for a version that there is not, a member, and an archived one', async () => {
    const id = await automations.made()
    expect(refusalOf(await automations.publish(id, 2))).toEqual([404, 'not_found'])
    expect(refusalOf(await automations.publish(id, 1, automations.member))).toEqual([
      403,
      'insufficient_scope',
    ])
    await automations.archive(id)
    expect(refusalOf(await automations.publish(id))).toEqual([409, 'invalid_state'])
  })
})

describe('what keeps a version from being published', () => {
  const unsubscribable = { ...plain, from_email: 'hello@shop.example' }
  test.each<[string, () => Promise<Record<string, unknown>>, string, string]>([
    [
      'a template that was never published',
      async () => ({ steps: [send(await automations.templates.made(welcomeMail))] }),
      '/steps/0/send/template_id',
      'template_not_published',
    ],
    [
      'no sender',
      async () => ({
        steps: [send(await automations.templates.published({ ...welcomeMail, from_email: undefined }))],
      }),
      '/sender/from_email',
      'required',
    ],
    [
      'a mail without the link to unsubscribe',
      async () => ({ steps: [exitStep, send(await automations.templates.published(unsubscribable))] }),
      '/steps/1/send/text',
      'unsubscribe_link_missing',
    ],
    [
      'one without it in a branch and in one language',
      async () => {
        const locales = { de: { subject: 'Hallo', text: 'Hallo' } }
        const template = await automations.templates.published({ ...welcomeMail, locales })
        const branch = { cases: [], else: [send(template)] }
        branch.cases.push({ if: { property: { name: 'a', op: 'exists', value: true } }, steps: [] } as never)
        return { steps: [{ key: 'choose', branch }] }
      },
      '/steps/0/branch/else/0/send/locales/de/text',
      'unsubscribe_link_missing',
    ],
  ])('%s', async (_, fields, path, code) => {
    const id = await automations.made(await fields())
    expect(refusalOf(await automations.publish(id))).toEqual([422, 'validation_failed', path, code])
    expect((await automations.get(id)).body.status).toBe('draft')
  })

  test('a version of a template that was not published, in a live project', async () => {
    const template = await automations.templates.published(welcomeMail)
    const live = { project_id: tenant.liveProject }
    const { name: _, ...content } = welcomeMail
    await automations.templates.createVersion(template, content)
    const pinned = await automations.made({ ...live, steps: [send(template, { version: 2 })] })
    expect(refusalOf(await automations.publish(pinned))).toEqual([
      422,
      'validation_failed',
      '/steps/0/send/version',
      'template_not_published',
    ])
  })

  test('a segment that was deleted, which an older version names', async () => {
    const segment = await automations.programs.segment()
    const id = await automations.made({ entry_rule: { segment: { segment_id: segment } } })
    await automations.createVersion(id)
    await call(service.url, 'DELETE', `/v1/segments/${segment}`, { key: automations.session })
    expect(refusalOf(await automations.publish(id))).toEqual([
      422,
      'validation_failed',
      '/entry_rule/segment/segment_id',
      'not_found',
    ])
  })

  test('transactional mail needs no link, and the automation can say who it is from', async () => {
    const template = await automations.templates.published(plain)
    const steps = [send(template, { transactional: true })]
    const id = await automations.published({ steps, sender: { from_email: 'hello@shop.example' } })
    expect((await automations.get(id)).body.status).toBe('active')
  })
})

describe('pausing and resuming', () => {
  test('changes the status, and again changes nothing', async () => {
    const id = await automations.published()
    const paused = await automations.pause(id)
    expect([paused.status, paused.body.status]).toEqual([200, 'paused'])
    expect((await automations.pause(id)).body).toEqual(paused.body)
    // What happens meanwhile is counted as ignored, so it is still looked for.
    expect(await triggersOf(id)).toEqual([['event', 'signed_up']])
    const resumed = await automations.resume(id)
    expect([resumed.status, resumed.body.status]).toEqual([200, 'active'])
    expect((await automations.resume(id)).body).toEqual(resumed.body)
  })

  test.each<'pause' | 'resume'>(['pause', 'resume'])(
    '%s: not for a draft or an archived one',
    async (action) => {
      const id = await automations.made()
      expect(refusalOf(await automations[action](id))).toEqual([409, 'invalid_state'])
      await automations.archive(id)
      expect(refusalOf(await automations[action](id))).toEqual([409, 'invalid_state'])
    },
  )
})

describe('archiving', () => {
  const dueOf = async (id: string) => {
    const { rows } = await service.sql.query<{ due: boolean }>(
      'select due_at <= now() as due from automations where id = $1',
      [fromTypeId('aut', id)],
    )
    return rows[0]?.due
  }

  test.each<[string, (id: string) => Promise<unknown>]>([
    ['an active one', (id) => automations.publish(id)],
    [
      'a paused one',
      async (id) => {
        await automations.publish(id)
        await automations.pause(id)
      },
    ],
  ])('%s: nothing starts runs any more, and its runs are due to be cancelled', async (_, prepare) => {
    const id = await automations.made()
    await prepare(id)
    const reply = await automations.archive(id)
    expect([reply.status, reply.body]).toMatchObject([200, { status: 'archived', published_version: 1 }])
    expect(await triggersOf(id)).toEqual([])
    expect(await dueOf(id)).toBe(true)
    expect((await automations.archive(id)).body).toEqual(reply.body)
  })

  test('a draft, which has no runs; it gets no other version', async () => {
    const id = await automations.made()
    expect((await automations.archive(id)).body.status).toBe('archived')
    expect(await dueOf(id)).toBeNull()
    expect(refusalOf(await automations.createVersion(id))).toEqual([409, 'invalid_state'])
  })
})
