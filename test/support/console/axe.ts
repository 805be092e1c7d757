import type { AxeResults } from 'axe-core'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const script = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * What axe finds wrong with a page: each rule with where it is broken.
 *
 * @param within a selector, where only a part is looked at
 */
export async function violationsOf(page: Page, within = 'html'): Promise<string[]> {
  // Evaluated by the browser itself, so the page's policy does not hold for it.
  if (!(await page.evaluate('typeof axe !== "undefined"'))) await page.evaluate(script)
  const { violations } = (await page.evaluate(
    `axe.run(${JSON.stringify(within)}, { resultTypes: ["violations"] })`,
  )) as AxeResults
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`,
  )
}
