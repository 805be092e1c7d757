import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser, openConsole } from '../../support/console/person.js'
import { startDns, type TestDns } from '../../support/domains/dns.js'
import { startTestService, type TestService } from '../../support/service/service.js'

/** The screens of domains, on a service that has no public name yet. */

let service: TestService
let dns: TestDns
beforeAll(async () => {
  if (!hasBrowser) return
  dns = await startDns()
  service = await startTestService({ env: { POSTSEAL_DNS_SERVERS: dns.server } })
})
afterAll(async () => {
  await service?.stop()
  await dns?.close()
})

/** Adds a domain, and waits until its first check has found nothing. */
async function addDomain(page: Page, open: (screen: string) => Promise<void>, name: string): Promise<void> {
  await open('domains?new=1')
  await page.locator('input[name=name]').fill(name)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('heading', { name, exact: true }).waitFor()
  await page.getByText('1 record left to publish').waitFor()
}

describe.skipIf(!hasBrowser)('domains', () => {
  test('a new domain has one record to publish, and none that names this machine', async () => {
    const { page, open } = await openConsole(service)
    await addDomain(page, open, 'mail.local.example')
    await page.getByText('This service has no public name yet').waitFor()
    await page.getByText('You can publish DKIM now.').waitFor()
    const required = page.getByRole('table', { name: 'DNS records', exact: true })
    const rows = await required.locator('[data-row]').allInnerTexts()
    expect(rows.filter((text) => /required/.test(text))).toHaveLength(1)
    expect(rows.join('\n')).toContain('Held back')
    expect(rows.join('\n')).not.toContain('Not needed')

    await page.getByText('Optional: MTA-STS, TLS-RPT, BIMI').click()
    await page.getByText('Show as a zone file').click()
    await page.getByText('; Left out: DMARC and TLS-RPT.').waitFor()
    expect(await page.locator('main').innerText()).not.toContain('localhost')

    await page.getByRole('button', { name: 'Copy all', exact: true }).click()
    await page.getByRole('status').getByText('Copied').waitFor()
    const copied = String(await page.evaluate('navigator.clipboard.readText()'))
    expect(copied).toContain('DNS records for mail.local.example')
    expect(copied).toContain('._domainkey.mail.local.example')
    expect(copied).not.toContain('localhost')
  })

  test('names are shown and copied relative to the zone, and the address keeps that', async () => {
    const { page, open } = await openConsole(service)
    await addDomain(page, open, 'mail.zone.example')
    await page.getByLabel('Names').selectOption({ label: 'relative to zone.example' })
    await page.getByText('_dmarc.mail', { exact: true }).waitFor()
    expect(page.url()).toContain('without=zone.example')
    await page.reload()
    await page.getByText('_dmarc.mail', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Copy all', exact: true }).click()
    await page.getByRole('status').getByText('Copied').waitFor()
    expect(String(await page.evaluate('navigator.clipboard.readText()'))).toMatch(
      /Name {3}\S+\._domainkey\.mail\n/,
    )
  })

  test('inbound offers no MX record that names this machine', async () => {
    const { page, open } = await openConsole(service)
    await open('inbound/routes')
    await page.getByText('Until then the MX record is held back').waitFor()
    expect(await page.locator('main').innerText()).not.toContain('localhost')
  })

  test('the overview asks for the domains once', async () => {
    const { page, open } = await openConsole(service)
    const asked: string[] = []
    page.on('request', (request) => {
      if (/\/v1\/domains\?/.test(request.url())) asked.push(request.url())
    })
    await open('')
    // Both parts that look at the domains are there.
    await page.getByText('First steps are done.').waitFor()
    await page.getByText('mail.zone.example waits for its records.').waitFor()
    expect(asked).toHaveLength(1)
  })
})
