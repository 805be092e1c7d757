import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { fromTypeId } from '../../../server/platform/db/ids.js'
import {
  refusalOfProject,
  type Asking,
  type AudienceVictim,
  type ProbingIntruder,
} from './audience-probes.js'
import { call } from '../api/api.js'
import { everybody, programCalls } from '../campaigns/program-calls.js'
import type { TestService } from '../service/service.js'
import type { Tenant } from '../workspace/tenant.js'

/** Probes that try to reach a tenant's segments and campaigns from outside the tenant. */

export interface ProgramVictim {
  readonly tenant: Tenant
  /** Id of a segment that has the contact. */
  readonly segment: string
  /** A draft of which the contact is said to be a recipient. */
  readonly campaign: string
  readonly contact: string
  readonly list: string
  readonly template: string
  /** Texts that stand in these rows and nowhere else. */
  readonly traces: string[]
}

/** @param template one that is published, of the tenant */
export async function makePrograms(
  service: TestService,
  { tenant, contact, list }: AudienceVictim,
  template: string,
): Promise<ProgramVictim> {
  const calls = programCalls(service.url, await tenant.session('admin'), tenant.liveProject)
  const name = randomUUID()
  const segment = await calls.segment(everybody, { name })
  const campaign = await calls.draft({ name, audience: { segment_id: segment } })
  await service.sql.query(
    'insert into campaign_recipients (workspace_id, campaign_id, contact_id) values ($1, $2, $3)',
    [tenant.workspaceId, fromTypeId('cmp', campaign), fromTypeId('con', contact)],
  )
  return { tenant, segment, campaign, contact, list, template, traces: [name, segment, campaign] }
}

type Probe = (intruder: ProbingIntruder) => Promise<void>

