import type { Page } from 'playwright-core'
import { fromTypeId } from '../../../server/platform/db/ids.js'
import { call } from '../api/api.js'
import { insertRun } from '../automations/automation-rows.js'
import type { TestService } from '../service/service.js'
import { firstTenant } from '../workspace/tenant.js'

/** Makes what the dialogs of templates, campaigns and automations need before they can be opened. */

/** A campaign that can be started, and one that has begun and has a recipient left for the next hour. */
export async function makeCampaigns(
  service: TestService,
): Promise<{ readonly ready: string; readonly slow: string }> {
  const key = await service.session('admin')
  const made = async (method: string, path: string, body: object) => {
    const reply = await call(service.url, method, `/v1/${path}`, { key, body })
    if (reply.status >= 300) throw new Error(`${path}: ${reply.status} ${reply.text}`)
    return reply.body as { id: string }
  }
  const project_id = service.credentials.test_project_id
  for (const email of ['one@example.com', 'two@example.com'])
    await made('PUT', 'contacts', { project_id, email })
  const template = await made('POST', 'templates', {
    name: 'Offer',
    subject: 'An offer',
    html: '<p>Buy.</p><a href="{{ unsubscribe_url }}">No more offers</a>',
    from_email: 'news@shop.example',
  })
  await made('POST', `templates/${template.id}/publish`, { version: 1 })
  const fields = { project_id, name: 'Offer', template: { template_id: template.id }, rate_per_hour: 1 }
  const [ready, slow] = [await made('POST', 'campaigns', fields), await made('POST', 'campaigns', fields)]
  await made('POST', `campaigns/${slow.id}/schedule`, {})
  return { ready: `campaigns/${ready.id}`, slow: `campaigns/${slow.id}` }
}

/** Types into a template, while somebody else saves a version of it. */
export async function saveTemplateMeanwhile(
  service: TestService,
  page: Page,
  template: string,
): Promise<void> {
  const content = page.getByRole('region', { name: 'Content', exact: true })
  await content.getByRole('tab', { name: /^Text/ }).click()
  await page.getByRole('textbox', { name: 'Text', exact: true }).click()
  await page.keyboard.type('Changed. ')
  await page.getByText('Unsaved changes', { exact: true }).waitFor()
  const body = { text: 'Of somebody else' }
  await call(service.url, 'POST', `/v1/${template}/versions`, { key: await service.session('admin'), body })
  await page.reload()
}

/** Gives an automation a version that is not published, and a run that has failed. */
export async function prepareAutomation(service: TestService, automation: string): Promise<void> {
  await saveVersion(service, automation)
  const { workspaceId } = firstTenant(service)
  const of = {
    workspaceId,
    projectId: fromTypeId('prj', service.credentials.project_id),
    automationId: fromTypeId('aut', automation.split('/')[1] ?? ''),
  }
  const failed = { status: 'failed', step_key: 'receipt', error_code: 'template_render_failed' }
  await insertRun(service.sql, of, { ...failed, environment: 'live', ended_at: new Date() })
}

async function saveVersion(service: TestService, automation: string): Promise<void> {
  const key = await service.session('admin')
  const body = {
    trigger: { event: { name: 'order_placed' } },
    steps: [
      { key: 'day', wait: { for: 'P1D' } },
      {
        key: 'by_plan',
        branch: {
          cases: ['pro', 'team'].map((value) => ({
            if: { property: { name: 'plan', op: 'eq', value } },
            steps: [{ key: `tell_${value}`, notify: { name: value } }],
          })),
        },
      },
    ],
  }
  const reply = await call(service.url, 'POST', `/v1/${automation}/versions`, { key, body })
  if (reply.status !== 201) throw new Error(`no version: ${reply.text}`)
}

/** Changes an automation, while somebody else saves a version of it. */
export async function saveAutomationMeanwhile(
  service: TestService,
  page: Page,
  automation: string,
): Promise<void> {
  await page.getByRole('button', { name: 'Move or change the step', exact: true }).first().click()
  await page.locator('.menu:popover-open button', { hasText: 'Copy the step' }).click()
  await page.getByText('Unsaved changes', { exact: true }).waitFor()
  await saveVersion(service, automation)
  await page.reload()
}

/** Opens a row of an automation's outline to its fields. */
export async function openStep(page: Page, words: RegExp): Promise<void> {
  await page.locator('.step-toggle').filter({ hasText: words }).first().click()
}
