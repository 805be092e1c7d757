import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser, openConsole } from '../../support/console/person.js'
import { send } from '../../support/messages/mail.js'
import { startTestService, type TestService } from '../../support/service/service.js'

/** Whole tasks by the keyboard alone: nothing is clicked, and nothing gets the focus but by a key. */

let service: TestService
beforeAll(async () => {
  if (hasBrowser) service = await startTestService({ delivery: { pollMs: 50 } })
})
afterAll(() => service?.stop())

/** More than any screen has before what is looked for. */
const mostStops = 60

/** The name of what has the focus, as a person would say it. */
const focused = `(() => {
  const at = document.activeElement
  const label = at.labels?.[0]?.textContent ?? at.getAttribute('aria-label') ?? at.textContent
  return label.replace(/\\s+/g, ' ').replace(' (optional)', '').trim()
})()`

/** Presses Tab until the focus is on what has this name. */
async function tabTo(page: Page, name: string, key = 'Tab'): Promise<void> {
  const passed: unknown[] = []
  while (passed.length < mostStops) {
    await page.keyboard.press(key)
    const at = await page.evaluate(focused)
    if (at === name) return
    passed.push(at)
  }
  throw new Error(`${key} never comes to ${name}, but to ${passed.join(', ')}`)
}

/** Opens a screen by the keys that lead to it. */
async function goTo(page: Page, key: string, title: string): Promise<void> {
  await page.keyboard.press('g')
  await page.keyboard.press(key)
  await page.locator('h1:focus', { hasText: title }).waitFor()
}

/** A script that returns true if one sees where the focus is: by a line around the element, or around its row. */
const isMarked = `['*', 'tr'].some((around) => {
  const marked = document.activeElement.closest(around)
  const { outlineWidth, outlineStyle } = marked ? getComputedStyle(marked) : {}
  return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1
})`

describe.skipIf(!hasBrowser)('by the keyboard alone', () => {
  test('Escape and Enter lead from a filter to the list, and what was typed stays on its screen', async () => {
    await send(service, ['one@example.com', 'two@example.com'], { subject: 'By the keys' })
    const { page, open } = await openConsole(service)
    await open(`messages?project=${service.credentials.project_id}`)
    await page.getByRole('link', { name: 'one@example.com', exact: true }).waitFor()
    await page.keyboard.press('/')
    await page.locator('[data-filter]:focus').waitFor()
    await page.keyboard.type('keys')
    await page.keyboard.press('Enter')
    await page.waitForURL(/q=keys/)
    await page.getByRole('link', { name: 'one@example.com', exact: true }).waitFor()
    await page.keyboard.press('j')
    await page.locator('.row-link:focus').waitFor()
    await page.keyboard.press('/')
    await page.keyboard.press('Escape')
    await page.keyboard.press('j')
    await page.locator('.row-link:focus').waitFor()
    expect(page.url()).toMatch(/q=keys(&|$)/)

    await page.keyboard.press('/')
    await page.keyboard.type(' more')
    await page.keyboard.press('Control+k')
    await page.locator('dialog[open] input:focus').waitFor()
    await page.keyboard.type('new campaign')
    await page.keyboard.press('Enter')
    await page.locator('h1:focus', { hasText: 'New campaign' }).waitFor()
    expect(page.url()).not.toContain('q=')
  })

  test('a test message is sent, found in the list and opened', async () => {
    const { page, open } = await openConsole(service)
    await open(`messages?project=${service.credentials.test_project_id}`)
    await page.locator('h1:focus').waitFor()
    await page.keyboard.press('Control+k')
    await page.locator('dialog[open] input:focus').waitFor()
    await page.keyboard.type('send a')
    await page.keyboard.press('Enter')
    await page.locator('h1:focus', { hasText: 'New message' }).waitFor()
    await page.getByLabel('Subject').waitFor()
    await tabTo(page, 'Subject')
    expect(await page.evaluate(isMarked)).toBe(true)
    await page.keyboard.press('Control+a')
    await page.keyboard.type('By keys')
    await tabTo(page, 'Send')
    expect(await page.evaluate(isMarked)).toBe(true)
    await page.keyboard.press('Enter')
    await page.locator('h1:focus', { hasText: 'By keys' }).waitFor()

    await goTo(page, 'm', 'Messages')
    await page.locator('[data-row]', { hasText: 'By keys' }).waitFor()
    await page.keyboard.press('j')
    await page.locator('.row-link:focus').waitFor()
    expect(await page.evaluate(isMarked)).toBe(true)
    await page.keyboard.press('Enter')
    await page.locator('h1:focus', { hasText: 'By keys' }).waitFor()
    // The parts of a message are links beside each other.
    await tabTo(page, 'Content')
    await page.keyboard.press('Enter')
    await page.getByText('It works.').first().waitFor()
  })

  test('an address is suppressed, and given free again', async () => {
    const { page, open } = await openConsole(service)
    await open('')
    await page.locator('h1:focus').waitFor()
    await goTo(page, 's', 'Suppressions')
    await tabTo(page, 'Add')
    await page.keyboard.press('Enter')
    await page.locator('dialog[open] input:focus').waitFor()
    await page.keyboard.type('keys@task.example')
    await tabTo(page, 'Reason')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowUp')
    await tabTo(page, 'Suppress')
    await page.keyboard.press('Enter')
    await page.locator('h1:focus', { hasText: 'keys@task.example' }).waitFor()
    await tabTo(page, 'Remove')
    await page.keyboard.press('Enter')
    await page.locator('dialog[open] :focus').waitFor()
    await tabTo(page, 'Remove the suppression')
    await page.keyboard.press('Enter')
    await page.locator('h1:focus', { hasText: 'Suppressions' }).waitFor()
    await page.locator('[data-row]', { hasText: 'keys@task.example' }).waitFor({ state: 'detached' })
  })

  test('a colleague is invited as an admin, and the form is left and found again', async () => {
    const { page, open } = await openConsole(service)
    await open('')
    await page.locator('h1:focus').waitFor()
    await goTo(page, 'u', 'Users')
    await tabTo(page, 'Invite a user')
    await page.keyboard.press('Enter')
    await page.locator('dialog[open] input:focus').waitFor()
    await page.keyboard.type('grace@keys.example')
    await page.keyboard.press('Escape')
    await page.locator('dialog').waitFor({ state: 'detached' })
    // The focus is where it was.
    await page.keyboard.press('Enter')
    await page.locator('dialog[open] input:focus').waitFor()
    await tabTo(page, 'Member')
    await page.keyboard.press('ArrowDown')
    await tabTo(page, 'Send a mail with a sign-in link')
    await page.keyboard.press('Space')
    await tabTo(page, 'Invite')
    await page.keyboard.press('Enter')
    await page.locator('h1:focus', { hasText: 'grace@keys.example' }).waitFor()
    await page.getByText('admin', { exact: true }).first().waitFor()
  })
})
