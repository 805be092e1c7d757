import type { Locator, Page } from 'playwright-core'
import type { TestService } from '../service/service.js'
import { addUser, requestLink, signInMailsTo, tokensIn } from '../sign-in/sign-in.js'
import { addTenant, type Tenant } from '../workspace/tenant.js'
import { countClicks } from './clicks.js'
import { consoleUrl, openConsole } from './person.js'

/** An owner who has just signed in to a new workspace. */
export interface Newcomer {
  readonly page: Page
  readonly tenant: Tenant
  /** Returns the number of clicks since signing in. */
  readonly clicks: () => Promise<number>
  /** Clicks an entry of the sidebar, and waits for its screen. */
  readonly goTo: (entry: string) => Promise<void>
  readonly button: (name: string) => Locator
  readonly link: (name: string) => Locator
  readonly field: (label: string) => Locator
}

/** @param prepare adds to the workspace before the person comes */
export async function newcomer(
  service: TestService,
  prepare?: (tenant: Tenant) => Promise<unknown>,
): Promise<Newcomer> {
  const tenant = await addTenant(service)
  await prepare?.(tenant)
  const { email } = await addUser(service, tenant.workspaceId, 'owner')
  await requestLink(service.url, email)
  const [mail] = await signInMailsTo(service.url, email)
  const person = await openConsole(service, { token: null })
  const { page } = person
  await page.goto(`${consoleUrl(service, 'sign-in')}#${tokensIn(mail?.text ?? '')[0]}`)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  const screens = page.getByRole('navigation', { name: 'Screens', exact: true })
  await screens.waitFor()
  const clicks = await countClicks(person)
  return {
    page,
    tenant,
    clicks,
    goTo: async (entry) => {
      await screens.getByRole('link', { name: entry, exact: true }).click()
      await page.getByRole('heading', { level: 1, name: entry, exact: true }).waitFor()
    },
    button: (name) => page.getByRole('button', { name, exact: true }).first(),
    link: (name) => page.getByRole('link', { name, exact: true }).first(),
    field: (label) => page.getByLabel(label, { exact: true }),
  }
}
