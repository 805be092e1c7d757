import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2'
import { maxLinks } from './links.js'
import { parseUrl } from '../../../base/addresses/parse-url.js'
import type { Steps } from '../../../base/time/time-slice.js'

/**
 * HTML of a mail with the places of its links, found once for all of its recipients. A number stands for the link of
 * that position.
 */
export interface MarkedHtml {
  /** Texts and the links between them; the first and the last piece are texts. */
  readonly pieces: readonly (string | number)[]
  /** Addresses that the links lead to. */
  readonly targets: readonly string[]
  /** Index of the piece at whose end the image is inserted. */
  readonly imageAfter: number
}

/**
 * Longest address that is wrapped, in characters: a longer one would not fit into the address bars of some mail
 * readers.
 */
const longestTarget = 1_500

/** Number of addresses that are parsed: links behind them stay as they are, since most of those before are broken. */
const mostParsed = 2 * maxLinks

/** Number of characters of HTML that are read between two pauses. */
const readTogether = 64 * 1024

/**
 * Finds the links of HTML that may be tracked: `href` of `a` and `area` with an http or https address. Links with the
 * attribute `data-no-track` are left out. The time grows only linearly with the length of the HTML, and other tasks
 * may run meanwhile.
 *
 * @param untouched addresses that are never tracked, such as those to leave a list
 */
export function* markingLinks(html: string, untouched: ReadonlySet<string>): Steps<MarkedHtml> {
  const finder = new LinkFinder(html, untouched)
  const tokenizer = new Tokenizer({ decodeEntities: true }, finder)
  for (let at = 0; at < html.length; at += readTogether) {
    tokenizer.write(html.slice(at, at + readTogether))
    yield
  }
  tokenizer.end()
  return finder.marked()
}

/** Replacements for the links, and the image, of one recipient's mail. */
export interface Marks {
  /** Undefined if clicks are not tracked. */
  readonly clickUrl: ((position: number, target: string) => string) | undefined
  /** Undefined if opens are not tracked. */
  readonly openUrl: string | undefined
}

/** Returns the HTML for one recipient. */
export function writeMarked(
  { pieces, targets, imageAfter }: MarkedHtml,
  { clickUrl, openUrl }: Marks,
): string {
  return pieces
    .map((piece, index) => {
      if (typeof piece === 'number') {
        const target = targets[piece] ?? ''
        return escapeAttribute(clickUrl === undefined ? target : clickUrl(piece, target))
      }
      return index === imageAfter && openUrl !== undefined ? piece + imageOf(openUrl) : piece
    })
    .join('')
}

/** Returns an image for which readers show no border and no text in its place. */
function imageOf(url: string): string {
  return `<img src="${escapeAttribute(url)}" alt="" width="1" height="1" style="border:0;width:1px;height:1px">`
}

function escapeAttribute(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}

/** Position of an attribute's value, from behind its opening quote to its closing one. */
interface Value {
  readonly begin: number
  readonly end: number
  readonly isQuoted: boolean
  readonly text: string
}

class LinkFinder implements TokenizerCallbacks {
  readonly #html: string
  readonly #untouched: ReadonlySet<string>
  readonly #pieces: (string | number)[] = []
  readonly #targets: string[] = []
  #taken = 0
  #parsed = 0
  #bodyEnd: number | undefined
  /** True if the tag that is being read is a link. */
  #isLink = false
  #href: Value | undefined
  #isExempt = false
  #attribute = ''
  #nameEnd = 0
  #value: string[] = []

  constructor(html: string, untouched: ReadonlySet<string>) {
    this.#html = html
    this.#untouched = untouched
  }

  marked(): MarkedHtml {
    const end = this.#bodyEnd ?? this.#html.length
    this.#pieces.push(this.#html.slice(this.#taken))
    return { ...withImageAt(this.#pieces, this.#html.length - end), targets: this.#targets }
  }

  onopentagname(start: number, end: number): void {
    const name = this.#html.slice(start, end).toLowerCase()
    this.#isLink = name === 'a' || name === 'area'
    this.#href = undefined
    this.#isExempt = false
  }

  onattribname(start: number, end: number): void {
    this.#attribute = this.#isLink ? this.#html.slice(start, end).toLowerCase() : ''
    this.#nameEnd = end
    this.#value = []
    if (this.#attribute === 'data-no-track') this.#isExempt = true
  }

  onattribdata(start: number, end: number): void {
    if (this.#attribute === 'href') this.#value.push(this.#html.slice(start, end))
  }

  onattribentity(codepoint: number): void {
    if (this.#attribute === 'href') this.#value.push(String.fromCodePoint(codepoint))
  }

  onattribend(_quote: unknown, end: number): void {
    // Of two `href` the first counts, as in browsers.
    if (this.#attribute !== 'href' || this.#href !== undefined) return
    const [before = ''] = /^\s*=\s*["']?/.exec(this.#html.slice(this.#nameEnd, end)) ?? []
    const isQuoted = /["']$/.test(before)
    this.#href = { begin: this.#nameEnd + before.length, end, isQuoted, text: this.#value.join('') }
  }

  onopentagend(): void {
    this.#take()
  }

  onselfclosingtag(): void {
    this.#take()
  }

  onclosetag(start: number, end: number): void {
    if (this.#html.slice(start, end).toLowerCase() === 'body') this.#bodyEnd = start - '</'.length
  }

  oncdata(): void {}
  oncomment(): void {}
  ondeclaration(): void {}
  onend(): void {}
  onprocessinginstruction(): void {}
  ontext(): void {}
  ontextentity(): void {}

  #take(): void {
    const href = this.#href
    if (!this.#isLink || href === undefined || this.#isExempt) return
    const target = href.text.trim()
    if (this.#targets.length === maxLinks || this.#untouched.has(target) || !this.#isTrackable(target)) return
    const quote = href.isQuoted ? '' : '"'
    this.#pieces.push(this.#html.slice(this.#taken, href.begin) + quote, this.#targets.length)
    this.#targets.push(target)
    this.#taken = href.end
    // A value that had no quotes gets them.
    if (quote !== '') this.#pieces.push(quote)
  }

  #isTrackable(target: string): boolean {
    if (!/^https?:\/\//i.test(target) || target.length > longestTarget) return false
    if (this.#parsed === mostParsed) return false
    this.#parsed += 1
    return parseUrl(target) !== undefined
  }
}

/**
 * Splits the last text where the image goes.
 *
 * @param fromEnd number of characters that stay behind the image
 */
function withImageAt(pieces: readonly (string | number)[], fromEnd: number) {
  const last = pieces.at(-1)
  const text = typeof last === 'string' ? last : ''
  // A link behind the end of the body: the image goes to the very end.
  const at = fromEnd > text.length ? text.length : text.length - fromEnd
  return {
    pieces: [...pieces.slice(0, -1), text.slice(0, at), text.slice(at)],
    imageAfter: pieces.length - 1,
  }
}
