import { beforeAll, describe, expect, test } from 'vitest'
import { fromTypeId, newUuid } from '../../../server/platform/db/ids.js'
import { call, type ApiReply } from '../../support/api/api.js'
import {
  automationCalls,
  exitStep,
  type AutomationCalls,
} from '../../support/automations/automation-calls.js'
import { campaignCalls, newsletter, type CampaignCalls } from '../../support/campaigns/campaign-calls.js'
import { operations } from '../../support/api/contract.js'
import { lockWaits, sessionOf } from '../../support/database/lock-waits.js'
import { everybody } from '../../support/campaigns/program-calls.js'
import type { TestService } from '../../support/service/service.js'
import { sharedApi } from '../../support/service/shared-service.js'
import { piece, refusalOf, templateCalls } from '../../support/templates/template-calls.js'
import { addTenant, type Tenant } from '../../support/workspace/tenant.js'
import { until } from '../../support/time/until.js'

/** A member cannot change who gets what an admin has released, nor what it says. */

let service: TestService
let tenant: Tenant
let campaigns: CampaignCalls
let automations: AutomationCalls
beforeAll(async () => {
  service = await sharedApi()
  tenant = await addTenant(service)
  campaigns = await campaignCalls(service, tenant)
  automations = await automationCalls(service, tenant)
})

const nobody = { not: everybody }
const named = (segment_id: string) => ({ segment: { segment_id } })
const refused = [403, 'insufficient_scope']
const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString()

/** A new segment that a release may use. */
const segment = (rule: object = nobody) => automations.programs.segment({ ...rule })
const patch = (id: string, body: object, key = campaigns.member) =>
  call(service.url, 'PATCH', `/v1/segments/${id}`, { key, body })
const widen = (id: string, key?: string) => patch(id, { rule: everybody }, key)

/** A member may not change the rule, and is told what uses the segment. An admin may. */
async function isKept(id: string, ...users: string[]): Promise<void> {
  const reply = await widen(id)
  expect(refusalOf(reply)).toEqual(refused)
  for (const user of users) expect(reply.body.error.message).toContain(user)
  const path = `/v1/segments/${id}`
  expect((await call(service.url, 'GET', path, { key: campaigns.member })).body.rule).toEqual(nobody)
}
const isFree = async (id: string) => expect((await widen(id)).status).toBe(200)

async function scheduled(audience: object): Promise<string> {
  const id = await campaigns.made({ audience })
  expect((await campaigns.schedule(id, tomorrow())).status).toBe(200)
  return id
}

/** Written past the API, as the worker does. */
const become = (id: string, columns: Record<string, unknown>) => campaigns.set(fromTypeId('cmp', id), columns)

describe('the rule of a segment that a campaign', () => {
  test.each(['segment_id', 'exclude_segment_id'])('names as its %s', async (name) => {
    const used = await segment()
    const draft = await campaigns.made({ audience: { [name]: used } })
    await isFree(used)
    await patch(used, { rule: nobody })
    await campaigns.schedule(draft, tomorrow())
    await isKept(used, `the scheduled campaign ${draft}`)
    await campaigns.post(draft, 'unschedule')
    await isFree(used)
  })

  test('names through two others', async () => {
    const innermost = await segment()
    const inner = await segment({ any: [named(innermost)] })
    const outer = await segment({ all: [{ not: named(inner) }] })
    const id = await scheduled({ segment_id: outer })
    await isKept(innermost, id, `through ${outer}`)
    expect(refusalOf(await widen(inner))).toEqual(refused)
  })

  test('will read because it was paused before it started', async () => {
    const used = await segment()
    const id = await scheduled({ segment_id: used })
    await become(id, { status: 'paused', pause_reason: 'missed_schedule', due_at: null })
    await isKept(used, `the paused campaign ${id}`)
    await campaigns.post(id, 'cancel')
    await isFree(used)
  })

  test.each(['sending', 'paused'])('has copied, as it is %s, is free', async (status) => {
    const used = await segment()
    const id = await scheduled({ segment_id: used })
    const rules = JSON.stringify({ include: nobody, exclude: null })
    await become(id, { status, phase: 'walk', started_at: new Date(), rules })
    await isFree(used)
    // What the campaign goes by is what it started with.
    const contact = await automations.contact(`${newUuid()}@example.com`)
    const { body } = await campaigns.post(id, 'preview', { contact_id: contact })
    expect(body.recipient.reason).toBe('not_in_segment')
    await campaigns.post(id, 'cancel')
  })

  test('stays as it is with a change of the name, or of nothing', async () => {
    const used = await segment()
    await scheduled({ segment_id: used })
    const renamed = await patch(used, { name: 'Nobody', rule: nobody })
    expect([renamed.status, renamed.body.name]).toEqual([200, 'Nobody'])
    expect(refusalOf(await patch(used, { name: 'All', rule: everybody }))).toEqual(refused)
  })

  test.each(['admin', 'owner'] as const)('is changed by an %s', async (role) => {
    const used = await segment()
    await scheduled({ segment_id: used })
    expect((await widen(used, await tenant.session(role))).status).toBe(200)
  })
})

