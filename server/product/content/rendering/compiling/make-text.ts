import { compile, type HtmlToTextOptions, type SelectorDefinition } from 'html-to-text'
import { newestEdition, type Edition } from './content.js'

const heading = { options: { uppercase: false } }

/** Selects elements that readers do not show, such as a preheader that a template hides itself. */
const hidden = [
  '[hidden]',
  ...['display:none', 'display: none', 'display :none', 'display : none'].map(styled),
  ...['visibility:hidden', 'visibility: hidden', 'visibility :hidden', 'visibility : hidden'].map(styled),
  // A box without height hides what overflows it. `font-size:0` hides nothing: layouts set it around columns.
  ...['max-height:0;', 'max-height: 0;', 'max-height:0px', 'max-height: 0px'].flatMap((height) =>
    ['overflow:hidden', 'overflow: hidden'].map((overflow) => styled(height) + styled(overflow)),
  ),
]

function styled(declaration: string): string {
  return `[style*="${declaration}" i]`
}

const skipped = hidden.map((selector): SelectorDefinition => ({ selector, format: 'skip' }))

const optionsWith = (more: readonly SelectorDefinition[], base = ['body']): HtmlToTextOptions => ({
  wordwrap: false,
  baseElements: { selectors: base },
  selectors: [
    { selector: '[data-preheader]', format: 'skip' },
    ...more,
    { selector: 'a', options: { hideLinkHrefIfSameAsText: true, ignoreHref: false, noAnchorUrl: true } },
    { selector: 'img', format: 'alternative' },
    // Most tables are for layout only, so the cells of a row go on one line.
    { selector: 'table', format: 'block' },
    { selector: 'tr', format: 'block' },
    ...['td', 'th'].map((selector) => ({ selector, format: 'cell' })),
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, ...heading })),
  ],
  formatters: {
    cell: (element, walk, builder) => {
      walk(element.children, builder)
      builder.addInline(' ')
    },
    // An image is replaced by its text. Its address says nothing to a reader.
    alternative: (element, _walk, builder) => {
      const { alt } = element.attribs as Record<string, string | undefined>
      if (alt !== undefined && alt.trim() !== '') builder.addInline(alt)
    },
  },
})

/** Selects text that is no part of the body, wherever it stands. */
const unseen = ['title', 'template'].map((selector): SelectorDefinition => ({
  selector,
  format: 'skip',
}))

const convert = {
  1: compile(optionsWith([])),
  2: compile(optionsWith(skipped)),
  // Readers put what stands behind the body into it, so the whole document is read.
  3: compile(optionsWith([...skipped, ...unseen], [])),
}

/**
 * Returns the plain text of rendered HTML, for readers that show no HTML. The same HTML always gives the same text.
 */
export function textFrom(html: string, edition: Edition = newestEdition): string {
  return convert[edition](html)
}
