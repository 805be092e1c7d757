import { isRecord } from '../output/cell.js'

export const kinds = ['message', 'layout', 'partial'] as const
export type TemplateKind = (typeof kinds)[number]

/** The content of a version in one language. */
export interface Part {
  readonly subject?: string
  readonly html?: string
  readonly text?: string
  readonly preheader?: string
}

export const partFields = ['subject', 'preheader', 'html', 'text'] as const

export interface Variable {
  readonly name: string
  readonly type?: string
  readonly required?: boolean
  readonly default?: unknown
}

export interface ReplyAddress {
  readonly email: string
  readonly name?: string
}

/** The content of a version, in a form in which equal contents are identical. */
export interface Content {
  /** Contents by language tag. The default content has an empty tag. */
  readonly parts: ReadonlyMap<string, Part>
  readonly fromEmail: string | undefined
  readonly fromName: string | undefined
  readonly replyTo: readonly ReplyAddress[]
  /** The variables, without members that have their default value. */
  readonly variables: readonly Variable[]
  readonly inlineCss: boolean
}

/** Returns the languages of the content except the default, sorted. */
export function localesOf({ parts }: Content): string[] {
  return [...parts.keys()].filter((locale) => locale !== '').sort()
}

/** Returns the content in the shape that requests use. */
export function wireOf(content: Content): Readonly<Record<string, unknown>> {
  const { parts, fromEmail, fromName, replyTo, variables, inlineCss } = content
  const locales = localesOf(content).map((locale) => [locale, parts.get(locale)] as const)
  return {
    ...parts.get(''),
    ...(fromEmail !== undefined && { from_email: fromEmail }),
    ...(fromName !== undefined && { from_name: fromName }),
    ...(replyTo.length > 0 && { reply_to: replyTo }),
    ...(variables.length > 0 && { variables }),
    ...(locales.length > 0 && { locales: Object.fromEntries(locales) }),
    ...(!inlineCss && { inline_css: false }),
  }
}

export function isSameContent(one: Content, other: Content): boolean {
  return JSON.stringify(sorted(wireOf(one))) === JSON.stringify(sorted(wireOf(other)))
}

/**
 * Returns a variable without members that have their default value. Sorts the keys of the variable's default value,
 * because the service does not keep their order.
 */
export function plainVariable({ name, type = 'string', required, default: given }: Variable): Variable {
  const hasDefault = given !== undefined && given !== null
  return {
    name,
    ...(type !== 'string' && { type }),
    ...(required !== undefined && required === hasDefault && { required }),
    ...(hasDefault && { default: sorted(given) }),
  }
}

/** Returns a copy of a part with each of its texts replaced. */
export function mapTexts(part: Part, replace: (text: string) => string): Part {
  const texts = partFields
    .map((field) => [field, part[field]] as const)
    .filter((entry): entry is readonly [(typeof partFields)[number], string] => entry[1] !== undefined)
  return Object.fromEntries(texts.map(([field, text]) => [field, replace(text)]))
}

/** Returns a JSON value with sorted object keys. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (!isRecord(value)) return value
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  // Object.fromEntries defines properties, so __proto__ is an ordinary one.
  return Object.fromEntries(entries.map(([key, inner]) => [key, sorted(inner)]))
}
