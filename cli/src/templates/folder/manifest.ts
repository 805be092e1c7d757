import { cleanName } from '../../../../base/text/clean-name.js'
import { normalizeAddress } from '../../../../base/addresses/address.js'
import { nearest } from '../../arguments/nearest.js'
import { isRecord } from '../../output/cell.js'
import {
  kinds,
  localesOf,
  plainVariable,
  type Content,
  type Part,
  type ReplyAddress,
  type TemplateKind,
  type Variable,
} from '../content.js'
import { lineInJson } from './locate.js'
import { isLocaleTag } from './names.js'

/** The content of `template.json`, which is the template without its bodies. */
export interface Manifest {
  readonly name: string
  readonly kind: TemplateKind
  /** The content, whose parts have no bodies. */
  readonly content: Content
}

/** Called for each mistake, with its line. */
export type Complain = (line: number, message: string) => void

type Fields = ReadonlyMap<string, unknown>

const known = {
  manifest: [
    ...['name', 'kind', 'subject', 'preheader', 'from_email', 'from_name', 'reply_to', 'inline_css'],
    ...['variables', 'locales'],
  ],
  part: ['subject', 'preheader'],
  variable: ['name', 'type', 'required', 'default'],
  address: ['email', 'name'],
}

/**
 * Parses a `template.json`. The service decides whether the values are allowed.
 *
 * @param folder the folder's name, which is also the template's name unless the file has another
 */
export function parseManifest(text: string, folder: string, complain: Complain): Manifest | undefined {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (error) {
    complain(1, `is not JSON: ${(error as Error).message}`)
    return undefined
  }
  let isWrong = false
  const at = (path: readonly string[], message: string) => {
    isWrong = true
    complain(lineInJson(text, path), path.length === 0 ? message : `${path.join('.')} ${message}`)
  }
  const manifest = new Reader(at).manifest(json, folder)
  return isWrong ? undefined : manifest
}

/** Returns the text of a `template.json`. The same content always gives the same text. */
export function printManifest({ name, kind, content }: Manifest): string {
  const { parts, fromEmail, fromName, replyTo, variables, inlineCss } = content
  const own = ({ subject, preheader }: Part = {}) => ({
    ...(subject !== undefined && { subject }),
    ...(preheader !== undefined && { preheader }),
  })
  const locales = localesOf(content)
    .map((locale) => [locale, own(parts.get(locale))] as const)
    .filter(([, part]) => Object.keys(part).length > 0)
  const json = {
    name,
    ...(kind !== 'message' && { kind }),
    ...own(parts.get('')),
    ...(fromEmail !== undefined && { from_email: fromEmail }),
    ...(fromName !== undefined && { from_name: fromName }),
    ...(replyTo.length > 0 && { reply_to: replyTo }),
    ...(!inlineCss && { inline_css: false }),
    ...(variables.length > 0 && { variables }),
    ...(locales.length > 0 && { locales: Object.fromEntries(locales) }),
  }
  return `${JSON.stringify(json, null, 2)}\n`
}

class Reader {
  readonly #at: (path: readonly string[], message: string) => void

  constructor(at: (path: readonly string[], message: string) => void) {
    this.#at = at
  }

  manifest(json: unknown, folder: string): Manifest | undefined {
    const fields = this.#object([], json, known.manifest)
    if (fields === undefined) return undefined
    const name = cleanName(this.#text(fields, ['name']) ?? folder)
    if (name === null) this.#at(['name'], 'must have a visible character')
    const kind = this.#text(fields, ['kind']) ?? 'message'
    const found = kinds.find((each) => each === kind)
    if (found === undefined) this.#at(['kind'], `must be one of ${kinds.join(', ')}`)
    const fromEmail = this.#text(fields, ['from_email'])
    const inlineCss = fields.get('inline_css') ?? true
    if (typeof inlineCss !== 'boolean') this.#at(['inline_css'], 'must be true or false')
    const content: Content = {
      parts: this.#parts(fields),
      fromEmail: fromEmail === undefined ? undefined : normalizeAddress(fromEmail),
      fromName: cleanName(this.#text(fields, ['from_name'])) ?? undefined,
      replyTo: this.#list(fields, 'reply_to', (path, item) => this.#address(path, item)),
      variables: this.#list(fields, 'variables', (path, item) => this.#variable(path, item)),
      inlineCss: inlineCss !== false,
    }
    return { name: name ?? '', kind: found ?? 'message', content }
  }

  #parts(fields: Fields): ReadonlyMap<string, Part> {
    const parts = new Map([['', this.#part([], fields)]])
    const locales: Fields = this.#object(['locales'], fields.get('locales') ?? {}, undefined) ?? new Map()
    for (const [locale, given] of locales) {
      const path = ['locales', locale]
      if (!isLocaleTag(locale)) this.#at(path, 'is not a language tag such as de or pt-BR')
      const own = this.#object(path, given, known.part)
      if (own !== undefined) parts.set(locale, this.#part(path, own))
    }
    return parts
  }

  #part(path: readonly string[], fields: Fields): Part {
    const subject = this.#text(fields, [...path, 'subject'])
    const preheader = this.#text(fields, [...path, 'preheader'])
    return { ...(subject !== undefined && { subject }), ...(preheader !== undefined && { preheader }) }
  }

  #address(path: readonly string[], item: unknown): ReplyAddress | undefined {
    const fields = this.#object(path, item, known.address)
    if (fields === undefined) return undefined
    const email = this.#text(fields, [...path, 'email'])
    const name = cleanName(this.#text(fields, [...path, 'name']))
    if (email === undefined) this.#at(path, 'needs an email')
    return { email: normalizeAddress(email ?? ''), ...(name !== null && { name }) }
  }

  #variable(path: readonly string[], item: unknown): Variable | undefined {
    const fields = this.#object(path, item, known.variable)
    if (fields === undefined) return undefined
    const name = this.#text(fields, [...path, 'name'])
    const type = this.#text(fields, [...path, 'type'])
    const required = fields.get('required')
    if (name === undefined) this.#at(path, 'needs a name')
    if (required !== undefined && typeof required !== 'boolean')
      this.#at([...path, 'required'], 'must be true or false')
    return plainVariable({
      name: name ?? '',
      ...(type !== undefined && { type }),
      ...(typeof required === 'boolean' && { required }),
      default: fields.get('default'),
    })
  }

  #object(path: readonly string[], value: unknown, names: readonly string[] | undefined): Fields | undefined {
    if (!isRecord(value)) {
      this.#at(path, 'must be an object')
      return undefined
    }
    const fields = new Map(Object.entries(value))
    for (const name of fields.keys()) {
      if (names === undefined || names.includes(name)) continue
      const meant = nearest(name, names)
      this.#at([...path, name], `is not known here${meant === undefined ? '' : ` (did you mean ${meant}?)`}`)
    }
    return fields
  }

  #text(fields: Fields, path: readonly string[]): string | undefined {
    const value = fields.get(path.at(-1) ?? '')
    if (value === undefined || value === null || typeof value === 'string') return value ?? undefined
    this.#at(path, 'must be a text')
    return undefined
  }

  #list<T>(
    fields: Fields,
    name: string,
    read: (path: readonly string[], item: unknown) => T | undefined,
  ): T[] {
    const value = fields.get(name) ?? []
    if (!Array.isArray(value)) {
      this.#at([name], 'must be an array')
      return []
    }
    return value
      .map((item: unknown, index) => read([name, String(index)], item))
      .filter((item) => item !== undefined)
  }
}
