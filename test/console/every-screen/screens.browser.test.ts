import type { BrowserContext, Page, Response } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { looks, violationsOf } from '../../support/console/axe.js'
import { consoleUrl, hasBrowser, openConsole } from '../../support/console/person.js'
import { allScreens } from '../../support/console/screens.js'
import { spillsOf, stretchTexts } from '../../support/console/stretch.js'
import { startTestService, type TestService } from '../../support/service/service.js'

/** Tests the rules for every screen. */

let service: TestService
let screens: string[]
beforeAll(async () => {
  if (!hasBrowser) return
  service = await startTestService({ delivery: { pollMs: 50 } })
  screens = await allScreens(service)
})
afterAll(() => service?.stop())

/** Waits until a screen shows its content. */
async function shown(page: Page): Promise<void> {
  await page.locator('main h1').waitFor()
  await page.locator('main [aria-busy=true], main .skeleton').first().waitFor({ state: 'detached' })
}

/** The first thing that the keyboard reaches leads past the navigation. */
async function skipsToContent(page: Page): Promise<void> {
  await page.locator('.skip').focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.locator('main :focus').first().waitFor()
}

/** Forms ask for nothing before they are sent. */
const asking = (paths: readonly string[]) =>
  paths.filter((path) => !/(webhooks|templates|erasures).new$|import$|new=1$|^start$/.test(path))

/** Buttons for what a member may do: read, copy, and change what is their own. */
const ofMembers =
  /^(Copy|Zone file|Saved views|Export|Live$|Save$|Same as curl|Show|Close|Cancel|End all others|Sign out of|New passkey|Send a sign-in link)/

/** A member makes and changes these, or tests them, but for what acts on others. */
const writtenByMembers = /^(segments|inbound|automations|campaigns|templates)\b/
const acts = /delete|publish|schedule|start|pause|resume|archive|retry|cancel the/i

/** A member reads neither of these. */
const ofAdmins = /^(api-keys|audit-log)|part=content/

/** The actions of a screen that a member could begin and must not, or that don't say who may. */
async function wrongForMembers(page: Page): Promise<string[]> {
  const actions = await page
    .locator('main button:visible:not([role=tab], [aria-expanded])')
    .evaluateAll((all) =>
      all.map((button) => ({
        name: button.getAttribute('aria-label') ?? button.textContent.trim(),
        why: button.title,
        submits: button.getAttribute('type') === 'submit',
        off: button.matches('[aria-disabled=true], :disabled'),
      })),
    )
  return actions
    .filter(({ name, why, submits, off }) =>
      off ? !/^Needs the role (admin|owner)\.$/.test(why) : submits || !ofMembers.test(name),
    )
    .map(({ name, why }) => `${name} (${why})`)
}

/**
 * Runs in each page before its own scripts: the service's replies wait until the test has them fail, and then lets them
 * through. Where the test stood between page and service instead, no page would come from the browser's cache.
 */
const answerByHand = `
  const body = JSON.stringify({
    error: { code: 'internal_error', message: 'It failed on purpose.', request_id: 'req_01kbf3yq0ge8gvk2c5m7x9t3ea' },
  })
  const failure = () => new Response(body, { status: 500, headers: { 'Content-Type': 'application/json' } })
  const asked = window.fetch
  let release
  const held = new Promise((resolve) => (release = resolve))
  let failing = true
  window.answers = { fail: () => release(), pass: () => (failing = false) }
  window.fetch = async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, location.href)
    if (!pathname.startsWith('/v1/') || pathname.startsWith('/v1/sessions/current')) return asked(input, init)
    if (failing) await held
    return failing ? failure() : asked(input, init)
  }
`

/** Looks at screens in some pages at the same time: a page of its own for each would take as long as the screen. */
async function inPages(
  context: BrowserContext,
  paths: readonly string[],
  look: (page: Page, screen: string) => Promise<void>,
  atOnce = 3,
): Promise<void> {
  const left = [...paths]
  const lookOn = async () => {
    const page = await context.newPage()
    for (let screen = left.pop(); screen !== undefined; screen = left.pop()) await look(page, screen)
    await page.close()
  }
  await Promise.all(Array.from({ length: atOnce }, lookOn))
}

