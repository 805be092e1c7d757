import type { AxeResults } from 'axe-core'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const script = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * Widths and color schemes for axe to look at. Findings that depend on the width do not depend on the scheme, and the
 * other way round, so two looks see all.
 */
export const looks = [
  [1280, 'light'],
  [360, 'dark'],
] as const

/**
 * Returns axe's findings on a page: each rule with the places that break it.
 *
 * @param options.within a selector, if only a part is looked at
 * @param options.rules the rules to look by, if not all
 */
export async function violationsOf(
  page: Page,
  { within = 'html', rules }: { readonly within?: string; readonly rules?: readonly string[] } = {},
): Promise<string[]> {
  // Evaluated by the browser itself, so the page's policy does not hold for it.
  if (!(await page.evaluate('typeof axe !== "undefined"'))) await page.evaluate(script)
  const options = { resultTypes: ['violations'], selectors: false, ...(rules && { runOnly: rules }) }
  const { violations } = (await page.evaluate(
    `axe.run(${JSON.stringify(within)}, ${JSON.stringify(options)})`,
  )) as AxeResults
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`,
  )
}
