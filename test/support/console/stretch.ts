import type { Page } from 'playwright-core'

/**
 * Makes every text of a page longer by two fifths, as German is: its last word becomes a long one, and others follow it.
 * What is no language of the console stays: ids, addresses, code and times.
 */
export async function stretchTexts(page: Page): Promise<void> {
  await page.evaluate(stretch)
}

const stretch = `(() => {
  const alone = 'script, style, noscript, pre, code, .mono, svg, textarea, time'
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const texts = []
  while (walker.nextNode()) {
    const { parentElement, nodeValue } = walker.currentNode
    if (parentElement.closest(alone) === null && /[a-z]{2}/i.test(nodeValue) && !/[@_]/.test(nodeValue))
      texts.push(walker.currentNode)
  }
  for (const text of texts) {
    const trimmed = text.nodeValue.trimEnd()
    const length = Math.max(3, Math.ceil(trimmed.length * 0.4))
    text.nodeValue = trimmed + 'verlängerung '.repeat(length / 13 + 1).slice(0, length) + ' '
  }
})()`

/** Lists the elements of a page whose content is wider than their room and neither scrolls nor ends in three dots. */
export async function spillsOf(page: Page): Promise<string[]> {
  return (await page.evaluate(spills)) as string[]
}

const spills = `[...document.body.querySelectorAll('*')].flatMap((element) => {
  if (!element.checkVisibility() || element.closest('.visually-hidden, svg, select, input') !== null) return []
  const { display, overflowX } = getComputedStyle(element)
  const beyond = element.scrollWidth - element.clientWidth
  const isSpilt = display !== 'inline' && overflowX === 'visible' && element.clientWidth > 0 && beyond > 1
  return isSpilt ? [beyond + ' pixels beyond ' + element.cloneNode().outerHTML] : []
})`