const usedBy: Record<string, (used: string) => Record<string, unknown>> = {
  'the entry rule': (used) => ({ entry_rule: named(used) }),
  'an exit': (used) => ({ exit_on: [{ rule: named(used) }] }),
  'a branch': (used) => ({
    steps: [{ key: 'choose', branch: { cases: [{ if: { any: [named(used)] }, steps: [exitStep] }] } }],
  }),
}

describe('the rule of a segment that an automation has in', () => {
  test.each(Object.entries(usedBy))('%s', async (_, fields) => {
    const inner = await segment()
    const used = await segment(named(inner))
    const id = await automations.made(fields(used))
    await isFree(inner)
    await patch(inner, { rule: nobody })
    await automations.publish(id)
    await isKept(inner, `the active automation ${id}`, `through ${used}`)
    expect(refusalOf(await widen(used))).toEqual(refused)
    await automations.pause(id)
    await isKept(inner, `the paused automation ${id}`)
    await automations.archive(id)
    await isFree(inner)
  })

  test('a version with runs that go on, though another one is published', async () => {
    const used = await segment()
    const id = await automations.published(usedBy['an exit']?.(used))
    await automations.createVersion(id)
    await automations.publish(id, 2)
    await service.sql.query(
      `insert into automation_runs (workspace_id, id, automation_id, version, project_id, environment, contact_id, status,
         trigger_kind, since, started_at, step_started_at)
       values ($1, $2, $3, 1, $4, 'test', $4, 'waiting', 'manual', now(), now(), now())`,
      [tenant.workspaceId, newUuid(), fromTypeId('aut', id), newUuid()],
    )
    await isKept(used, id)
    await service.sql.query('delete from automation_runs where automation_id = $1', [fromTypeId('aut', id)])
    await isFree(used)
  })

  test('a version that nobody has published', async () => {
    const used = await segment()
    const id = await automations.published()
    await automations.createVersion(id, usedBy['a branch']?.(used), automations.member)
    await isFree(used)
  })
})

/** A release and a change of a nested rule at the same time: the second sees what the first has done. */
describe('at the moment in which', () => {
  /** Asks for both while a lock keeps the first from its end. */
  async function atOnce(
    lock: [table: string, id: string],
    first: () => Promise<ApiReply>,
    second: () => Promise<ApiReply>,
  ): Promise<[ApiReply, ApiReply]> {
    const blocker = await service.sql.connect()
    const session = await sessionOf(blocker)
    const waiting = (count: number) =>
      until(async () => {
        const waits = await lockWaits(service.sql)
        const behind = new Set([session])
        // A set goes on to what is added while it is gone through.
        for (const blocking of behind) {
          for (const wait of waits) if (wait.blocking === blocking) behind.add(wait.waiting)
        }
        return behind.size > count
      }, `${count} to wait`)
    try {
      await blocker.query('begin')
      await blocker.query(`select from ${lock[0]} where workspace_id = $1 and id = $2 for update`, [
        tenant.workspaceId,
        lock[1],
      ])
      const firstReply = first()
      await waiting(1)
      const secondReply = second()
      await waiting(2)
      await blocker.query('commit')
      return await Promise.all([firstReply, secondReply])
    } finally {
      await blocker.query('rollback')
      blocker.release()
    }
  }

  /** Prepares a release, and the status of the release's reply if its segment was changed after it was checked. */
  type Release = [
    prepare: (outer: string, template: string) => Promise<() => Promise<ApiReply>>,
    status: number,
  ]
  const releases: Record<string, Release> = {
    'a campaign is scheduled': [
      async (outer, template) => {
        const id = await campaigns.made({
          template: { template_id: template },
          audience: { segment_id: outer },
        })
        return () => campaigns.schedule(id, tomorrow())
      },
      409,
    ],
    'a scheduled campaign gets the segment': [
      async (outer, template) => {
        const id = await campaigns.made({ template: { template_id: template } })
        await campaigns.schedule(id, tomorrow())
        return () => campaigns.update(id, { audience: { segment_id: outer } })
      },
      409,
    ],
    'another version is published': [
      async (outer, template) => {
        const id = await automations.published()
        const send = { template_id: template, transactional: true }
        await automations.createVersion(id, { entry_rule: named(outer), steps: [{ key: 'mail', send }] })
        return () => automations.publish(id, 2)
      },
      200,
    ],
  }

  describe.each(Object.entries(releases))('%s', (_, [prepare, status]) => {
    const given = async () => {
      const inner = await segment()
      const template = await campaigns.templates.published(newsletter)
      return { inner, template, release: await prepare(await segment(named(inner)), template) }
    }

    test('a member waits and is refused', async () => {
      const { inner, template, release } = await given()
      const [released, changed] = await atOnce(['templates', fromTypeId('tpl', template)], release, () =>
        widen(inner),
      )
      expect([released.status, ...refusalOf(changed)]).toEqual([200, ...refused])
    })

    test('it waits for a member that was first', async () => {
      const { inner, release } = await given()
      const [changed, released] = await atOnce(
        ['segments', fromTypeId('seg', inner)],
        () => widen(inner),
        release,
      )
      expect([changed.status, released.status]).toEqual([200, status])
      if (status === 409) expect((await release()).status).toBe(200)
    })
  })
})

