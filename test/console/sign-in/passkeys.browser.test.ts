import type { BrowserContext, CDPSession, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser, openConsole } from '../../support/console/person.js'
import { startTestService, type TestService } from '../../support/service/service.js'

/** Passkeys as a person has them, on a device that the browser makes up. */

let service: TestService
beforeAll(async () => {
  if (hasBrowser) service = await startTestService({ env: { POSTSEAL_ROLES: 'api' } })
})
afterAll(() => service?.stop())

/** A device of the page's browser that keeps passkeys, with a person at it who is verified. */
async function plugIn(context: BrowserContext, page: Page) {
  const browser = await context.newCDPSession(page)
  await browser.send('WebAuthn.enable')
  const { authenticatorId } = await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { browser, authenticatorId }
}

const verify = (browser: CDPSession, authenticatorId: string, isUserVerified: boolean) =>
  browser.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })

describe.skipIf(!hasBrowser)('a passkey', () => {
  test('is added, signs in without a mail, is renamed, and signs in no more once it is removed', async () => {
    const { page, context, open } = await openConsole(service)
    await plugIn(context, page)
    await open('sessions')
    await page.getByText('No passkeys yet').waitFor()
    await page.getByRole('button', { name: 'New passkey', exact: true }).click()
    const dialog = page.getByRole('dialog')
    expect(await dialog.getByLabel('Name').inputValue()).toMatch(/ on /)
    await dialog.getByLabel('Name').fill('Laptop')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Rename Laptop', exact: true }).waitFor()

    await page.getByRole('button', { name: /^Sign out of / }).click()
    await dialog.getByRole('button', { name: 'Sign out', exact: true }).click()
    const byPasskey = page.getByRole('button', { name: 'Sign in with a passkey', exact: true })
    await byPasskey.focus()
    await page.keyboard.press('Enter')
    // A workspace without mail begins there.
    await page
      .locator('main h1')
      .getByText(/^(?!Sign in)/)
      .waitFor()

    await open('sessions')
    const row = page.locator('tr', { hasText: 'Laptop' })
    expect(await row.textContent()).not.toContain('Never')
    await page.getByRole('button', { name: 'Rename Laptop', exact: true }).click()
    await dialog.getByLabel('Name').fill('Old laptop')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Remove Old laptop', exact: true }).click()
    await dialog.getByRole('button', { name: 'Remove it', exact: true }).click()
    await page.getByText('No passkeys yet').waitFor()

    await page.getByRole('button', { name: /^Sign out of / }).click()
    await dialog.getByRole('button', { name: 'Sign out', exact: true }).click()
    await byPasskey.click()
    await page.getByText('This passkey does not sign you in.').waitFor()
    expect(await byPasskey.isEnabled()).toBe(true)
  })

  test('of a person who is not verified, or of a device that has it already, is not made', async () => {
    const { page, context, open } = await openConsole(service, { width: 360, scheme: 'dark' })
    const { browser, authenticatorId } = await plugIn(context, page)
    const dialog = page.getByRole('dialog')
    await open('sessions')
    await verify(browser, authenticatorId, false)
    await page.getByRole('button', { name: 'New passkey', exact: true }).click()
    await dialog.getByRole('button', { name: 'Continue', exact: true }).click()
    await dialog.getByText('No passkey was used').waitFor()
    await verify(browser, authenticatorId, true)
    await dialog.getByRole('button', { name: 'Continue', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: /^Remove / }).waitFor()
    await page.getByRole('button', { name: 'New passkey', exact: true }).click()
    await dialog.getByRole('button', { name: 'Continue', exact: true }).click()
    await dialog.getByText('has a passkey of yours already').waitFor()
  })

  test('is not offered where the browser has none', async () => {
    const { page, context, open } = await openConsole(service, { token: null })
    await context.addInitScript('delete window.PublicKeyCredential')
    await open('sign-in')
    await page.getByRole('button', { name: 'Email me a link', exact: true }).waitFor()
    expect(await page.getByRole('button', { name: 'Sign in with a passkey', exact: true }).count()).toBe(0)
  })
})
