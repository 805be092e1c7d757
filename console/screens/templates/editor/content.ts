import type { TemplateVersion } from 'postseal'
import { readValue, typedValue, Unreadable, type VariableType } from '../../../ui/variables/values.js'

/** Texts of a version in one language. An absent text is ''. */
export interface Wording {
  readonly subject: string
  readonly preheader: string
  readonly html: string
  readonly text: string
}

/** A declared variable as it is typed. */
export interface TypedVariable {
  readonly name: string
  readonly type: VariableType
  readonly required: boolean
  /** Typed default: a text, a number, `true` or `false`, or JSON; '' if there is none. */
  readonly default: string
}

/** Content as it is typed: kept in the browser until it is saved as a version. */
export interface TypedContent extends Wording {
  readonly from_email: string
  readonly from_name: string
  /** Addresses, one per line. */
  readonly reply_to: string
  readonly inline_css: boolean
  readonly variables: readonly TypedVariable[]
  readonly locales: Readonly<Record<string, Wording>>
}

/** Content as the contract has it. */
export interface SentContent {
  subject?: string
  html?: string
  text?: string
  preheader?: string
  from_email?: string
  from_name?: string
  reply_to?: { email: string; name?: string }[]
  variables: { name: string; type: VariableType; required?: boolean; default?: unknown }[]
  locales?: Record<string, { subject?: string; html?: string; text?: string; preheader?: string }>
  inline_css: boolean
}

export const noWording: Wording = { subject: '', preheader: '', html: '', text: '' }

/** Converts a version into content for the editor. */
export function typedOf(version: TemplateVersion): TypedContent {
  return {
    subject: version.subject ?? '',
    preheader: version.preheader ?? '',
    html: version.html ?? '',
    text: version.text ?? '',
    from_email: version.from_email ?? '',
    from_name: version.from_name ?? '',
    reply_to: version.reply_to.map(({ email, name }) => (name ? `${name} <${email}>` : email)).join('\n'),
    inline_css: version.inline_css,
    variables: version.variables.map(({ name, type, required, default: value }) => ({
      name,
      type: type as VariableType,
      required,
      default: typedValue(value, type),
    })),
    locales: Object.fromEntries(
      Object.entries(version.locales).map(([tag, locale]) => [tag, { ...noWording, ...locale }]),
    ),
  }
}

/** Converts the typed content into the request. Empty texts are left out. */
export function sentOf(content: TypedContent): SentContent {
  const { from_email, from_name, reply_to, inline_css, variables, locales } = content
  const addresses = reply_to
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map(addressOf)
  return {
    ...wordingSent(content),
    ...given({ from_email: from_email.trim(), from_name: from_name.trim() }),
    ...(addresses.length > 0 && { reply_to: addresses }),
    variables: variables.map((variable) => {
      const value = readValue(variable.type, variable.default)
      const hasDefault = value !== undefined
      return {
        name: variable.name,
        type: variable.type,
        ...(!hasDefault && { required: variable.required }),
        // A text that can't be read is sent as typed: the service's message names the mistake.
        ...(hasDefault && { default: value instanceof Unreadable ? variable.default : value }),
      }
    }),
    ...(Object.keys(locales).length > 0 && {
      locales: Object.fromEntries(Object.entries(locales).map(([tag, one]) => [tag, wordingSent(one)])),
    }),
    inline_css,
  }
}

function wordingSent({ subject, preheader, html, text }: Wording) {
  return given({ subject, preheader, html, text })
}

function given<Name extends string>(texts: Readonly<Record<Name, string>>): Partial<Record<Name, string>> {
  return Object.fromEntries(Object.entries<string>(texts).filter(([, text]) => text !== '')) as Partial<
    Record<Name, string>
  >
}

/** Reads `Shop <help@shop.example>`, or an address alone. */
function addressOf(line: string): { email: string; name?: string } {
  const [, name, email] = /^(.*?)\s*<([^<>]+)>$/.exec(line) ?? []
  if (email === undefined) return { email: line }
  return { email, ...(name && { name }) }
}

/** Returns the sample values that can be read, by the names of the variables. */
export function samplesOf(
  variables: readonly TypedVariable[],
  typed: Readonly<Record<string, string>>,
): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const { name, type } of variables) {
    const value = readValue(type, typed[name] ?? '')
    if (value !== undefined && !(value instanceof Unreadable)) values[name] = value
  }
  return values
}

/** Tells whether two contents make the same version, whatever the order of their languages. */
export function isSame(one: TypedContent, other: TypedContent): boolean {
  return one === other || keyOf(one) === keyOf(other)
}

function keyOf(content: TypedContent): string {
  const { locales, ...rest } = sentOf(content)
  const ordered = Object.entries(locales ?? {}).sort(([a], [b]) => a.localeCompare(b))
  return JSON.stringify([
    ...Object.entries(rest).sort(([a], [b]) => a.localeCompare(b)),
    ordered.map(([tag, { subject, preheader, html, text }]) => [tag, subject, preheader, html, text]),
  ])
}

/** Returns the parts of a content that are compared, each with its text, in reading order. */
export function partsOf(content: TypedContent): readonly (readonly [part: string, text: string])[] {
  const ofOne = (one: Wording, of: string) =>
    [
      [`Subject${of}`, one.subject],
      [`Preheader${of}`, one.preheader],
      [`HTML${of}`, one.html],
      [`Text${of}`, one.text],
    ] as const
  const { variables = [] } = sentOf(content)
  return [
    ...ofOne(content, ''),
    ...Object.entries(content.locales)
      .sort(([a], [b]) => a.localeCompare(b))
      .flatMap(([tag, one]) => ofOne(one, ` (${tag})`)),
    ['From', [content.from_name, content.from_email].filter(Boolean).join(' · ')],
    ['Reply to', content.reply_to],
    ['Variables', variables.map((variable) => JSON.stringify(variable)).join('\n')],
    ['CSS', content.inline_css ? 'written into the elements' : 'left in <style>'],
  ]
}