describe('what a mail says', () => {
  test('is pinned: a member adds versions, which nobody gets before an admin publishes them', async () => {
    const layout = await campaigns.templates.published(
      piece('layout', '<h1>Shop</h1>{% block content %}{% endblock %}'),
    )
    const html = `{% layout '${layout}' %}{% block content %}<a href="{{ unsubscribe_url }}">leave</a>{% endblock %}`
    const template = await campaigns.templates.published({ ...newsletter, html })
    const id = await campaigns.made({ template: { template_id: template } })
    await campaigns.schedule(id, tomorrow())
    const shown = async () => (await campaigns.post(id, 'preview', {})).body.mail as object
    const before = await shown()
    const byMember = templateCalls(service.url, campaigns.member)
    const added = await byMember.createVersion(template, { subject: 'Other', text: 'Other' })
    const other = await byMember.createVersion(layout, {
      html: '<h1>Other</h1>{% block content %}{% endblock %}',
    })
    expect([added.status, other.status]).toEqual([201, 201])
    expect((await byMember.rename(template, 'Renamed')).status).toBe(200)
    for (const each of [template, layout]) {
      expect(refusalOf(await byMember.publish(each, 2))).toEqual(refused)
      expect((await byMember.get(each)).body.published_version).toBe(1)
    }
    expect(before).toBeDefined()
    expect(await shown()).toEqual(before)
  })

  test('is of the published version of an automation, whatever versions members add', async () => {
    const id = await automations.published()
    await automations.createVersion(id, {}, automations.member)
    expect(refusalOf(await automations.publish(id, 2, automations.member))).toEqual(refused)
    const { body } = await automations.rename(id, 'Other', automations.member)
    expect([body.published_version, body.latest_version]).toEqual([1, 2])
  })

  test('is kept by the campaign itself', async () => {
    const id = await scheduled({})
    for (const change of [{ from_name: 'Other' }, { variables: {} }, { rate_per_hour: 1 }, { name: 'B' }]) {
      expect(refusalOf(await campaigns.update(id, change, campaigns.member))).toEqual(refused)
    }
  })
})

test('these are all the mutations that members may ask for', () => {
  const asked = operations
    .filter(({ method, security }) => {
      return method !== 'get' && security.some(({ workspaceSession }) => workspaceSession?.[0] === 'member')
    })
    .map(({ id }) => id)
  expect(asked.sort()).toEqual(
    [
      // Store nothing, or nothing but a count.
      ...['countSegment', 'explainSegment', 'previewSegment', 'previewTemplate'],
      ...[
        'checkCampaign',
        'previewCampaign',
        'previewTemplateContent',
        'simulateAutomation',
        'testInboundRoute',
      ],
      // Make what nothing uses yet.
      ...['createAutomation', 'createAutomationVersion', 'createCampaign', 'createSegment', 'createTemplate'],
      'createTemplateVersion',
      // Change a name alone.
      ...['updateAutomation', 'updateTemplate'],
      // Refuse what is released.
      ...['updateCampaign', 'updateSegment'],
      // Mails and an event of their own, which neither a campaign counts nor an automation sees.
      ...['testCampaign', 'replayInboundMessage'],
      // One's own.
      ...['revokeSession', 'createPasskeyRegistration', 'createPasskey', 'updatePasskey', 'deletePasskey'],
    ].sort(),
  )
})
