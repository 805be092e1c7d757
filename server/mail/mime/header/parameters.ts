import { decodeText } from '../charset/charsets.js'
import { trimWhite } from './header-fields.js'

/** A structured field: a value, and parameters by their names in lower case (RFC 2045, section 5.1). */
export interface Parameterized {
  /** Value in lower case. */
  readonly value: string
  readonly parameters: ReadonlyMap<string, string>
}

/** Largest number of parameters, more than any field has. */
const maxParameters = 200

/**
 * Reads a field such as Content-Type. The first of two parameters of one name counts. Continued and encoded
 * parameters (RFC 2231) are joined, and take precedence over a plain one of the same name.
 */
export function readParameterized(field: string): Parameterized {
  const scanner = new Scanner(field)
  const value = scanner.token().toLowerCase()
  const plain = new Map<string, string>()
  while (!scanner.done && plain.size < maxParameters) {
    const [name, content] = scanner.parameter()
    if (name !== '' && !plain.has(name)) plain.set(name, content)
  }
  return { value, parameters: joined(plain) }
}

class Scanner {
  #at = 0
  /** True if a comment had no end; looking for the end of each would take a time that grows with the square. */
  #unended = false
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  get done(): boolean {
    return this.#at >= this.#text.length
  }

  /**
   * Reads up to the next semicolon, and past it, without comments.
   *
   * @param within true if parentheses within a word are a part of it: `name=Invoice(1).pdf`
   */
  token(within = false): string {
    const pieces: string[] = []
    let begin = this.#at
    for (; !this.done && this.#text[this.#at] !== ';'; this.#at += 1) {
      if (this.#unended || this.#text[this.#at] !== '(') continue
      if (within && !isWhite(this.#text[this.#at - 1])) continue
      const end = endOfComment(this.#text, this.#at)
      this.#unended = end === undefined
      if (end === undefined) continue
      pieces.push(this.#text.slice(begin, this.#at))
      this.#at = end - 1
      begin = end
    }
    pieces.push(this.#text.slice(begin, this.#at))
    this.#at += 1
    return trimWhite(pieces.join(''))
  }

  parameter(): [name: string, value: string] {
    const end = this.#text.slice(this.#at).search(/[=;]/)
    if (end === -1 || this.#text[this.#at + end] === ';') return [this.token().toLowerCase(), '']
    const name = trimWhite(this.#text.slice(this.#at, this.#at + end)).toLowerCase()
    this.#at += end + 1
    this.#skipWhite()
    if (this.#text[this.#at] !== '"') return [name, this.token(true)]
    const value = this.#quoted()
    // Text right behind the quoted string is skipped: it is not a part of the value.
    this.token()
    return [name, value]
  }

  #skipWhite(): void {
    while (isWhite(this.#text[this.#at])) this.#at += 1
  }

  /**
   * Reads a quoted string. A backslash stands for itself before other characters, as in the paths that some programs
   * send.
   */
  #quoted(): string {
    let end = this.#at + 1
    while (end < this.#text.length && this.#text[end] !== '"') end += this.#text[end] === '\\' ? 2 : 1
    const value = this.#text.slice(this.#at + 1, Math.min(end, this.#text.length))
    this.#at = end + 1
    return value.replace(/\\(["\\])/g, '$1')
  }
}

function isWhite(char: string | undefined): boolean {
  return char === ' ' || char === '\t'
}

/** Returns the index behind a comment (RFC 5322, section 3.2.2), or undefined if it has no end. */
function endOfComment(text: string, begin: number): number | undefined {
  let depth = 0
  for (let at = begin; at < text.length; at += 1) {
    const char = text[at]
    if (char === '\\') at += 1
    else if (char === '(') depth += 1
    else if (char === ')') {
      depth -= 1
      if (depth === 0) return at + 1
    }
  }
  return undefined
}

interface Section {
  readonly index: number
  readonly encoded: boolean
  readonly content: string
}

function joined(plain: ReadonlyMap<string, string>): Map<string, string> {
  const parameters = new Map<string, string>()
  const continued = new Map<string, Section[]>()
  for (const [key, content] of plain) {
    const [, name = '', index = '0', star] = /^([^*]+)\*(?:(\d{1,3})(\*)?)?$/.exec(key) ?? []
    if (name === '') {
      parameters.set(key, content)
      continue
    }
    const sections = continued.get(name) ?? []
    sections.push({ index: Number(index), encoded: star === '*' || key.endsWith('*'), content })
    continued.set(name, sections)
  }
  for (const [name, sections] of continued)
    parameters.set(name, textOf(sections.sort((one, other) => one.index - other.index)))
  return parameters
}

/** Joins the sections of a parameter (RFC 2231, sections 3 and 4). A character may be cut between two sections. */
function textOf(sections: readonly Section[]): string {
  const [first] = sections
  const [, charset] = (first?.encoded === true ? /^([^']*)'[^']*'/.exec(first.content) : null) ?? []
  const texts: string[] = []
  let bytes: Uint8Array[] = []
  const endBytes = () => {
    if (bytes.length > 0) texts.push(decodeText(Buffer.concat(bytes), charset))
    bytes = []
  }
  for (const { encoded, content } of sections) {
    if (encoded) {
      const of = charset !== undefined && bytes.length === 0 && texts.length === 0
      bytes.push(fromPercents(of ? content.slice(content.indexOf("'", charset.length + 1) + 1) : content))
    } else {
      endBytes()
      texts.push(content)
    }
  }
  endBytes()
  return texts.join('')
}

function fromPercents(text: string): Uint8Array {
  const source = Buffer.from(text)
  const bytes = Buffer.allocUnsafe(source.length)
  let length = 0
  for (let at = 0; at < source.length; at += 1) {
    const code = source[at] === 0x25 ? source.toString('latin1', at + 1, at + 3) : ''
    const isCode = /^[0-9a-f]{2}$/i.test(code)
    bytes[length++] = isCode ? Number.parseInt(code, 16) : (source[at] ?? 0)
    if (isCode) at += 2
  }
  return bytes.subarray(0, length)
}
