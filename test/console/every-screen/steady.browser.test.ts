import { setTimeout } from 'node:timers/promises'
import type { BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { consoleUrl, hasBrowser, openConsole, type Person } from '../../support/console/person.js'
import { allScreens } from '../../support/console/screens.js'
import { startTestService, type TestService } from '../../support/service/service.js'
import { addTenant } from '../../support/workspace/tenant.js'

/**
 * Tests that a screen keeps its controls while its replies arrive. A click is lost if the page replaces the element
 * between the press and the release of the mouse button.
 */

let service: TestService
let screens: string[]
beforeAll(async () => {
  if (!hasBrowser) return
  service = await startTestService({ delivery: { pollMs: 50 } })
  screens = await allScreens(service)
})
afterAll(() => service?.stop())

/** The maximum delay of a reply, in milliseconds. Replies arrive one by one, in any order. */
const late = 400

/** Runs in the page as soon as it is there: notes the controls that it has shown and then taken away. */
const watchControls = `{
  const controls = 'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled'
  const seen = new Map()
  window.taken = new Set()
  const look = () => {
    for (const [control, name] of seen) {
      if (control.isConnected) continue
      seen.delete(control)
      taken.add(name)
    }
    for (const control of document.querySelectorAll(controls)) {
      if (!control.checkVisibility()) continue
      const name = control.getAttribute('aria-label') || control.textContent || control.name
      seen.set(control, control.localName + ' ' + name.trim())
    }
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}`

/**
 * Controls that may go when a reply arrives: the link to the list on four screens of single things. An editor, or a
 * page that follows events, replaces these screens as a whole.
 */
const mayGo = /^a (Automations|Campaigns|Domains|Templates)$/

/** Returns the controls that the screens have shown and taken away while they were loading. */
async function takenAway({ context }: Person, paths: readonly string[]): Promise<string[]> {
  await context.route('**/v1/**', async (route) => {
    await setTimeout(Math.random() * late)
    // The page may be gone meanwhile.
    await route.continue().catch(() => undefined)
  })
  const found: string[] = []
  const left = [...paths]
  await Promise.all(Array.from({ length: 4 }, () => lookOn(context, left, found)))
  return found
}

async function lookOn(context: BrowserContext, left: string[], found: string[]): Promise<void> {
  const page = await context.newPage()
  for (let screen = left.pop(); screen !== undefined; screen = left.pop()) {
    await page.goto(consoleUrl(service, screen), { waitUntil: 'commit' })
    await page.evaluate(watchControls)
    await page.locator('main h1').waitFor()
    // Lists that follow events never end their requests, so that the page's own words decide.
    await page.locator('main [aria-busy=true], main .skeleton').first().waitFor({ state: 'detached' })
    await page.evaluate(
      'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))',
    )
    const taken = (await page.evaluate('[...taken]')) as string[]
    found.push(...taken.filter((name) => !mayGo.test(name)).map((name) => `${screen}: ${name}`))
  }
  await page.close()
}

describe.skipIf(!hasBrowser)('a screen whose replies are late', () => {
  test('keeps every control that it has shown', async () => {
    expect(await takenAway(await openConsole(service), screens)).toEqual([])
  })

  test('keeps them in a workspace that has nothing yet', async () => {
    const tenant = await addTenant(service)
    const person = await openConsole(service, { token: await tenant.session('owner') })
    const ofMany = screens.filter((screen) => !/[a-z]_[\da-z]{26}/.test(screen))
    expect(await takenAway(person, ofMany)).toEqual([])
  })
})
