import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { languages } from '../../../../../server/product/audience/subscriptions/pages/texts/languages.js'
import { campaignCalls } from '../../../../support/campaigns/campaign-calls.js'
import { violationsOf } from '../../../../support/console/axe.js'
import { hasBrowser, openConsole } from '../../../../support/console/person.js'
import { inbox } from '../../../../support/messages/mail.js'
import { startTestService, type TestService } from '../../../../support/service/service.js'
import { addTenant } from '../../../../support/workspace/tenant.js'
import { topicCalls } from '../../../../support/audience/topics.js'
import { until } from '../../../../support/time/until.js'

/** The page of preferences as a recipient has it: from the mail, on a phone, without scripts, in the own language. */

let service: TestService
beforeAll(async () => {
  service = await startTestService({
    env: { POSTSEAL_ROLES: 'api,delivery,programs,sink' },
    delivery: { pollMs: 20 },
    programs: { pollMs: 20, fullMs: 20 },
  })
})
afterAll(() => service.stop())

describe.skipIf(!hasBrowser)('the page of preferences', () => {
  test.each([
    ['de-AT', 'ltr', 'light', 'Neues aus dem Laden'],
    ['ar', 'rtl', 'dark', 'News'],
  ] as const)('in %s (%s, %s)', async (locale, direction, scheme, topicName) => {
    const tenant = await addTenant(service)
    const topics = topicCalls(service.url, await tenant.key(), tenant.testProject)
    await topics.made('news', { translations: { de: { name: 'Neues aus dem Laden' } } })
    await topics.made('digest', { name: 'Digest', default_subscribed: false })
    const email = `${locale.toLowerCase()}@preferences.example`
    const { id } = await topics.contact(email)
    const campaigns = await campaignCalls(service, tenant)
    await campaigns.schedule(await campaigns.made({ topic: 'news' }))
    const mail = await until(async () => (await inbox(service.url, email))[0], `mail to ${email}`)
    const [, link = ''] = /^<(.*)>$/.exec(String(mail.headers['list-unsubscribe'])) ?? []

    const { context } = await openConsole(service, { token: null })
    const viewport = { width: 360, height: 740 }
    const phone = await context
      .browser()
      ?.newContext({ javaScriptEnabled: false, locale, viewport, colorScheme: scheme })
    if (phone === undefined) throw new Error('There is no browser.')
    try {
      const page = await phone.newPage()
      const texts = languages[locale.slice(0, 2) as 'de' | 'ar'].preferences
      const wants = async () => (await topics.shown(id)).topics
      await page.goto(link)
      expect(await page.locator('html').getAttribute('dir')).toBe(direction)
      await page.getByRole('heading', { name: texts.title, exact: true }).waitFor()
      await expectAccessible(page)
      expect(await wants()).toEqual({})

      const box = (name: string) => page.getByRole('checkbox', { name, exact: true })
      expect([await box(topicName).isChecked(), await box('Digest').isChecked()]).toEqual([true, false])
      await box('Digest').check()
      await box(topicName).uncheck()
      await page.getByRole('button', { name: texts.saveButton, exact: true }).click()
      await page.getByRole('status').getByText(texts.saved).waitFor()
      await expectAccessible(page)
      expect(await wants()).toEqual({ news: false, digest: true })

      await page.getByRole('button', { name: texts.leaveAllButton, exact: true }).click()
      await page.getByText(texts.receivesNothing).waitFor()
      expect((await topics.shown(id)).unsubscribed_at).not.toBeNull()
      await page.getByRole('button', { name: texts.resubscribeButton, exact: true }).click()
      await page.getByRole('button', { name: texts.leaveAllButton, exact: true }).waitFor()
      expect(await topics.shown(id)).toMatchObject({
        unsubscribed_at: null,
        topics: { news: false, digest: true },
      })
      const consents = await topics.consents(id)
      expect(consents.map(({ topic, action, source }) => [topic, action, source]).sort()).toEqual([
        ['digest', 'subscribed', 'page'],
        ['news', 'unsubscribed', 'page'],
      ])
    } finally {
      await phone.close()
    }
  })
})

/** Without scripts the page cannot be asked, so its source is looked at in a page that can. */
async function expectAccessible(page: Page): Promise<void> {
  const { context } = await openConsole(service, { token: null })
  const reader = await context.newPage()
  try {
    await reader.setContent(await page.content())
    expect(await violationsOf(reader)).toEqual([])
  } finally {
    await reader.close()
  }
}
