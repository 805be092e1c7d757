import juice from 'juice/client.js'
import inDocument from 'juice/lib/cheerio.js'
import utilities from 'juice/lib/utils.js'
import { replaceVariablesInTime } from './css-variables.js'
import { statementsOf, type Statement, type StyleRule } from './style-sheet.js'

// juice would otherwise drop the text between the braces of two values.
for (const name of Object.keys(juice.codeBlocks)) delete juice.codeBlocks[name]

leaveOutBrokenCss()
giveUpEndlessArguments()
replaceVariablesInTime()

/** Matches HTML that has rules to inline. */
export const hasStyles = /<style[\s>]/i

/**
 * Matches pseudo-classes that mean the same in every program. Others, such as `:hover`, apply to an element at times.
 */
const structural = /^(root|empty|not|(first|last|only)-(child|of-type)|nth-(last-)?(child|of-type))$/

const options = {
  applyAttributesTableElements: true,
  applyHeightAttributes: true,
  applyWidthAttributes: true,
  removeInlinedSelectors: true,
  resolveCSSVariables: true,
}

/**
 * Inlines the rules that always apply to an element. Everything else stays in `<style>` unchanged: at-rules such as
 * `@media` and `@supports`, selectors that match nothing (a mail program may add `[data-ogsc]` to the page),
 * pseudo-classes and pseudo-elements, variables, and elements with `media` or `data-embed`.
 */
export function inlineStyles(html: string): string {
  return inDocument(html, {}, ($) => {
    const sheets = $('style')
      .toArray()
      .filter(({ attribs }) => isForAll(attribs))
      .map((element) => ({ element, statements: statementsOf($(element).text()) }))
    $('style').removeAttr('data-embed')
    const isInlinable = inlinableIn(sheets.flatMap(({ statements }) => statements))
    const css = sheets.flatMap(({ statements }) =>
      statements.flatMap((statement) => {
        const selectors = isRule(statement)
          ? statement.selectors.filter((each) => isInlinable(statement, each))
          : []
        return selectors.length > 0 && isRule(statement)
          ? `${selectors.join(',')}{${statement.declarations}}`
          : []
      }),
    )
    if (css.length === 0) return
    const found = juice.inlineDocument($, css.join('\n'), options) as ReadonlySet<string>
    const inlined = new Set([...found].map(inOneLine))
    for (const { element, statements } of sheets) {
      const kept = statements.map((statement) =>
        isRule(statement)
          ? textWithout(statement, (each) => isInlinable(statement, each) && inlined.has(inOneLine(each)))
          : statement.text,
      )
      if (kept.every((text, index) => text === statements[index]?.text)) continue
      const texts = kept.filter((text) => text !== '')
      if (texts.every((text) => text.startsWith('/*'))) $(element).remove()
      else $(element).text(`\n${texts.join('\n')}\n`)
    }
  })
}

/** Returns whether a style element is for every medium and program. */
function isForAll({
  media = 'all',
  type = 'text/css',
  'data-embed': embed,
}: Readonly<Record<string, string>>): boolean {
  return embed === undefined && /^\s*(all)?\s*$/i.test(media) && /^\s*(text\/css)?\s*$/i.test(type)
}

function isRule(statement: Statement): statement is StyleRule {
  return 'selectors' in statement
}

/**
 * Returns a function that says if a rule can be inlined for a selector: it can't with variables that a rule for some
 * programs alone changes.
 */
function inlinableIn(statements: readonly Statement[]): (rule: StyleRule, selector: string) => boolean {
  const changed = new Set(
    statements
      .filter(
        (statement) =>
          !isRule(statement) ||
          !statement.selectors.every((each) => appliesAlways(each) && !each.includes('[')),
      )
      .flatMap(({ text }) => text.match(/--[\w-]+(?=\s*:)/g) ?? []),
  )
  return ({ declarations }, selector) =>
    appliesAlways(selector) &&
    !(declarations.match(/--[\w-]+(?!\s*:)(?![\w-])/g) ?? []).some((name) => changed.has(name))
}

/** Returns whether a selector always applies. juice takes a comma in brackets for the end of a selector. */
function appliesAlways(selector: string): boolean {
  if (selector.includes(',')) return false
  const outside = selector.replaceAll(/\\.|"[^"]*"|'[^']*'|\[[^\]]*\]/g, '')
  return [...outside.matchAll(/(:{1,2})([\w-]*)/g)].every(
    ([, colons, name = '']) => colons === ':' && structural.test(name),
  )
}

/**
 * Returns the rule without the selectors that are inlined; empty if none is left. Variables stay for the remaining
 * rules.
 */
function textWithout(rule: StyleRule, isInlined: (selector: string) => boolean): string {
  const { text, selectors, declarations } = rule
  const left = selectors.filter((selector) => !isInlined(selector))
  if (left.length === selectors.length || /(^|[\s;])--[\w-]+\s*:/.test(declarations)) return text
  return left.length === 0 ? '' : `${left.join(', ')} {${declarations}}`
}

function inOneLine(selector: string): string {
  return selector.replaceAll(/\s+/g, ' ').trim()
}

type Rule = ReturnType<typeof utilities.parseCSS>[number]

/**
 * Makes juice ignore invalid declarations, as browsers do (CSS Syntax Module Level 3, section 5.4.4): it fails at one
 * without a name or a value, at one with the name of a member of every object, and at a `style` without any.
 */
function leaveOutBrokenCss(): void {
  const { parseCSS } = utilities
  utilities.parseCSS = (css) => {
    const rules = parseCSS(css).map<Rule>(([selector, declarations]) => [
      selector,
      declarations.filter(
        ({ name, value }) => name !== undefined && value !== undefined && !(name in Object.prototype),
      ),
    ])
    // juice wraps the content of an attribute in `* { … }`, which has to stay one rule.
    return rules.length === 0 && css.startsWith('* { ') ? [['*', []]] : rules
  }
}

/** Matches the next part of a selector, as slick splits it: an escape, an attribute, an argument, or other text. */
const partOfSelector =
  /\\[^]|\[[^\]"']*(?=["'])(?<==\s*)(?:"[^"]*"|'[^']*')\s*\](?!\])|\[[^\]]*\](?!\])|\((?:[^()]|\([^)]+\))*\)|[^([\\]+/y

/**
 * Makes juice treat a selector as invalid if an argument such as that of `:not()` has no end. slick, its parser, does
 * the same in the end, but tries every way to divide the characters of the argument before: each further character
 * doubles the time.
 */
function giveUpEndlessArguments(): void {
  const { prototype } = utilities.Selector
  const { parsed } = prototype
  prototype.parsed = function parsedInTime() {
    if (!hasEnds(this.text)) this.tokens = []
    return parsed.call(this)
  }
}

/** Returns whether each attribute and each argument of a selector ends. The time grows with the length alone. */
function hasEnds(selector: string): boolean {
  partOfSelector.lastIndex = 0
  while (partOfSelector.lastIndex < selector.length) if (!partOfSelector.test(selector)) return false
  return true
}
