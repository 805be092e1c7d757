import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toTypeId } from '../../../server/platform/db/ids.js'
import { openConsole, hasBrowser } from '../../support/console/person.js'
import { startDns, type TestDns } from '../../support/domains/dns.js'
import { startRealProvider, type RealProvider } from '../../support/sign-in/real-provider.js'
import { startTestService, type TestService } from '../../support/service/service.js'
import { firstTenant } from '../../support/workspace/tenant.js'

/** A company signs its people in by a real OpenID provider. */

const domain = 'company.example'

let dns: TestDns
let service: TestService
let provider: RealProvider
beforeAll(async () => {
  if (!hasBrowser) return
  dns = await startDns()
  service = await startTestService({ env: { POSTSEAL_ROLES: 'api', POSTSEAL_DNS_SERVERS: dns.server } })
  provider = await startRealProvider(`${service.credentials.base_url}/console/sign-in/callback`, domain)
})
afterAll(async () => {
  await service?.stop()
  await provider?.close()
  await dns?.close()
})

async function begin(page: Page, email: string): Promise<void> {
  await page.getByLabel('E-mail address').fill(email)
  await page.getByRole('button', { name: 'Sign in with your company', exact: true }).click()
}

/** Types a name at the provider, which asks for a password and for consent. */
async function atProvider(page: Page, name: string): Promise<void> {
  await page.locator('input[name="login"]').fill(name)
  await page.locator('input[name="password"]').fill('any')
  await page.locator('button[type="submit"]').click()
  await page.locator('button[type="submit"]').click()
}

describe.skipIf(!hasBrowser)('by the identity provider of a company', () => {
  test('an owner sets it, and proves the domain', async () => {
    const { page, open } = await openConsole(service)
    await open('settings')
    await page.getByRole('button', { name: 'Set an identity provider', exact: true }).click()
    await page.getByLabel('Issuer').fill(provider.issuer)
    await page.getByLabel('Client id').fill(provider.clientId)
    await page.getByLabel('Client secret').fill(provider.clientSecret)
    await page.getByLabel('Domains').fill(domain)
    await page.getByLabel('Claim with the role').fill('groups')
    await page.getByLabel('Values for admin').fill('admins')
    await page.getByLabel('Values for member').fill('staff')
    await page.getByRole('button', { name: 'Save the provider', exact: true }).click()
    await page.getByText(`_postseal-sign-in.${domain} has no TXT record.`).waitFor()

    dns.zone[`_postseal-sign-in.${domain}`] = {
      TXT: [`postseal-workspace=${toTypeId('ws', firstTenant(service).workspaceId)}`],
    }
    await page.getByRole('button', { name: 'Check provider and DNS', exact: true }).click()
    await page.getByText('verified', { exact: true }).waitFor()
  })

  test('people sign in by it, to the screen that they wanted, with the role of their group', async () => {
    const { page, open } = await openConsole(service, { token: null, by: provider.issuer })
    await open('sign-in?next=users')
    await begin(page, `admin-ada@${domain}`)
    await atProvider(page, 'admin-ada')
    await page.getByRole('heading', { name: 'Users', exact: true }).waitFor()
    expect(page.url()).not.toMatch(/code=|state=/)
    const row = page.getByRole('row', { name: new RegExp(`admin-ada@${domain}`) })
    expect(await row.textContent()).toMatch(/admin/i)
  })

  test('who is not verified there is told so, and can begin again', async () => {
    const { page, open } = await openConsole(service, { token: null, by: provider.issuer })
    await open('sign-in')
    await begin(page, `unverified@${domain}`)
    await atProvider(page, 'unverified')
    await page.getByText(`Your provider has not verified the address unverified@${domain}.`).waitFor()
    await page.getByRole('link', { name: 'Back to sign-in', exact: true }).click()
    await page.getByLabel('E-mail address').waitFor()
  })

  test('an address of no company, none at all, and an answer out of nowhere', async () => {
    const { page, open } = await openConsole(service, { token: null })
    await open('sign-in')
    await page.getByRole('button', { name: 'Sign in with your company', exact: true }).click()
    await page.getByText('Enter your e-mail address first.').waitFor()
    await begin(page, 'ada@nowhere.example')
    await page.getByText('No company sign-in is set up for this address').waitFor()
    await open(`sign-in/callback?code=x&state=${'x'.repeat(43)}`)
    await page.getByText('This sign-in was started in another tab').waitFor()
    expect(page.url()).not.toContain('code=')
  })
})
