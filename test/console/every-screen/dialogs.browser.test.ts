import { readdirSync, readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { looks, violationsOf } from '../../support/console/axe.js'
import { allDialogs, type Opened } from '../../support/console/dialogs.js'
import { consoleUrl, hasBrowser, openConsole } from '../../support/console/person.js'
import { allScreens } from '../../support/console/screens.js'
import { spillsOf, stretchTexts } from '../../support/console/stretch.js'
import { startTestService, type TestService } from '../../support/service/service.js'
import { until } from '../../support/time/until.js'

/** Tests the rules for every dialog and every menu. */

let service: TestService
let dialogs: Opened[]
beforeAll(async () => {
  if (!hasBrowser) return
  service = await startTestService({ delivery: { pollMs: 50 } })
  dialogs = await allDialogs(service, await allScreens(service))
})
afterAll(() => service?.stop())

const height = 800
const openOne = ':is(dialog[open], [popover]:popover-open)'

/** Opens a dialog, looks at it, and closes it. */
async function tryDialog(
  page: Page,
  dialog: Opened,
  width: number,
  scheme: 'light' | 'dark',
): Promise<string[]> {
  const found: string[] = []
  const isLast = scheme === 'dark'
  await page.setViewportSize({ width, height })
  await page.emulateMedia({ colorScheme: scheme })
  const open = page.locator(openOne)
  const isOpen = await open.isVisible()
  if (!isOpen) await dialog.before?.(page, width)
  const opener = await dialog.opener(page).elementHandle()
  if (opener === null) return ['is opened by nothing']
  if (!isOpen) {
    // A button may wait for what the page is loading.
    await opener.waitForElementState('enabled')
    await opener.focus()
    await page.keyboard.press(dialog.key ?? 'Enter')
  }
  await open.waitFor()
  await open.locator('.skeleton').first().waitFor({ state: 'detached' })
  const focus = open.locator(':focus')
  await focus.waitFor().catch(() => found.push('does not take the focus'))
  found.push(...(await violationsOf(page, { within: openOne })))
  const { left, right, top, bottom, wider } = await open.evaluate((element) => ({
    ...(element.getBoundingClientRect().toJSON() as Record<'left' | 'right' | 'top' | 'bottom', number>),
    wider: element.scrollWidth - element.clientWidth,
  }))
  const beyond = Math.max(-left, right - width, -top, bottom - height, wider)
  if (beyond > 0) found.push(`is ${beyond} pixels too large`)
  if (isLast) {
    await stretchTexts(page)
    found.push(...(await spillsOf(page)).map((spill) => `in long words, ${spill}`))
  }
  await page.keyboard.press('Escape')
  if (dialog.stays === true) {
    if (!(await open.isVisible())) found.push('is closed by Escape')
    if (!isLast) return found
    await page.unrouteAll()
  }
  await open.waitFor({ state: 'detached' }).catch(() => found.push('is not closed by Escape'))
  // What opens a dialog that stays also leads to another screen, whose heading takes the focus if it comes first.
  const hasFocus = () =>
    opener.evaluate((element, stays) => {
      const focused = element.ownerDocument?.activeElement
      return focused === element || (stays && focused?.matches('main h1') === true)
    }, dialog.stays === true)
  await until(hasFocus, 'the focus').catch(() => found.push('does not give the focus back'))
  return found
}

describe.skipIf(!hasBrowser)('every dialog and menu', () => {
  test('is tried below', () => {
    const used = readdirSync('console', { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx$/.test(file) && !/^ui\/dialog|^screens\/gallery/.test(file))
      .flatMap((file) => {
        const uses = readFileSync(`console/${file}`, 'utf8').match(
          /<(dialog|Dialog|FormDialog|AddDialog|Confirm|AskButton|DeleteButton|DeleteCard|Menu)\b/g,
        )
        return uses?.map(() => file) ?? []
      })
    const opened = dialogs.filter(({ isElsewhere }) => isElsewhere !== true)
    expect(opened.map(({ source }) => source).toSorted()).toEqual(used.toSorted())
  })

  test('has nothing that axe finds in both schemes, wide and narrow, fits its window, takes the focus, and gives it back by Escape', async () => {
    const { context } = await openConsole(service)
    const found: string[] = []
    const left = [...dialogs]
    const tryAll = async () => {
      const page = await context.newPage()
      for (let dialog = left.pop(); dialog !== undefined; dialog = left.pop()) {
        const { source, screen } = dialog
        await page.goto(consoleUrl(service, screen))
        // It takes the focus when it comes.
        await page.locator('main h1:focus').waitFor()
        for (const [width, scheme] of looks) {
          const faults = await tryDialog(page, dialog, width, scheme).catch((error: Error) => [error.message])
          found.push(...faults.map((fault) => `${source} at ${width}: ${fault}`))
        }
      }
    }
    await Promise.all([tryAll(), tryAll(), tryAll()])
    expect(found).toEqual([])
  })
})
