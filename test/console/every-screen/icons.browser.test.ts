import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { violationsOf } from '../../support/console/axe.js'
import { hasBrowser, openConsole } from '../../support/console/person.js'
import { startTestService, type TestService } from '../../support/service/service.js'

/** Tests the navigation that is reduced to its icons. */

let service: TestService
beforeAll(async () => {
  if (hasBrowser) service = await startTestService()
})
afterAll(() => service?.stop())

describe.skipIf(!hasBrowser)('the navigation', () => {
  test('the key [ reduces it to icons, which keep their names, and the browser remembers it', async () => {
    const { page, open } = await openConsole(service)
    await open('templates')
    const sidebar = page.getByRole('navigation', { name: 'Screens', exact: true })
    const link = sidebar.getByRole('link', { name: 'Templates', exact: true })
    await link.waitFor()
    const wide = (await sidebar.boundingBox())?.width ?? 0
    await page.keyboard.press('[')
    await page.getByRole('button', { name: 'Show the names of the screens', exact: true }).waitFor()
    expect((await sidebar.boundingBox())?.width).toBeLessThan(wide / 3)
    expect(await link.getAttribute('title')).toBe('Templates')
    expect(await violationsOf(page, { within: '.sidebar' })).toEqual([])
    // A folded group has no head any more by which it could be opened.
    await page.reload()
    await sidebar.getByRole('link', { name: 'Audit log', exact: true }).click()
    await page.getByRole('heading', { name: 'Audit log', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Show the names of the screens', exact: true }).click()
    await page.getByRole('button', { name: 'Reduce the navigation to icons', exact: true }).waitFor()
    expect((await sidebar.boundingBox())?.width).toBe(wide)
    await page.keyboard.press('?')
    await page.getByText('Reduce the navigation to icons, or show the names', { exact: true }).waitFor()
  })

  test('a bracket that somebody types in a field stays a bracket', async () => {
    const { page, open } = await openConsole(service)
    await open('templates/new')
    const name = page.getByLabel('Name', { exact: true })
    await name.press('[')
    expect(await name.inputValue()).toBe('[')
    await page.getByRole('button', { name: 'Reduce the navigation to icons', exact: true }).waitFor()
  })
})