/** The probes of operations of which the contract does not say all. */
export function programProbes({
  service,
  victim,
  seesNothing,
  isRefused,
}: Omit<Asking, 'victim'> & { readonly victim: () => ProgramVictim }): Record<string, Probe> {
  const ofProject = () => ({ project_id: victim().tenant.liveProject })
  const list = (path: string): Probe => {
    return async (intruder) => {
      await seesNothing(intruder, `${path}?limit=100`)
      // Naming its project is no way around it either.
      await seesNothing(intruder, `${path}?limit=100&project_id=${victim().tenant.liveProject}`)
    }
  }
  /** Rules of one's own that name what is the victim's. */
  const rules = () => [
    { segment: { segment_id: victim().segment } },
    { list: { list_id: victim().list, status: 'confirmed' } },
    { message: { status: 'delivered', campaign_id: victim().campaign } },
  ]
  /** Lists parts of a campaign of the intruder's own that name something of the victim's. */
  const parts = () => [
    { template: { template_id: victim().template } },
    { audience: { list_id: victim().list } },
    { audience: { segment_id: victim().segment } },
    { audience: { exclude_segment_id: victim().segment } },
  ]
  const refusedAll =
    (method: string, bodies: (intruder: Parameters<Probe>[0]) => readonly object[], path: () => string) =>
    async (intruder: Parameters<Probe>[0]) => {
      for (const body of bodies(intruder)) {
        await isRefused(intruder, [method, path(), body], 422, 'validation_failed')
      }
    }
  /** A request that names the victim's project. */
  const elsewhere = (intruder: ProbingIntruder, path: string, body: object) => {
    const named: [string, string, object] = ['POST', path, { ...body, ...ofProject() }]
    return isRefused(intruder, named, ...refusalOfProject(intruder, victim().tenant))
  }
  const own = ({ key, project }: Parameters<Probe>[0]) => programCalls(service().url, key, project)
  /** Removes what an intruder made, since it can be in the victim's workspace. */
  const remove = async ({ key }: ProbingIntruder, path: string) =>
    expect((await call(service().url, 'DELETE', path, { key })).status).toBe(204)
  /** Does something with a draft of the intruder's own, and removes it. */
  const withDraft = async (
    intruder: ProbingIntruder,
    work: (id: string, template: { readonly template_id: string }) => Promise<unknown>,
  ) => {
    const calls = own(intruder)
    const id = await calls.draft()
    const { template } = (await calls.campaign(id)) as { template: { template_id: string } }
    await work(id, { template_id: template.template_id })
    await calls.removeDraft(id)
  }
  const missing = (intruder: Parameters<Probe>[0], method: string, path: string, body?: object) =>
    isRefused(intruder, [method, path, body], 404, 'not_found')

  return {
    listSegments: list('/v1/segments'),
    createSegment: async (intruder) => {
      const path = '/v1/segments'
      await elsewhere(intruder, path, { name: 'Stolen', rule: everybody })
      const bodies = () => rules().map((rule) => ({ name: 'Stolen', project_id: intruder.project, rule }))
      await refusedAll('POST', bodies, () => path)(intruder)
    },
    previewSegment: async (intruder) => {
      const path = '/v1/segments/preview'
      await elsewhere(intruder, path, { rule: everybody })
      const bodies = () => rules().map((rule) => ({ project_id: intruder.project, rule }))
      await refusedAll('POST', bodies, () => path)(intruder)
    },
    updateSegment: async (intruder) => {
      await missing(intruder, 'PATCH', `/v1/segments/${victim().segment}`, { name: 'Stolen' })
      const id = await own(intruder).segment()
      const bodies = () => rules().map((rule) => ({ rule }))
      await refusedAll('PATCH', bodies, () => `/v1/segments/${id}`)(intruder)
      await remove(intruder, `/v1/segments/${id}`)
    },
    explainSegment: async (intruder) => {
      const body = { contact_id: victim().contact }
      await missing(intruder, 'POST', `/v1/segments/${victim().segment}/explain`, body)
      // Nor does a segment of one's own tell anything of the victim's contact.
      const id = await own(intruder).segment()
      await missing(intruder, 'POST', `/v1/segments/${id}/explain`, body)
      await remove(intruder, `/v1/segments/${id}`)
    },
    listCampaigns: list('/v1/campaigns'),
    createCampaign: async (intruder) => {
      await withDraft(intruder, async (_id, template) => {
        const body = { project_id: intruder.project, name: 'Stolen', template }
        await elsewhere(intruder, '/v1/campaigns', body)
        const bodies = () => parts().map((part) => ({ ...body, ...part }))
        await refusedAll('POST', bodies, () => '/v1/campaigns')(intruder)
      })
    },
    updateCampaign: async (intruder) => {
      await missing(intruder, 'PATCH', `/v1/campaigns/${victim().campaign}`, { name: 'Stolen' })
      await withDraft(intruder, (id) => refusedAll('PATCH', parts, () => `/v1/campaigns/${id}`)(intruder))
    },
    previewCampaign: async (intruder) => {
      const body = { contact_id: victim().contact }
      await missing(intruder, 'POST', `/v1/campaigns/${victim().campaign}/preview`, body)
      await withDraft(intruder, (id) =>
        isRefused(intruder, ['POST', `/v1/campaigns/${id}/preview`, body], 422, 'validation_failed'),
      )
    },
    testCampaign: async (intruder) => {
      const body = { to: ['intruder@example.com'], contact_id: victim().contact }
      await missing(intruder, 'POST', `/v1/campaigns/${victim().campaign}/test`, body)
      await withDraft(intruder, (id) =>
        isRefused(intruder, ['POST', `/v1/campaigns/${id}/test`, body], 422, 'validation_failed'),
      )
    },
    listCampaignRecipients: async (intruder) => {
      await missing(intruder, 'GET', `/v1/campaigns/${victim().campaign}/recipients`)
      // One's own has no recipient of the victim's.
      await withDraft(intruder, async (id) => {
        const reply = await call(service().url, 'GET', `/v1/campaigns/${id}/recipients`, {
          key: intruder.key,
        })
        expect(reply.body.data).toEqual([])
      })
    },
  }
}

/** The victim's rows. */
export async function rowsOfPrograms({ sql }: TestService, { tenant }: ProgramVictim): Promise<unknown[]> {
  const tables = ['segments', 'segment_references', 'campaigns', 'campaign_recipients', 'campaign_hours']
  return Promise.all(
    tables.map(async (table) => {
      const query = `select * from ${table} where workspace_id = $1 order by 1, 2, 3`
      return (await sql.query(query, [tenant.workspaceId])).rows as unknown
    }),
  )
}