describe.skipIf(!hasBrowser)('every screen', () => {
  test('has nothing that axe finds in both schemes, wide and narrow, fits its window in long words too, and is reached by keyboard', async () => {
    const { context } = await openConsole(service)
    const found: string[] = []
    await inPages(context, screens, async (page, screen) => {
      const fits = async (where: string) => {
        const beyond = Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'))
        if (beyond > 0) found.push(`${where}: ${beyond} pixels too wide`)
      }
      await page.setViewportSize({ width: 1280, height: 800 })
      await page.goto(consoleUrl(service, screen))
      await shown(page)
      if (!screen.includes('new=1'))
        await skipsToContent(page).catch(() => found.push(`${screen}: no way by keyboard`))
      for (const [width, colorScheme] of looks) {
        await page.setViewportSize({ width, height: 800 })
        await page.emulateMedia({ colorScheme })
        const violations = await violationsOf(page)
        found.push(...violations.map((violation) => `${screen} at ${width}, ${colorScheme}: ${violation}`))
        await fits(`${screen} at ${width}`)
      }
      // A window of 640 pixels at 200 %.
      await page.setViewportSize({ width: 320, height: 500 })
      await fits(`${screen} at 200 %`)
      await page.evaluate('document.documentElement.dir = "rtl"')
      await fits(`${screen} from right to left`)
      await page.evaluate('document.documentElement.dir = "ltr"')
      await stretchTexts(page)
      for (const width of [1280, 360]) {
        await page.setViewportSize({ width, height: 800 })
        await fits(`${screen} in long words at ${width}`)
        found.push(...(await spillsOf(page)).map((spill) => `${screen} in long words at ${width}: ${spill}`))
      }
    })
    expect(found).toEqual([])
  })

  test('says what it waits for, then what has failed where the service answers 500, and goes on when that is over', async () => {
    const { context } = await openConsole(service)
    await context.addInitScript(answerByHand)
    const silent: string[] = []
    const look = async (page: Page, screen: string) => {
      await page.goto(consoleUrl(service, screen))
      const waiting = page.getByText('Still waiting for').first()
      await waiting.waitFor().catch(() => silent.push(`${screen}, waiting`))
      await page.evaluate('answers.fail()')
      const said = page.getByText('It failed on purpose.').first()
      await said.waitFor().catch(() => silent.push(`${screen}, failed`))
      await page.evaluate('answers.pass()')
      // A part that was asked before may fail after it: whoever sees a button presses it.
      const again = page.getByRole('button', { name: 'Try again', exact: true }).first()
      await vi
        .waitFor(
          async () => {
            if (await again.isVisible()) await again.click({ timeout: 3_000 }).catch(() => undefined)
            expect(await said.count()).toBe(0)
          },
          { timeout: 180_000, interval: 250 },
        )
        .catch(() => silent.push(`${screen}, again`))
      await shown(page).catch(() => silent.push(`${screen}, then`))
    }
    // It is waiting that takes the time.
    await inPages(context, asking(screens), look, 10)
    expect(silent).toEqual([])
  })

  test('asks for nothing that a member may not read, and has what a member may not do disabled, with the role that may', async () => {
    const { context } = await openConsole(service, { role: 'member' })
    const found: string[] = []
    await inPages(context, screens, async (page, screen) => {
      const refused: string[] = []
      const note = (reply: Response) => {
        if (reply.status() >= 400)
          refused.push(`${reply.status()} ${reply.request().method()} ${new URL(reply.url()).pathname}`)
      }
      page.on('response', note)
      await page.goto(consoleUrl(service, screen))
      await shown(page)
      const wrong = (await wrongForMembers(page)).filter(
        (fault) => !writtenByMembers.test(screen) || acts.test(fault),
      )
      if (ofAdmins.test(screen) && !/needs the role admin/i.test(await page.locator('main').innerText()))
        wrong.push('does not say who may read it')
      found.push(...[...refused, ...wrong].map((fault) => `${screen}: ${fault}`))
      page.off('response', note)
    })
    expect(found).toEqual([])
  })
})
