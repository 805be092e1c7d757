import { beforeAll, describe, expect, test } from 'vitest'
import { fromTypeId } from '../../../../../server/platform/db/ids.js'
import {
  campaignCalls,
  newsletter,
  type CampaignCalls,
} from '../../../../support/campaigns/campaign-calls.js'
import type { TestService } from '../../../../support/service/service.js'
import { sharedApi } from '../../../../support/service/shared-service.js'
import { refusalOf } from '../../../../support/templates/template-calls.js'
import { addTenant, type Tenant } from '../../../../support/workspace/tenant.js'

/** Which version of its template a campaign sends. */

let service: TestService
let tenant: Tenant
let campaigns: CampaignCalls
beforeAll(async () => {
  service = await sharedApi()
  tenant = await addTenant(service)
  campaigns = await campaignCalls(service, tenant)
})

const hour = 3_600_000
const ahead = (ms: number) => new Date(Date.now() + ms).toISOString()

/** A draft of a template of its own. */
async function draft(): Promise<{ id: string; template: string }> {
  const template = await campaigns.templates.published(newsletter)
  return { id: await campaigns.made({ template: { template_id: template } }), template }
}

async function dueOf(id: string): Promise<Date | null> {
  const { rows } = await service.sql.query('select due_at from campaigns where id = $1', [
    fromTypeId('cmp', id),
  ])
  return rows[0].due_at as Date | null
}

describe('the version', () => {
  test('is the one that is published then, and free again where it is unscheduled', async () => {
    const { id, template } = await draft()
    const versionOf = async () => (await campaigns.get(id)).body.template.version as number | null
    await campaigns.schedule(id, ahead(hour))
    await campaigns.templates.createVersion(template, { ...newsletter, name: undefined })
    await campaigns.templates.publish(template, 2)
    expect(await versionOf()).toBe(1)
    expect((await campaigns.schedule(id, ahead(2 * hour))).body.template.version).toBe(2)
    expect((await campaigns.post(id, 'unschedule')).body).toMatchObject({
      status: 'draft',
      scheduled_at: null,
    })
    expect([await versionOf(), await dueOf(id)]).toEqual([null, null])
  })

  test('that it names stays', async () => {
    const { id, template } = await draft()
    await campaigns.templates.createVersion(template, { ...newsletter, name: undefined })
    await campaigns.templates.publish(template, 2)
    await campaigns.update(id, { template: { template_id: template, version: 1 } })
    expect((await campaigns.schedule(id)).body.template.version).toBe(1)
    expect((await campaigns.post(id, 'unschedule')).body.template.version).toBe(1)
  })

  test('has to be published, in a live project also where it is named', async () => {
    const template = await campaigns.templates.made(newsletter)
    const id = await campaigns.made({ template: { template_id: template } })
    const notPublished = [422, 'template_not_published']
    expect(refusalOf(await campaigns.schedule(id))).toEqual(notPublished)
    await campaigns.update(id, { template: { template_id: template, version: 1 } })
    expect((await campaigns.schedule(id)).status).toBe(200)
    const live = await campaigns.made({
      project_id: tenant.liveProject,
      template: { template_id: template, version: 1 },
    })
    expect(refusalOf(await campaigns.schedule(live))).toEqual(notPublished)
  })
})
