import type { Person } from './person.js'

/**
 * Counts the clicks of a person from now on: each press of the mouse, and two for a value that is chosen from a list
 * of the browser's own, which a test chooses without the mouse. What is typed is not counted, since the Tab key leads
 * from field to field.
 *
 * @returns the number of clicks so far
 */
export async function countClicks({ context, page }: Person): Promise<() => Promise<number>> {
  let clicks = 0
  await context.exposeBinding('countClicks', (_, added: number) => void (clicks += added))
  const listen = `
    addEventListener('pointerdown', (event) => { if (event.isTrusted) countClicks(1) }, true)
    addEventListener('change', ({ target }) => { if (target.matches('select')) countClicks(2) }, true)`
  await context.addInitScript(listen)
  await page.evaluate(listen)
  return async () => {
    // The browser reports the presses in order, so this reply comes after them.
    await page.evaluate('0')
    return clicks
  }
}
