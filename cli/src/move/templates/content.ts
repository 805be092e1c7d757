import { printableLine } from '../../../../base/text/printable.js'
import type { Template } from '../items.js'
import { mergeVariables, toLiquid, type Converted, type Variable } from './convert.js'

/** A template in the shape that requests use, and what was lost. */
export interface Prepared {
  readonly value: Readonly<Record<string, unknown>>
  /** Places that have no counterpart in Liquid, each with its part and line. */
  readonly problems: readonly string[]
  /** Further sentences for the person who moves. */
  readonly losses: readonly string[]
}

/** A part of a template that is converted. */
type Part = 'subject' | 'preheader' | 'html' | 'text'

const parts: readonly Part[] = ['subject', 'preheader', 'html', 'text']
const aliasPattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/
const longestName = 200
const mailbox = /^\s*(?:"?([^"<>]*?)"?\s*)<([^<>@\s]+@[^<>@\s]+)>\s*$/

/**
 * Converts a template to the content of a version.
 *
 * @param layoutId the template here that is the layout, if there is one
 */
export function prepared(template: Template, layoutId?: string): Prepared {
  const { name, alias, kind, from, replyTo = [], layoutId: wanted } = template
  const losses: string[] = []
  const converted = new Map<Part, Converted>()
  for (const part of parts) {
    const text = template[part]
    if (text !== undefined) converted.set(part, toLiquid(text, template.dialect, part === 'html'))
  }
  if (kind === 'message' && !converted.has('subject')) {
    converted.set('subject', { text: printableLine(name), variables: [], problems: [] })
    losses.push('it has no subject, so its name is the subject')
  }
  if (wanted !== undefined && layoutId === undefined)
    losses.push('its layout could not be published, so it is without a layout')
  if (template.dialect === 'ses' && (converted.get('html')?.variables.length ?? 0) > 0)
    losses.push(
      'its HTML shows values without escaping them, as at Amazon SES: remove `raw` where a value is not HTML',
    )
  const isAliasKept = alias !== undefined && aliasPattern.test(alias)
  if (alias !== undefined && !isAliasKept) losses.push(`its alias "${alias}" cannot be one here`)
  const sender = from === undefined ? undefined : addressIn(from)
  if (from !== undefined && sender === undefined) losses.push(`its sender "${from}" is not an address`)
  const answers = replyTo.map(addressIn).filter((address) => address !== undefined)
  const variables = withKnown(mergeVariables([...converted.values()]), template.variables ?? [])
  const problems = [...converted].flatMap(([part, { problems: found }]) =>
    found.map(({ line, reason }) => `${part}, line ${line}: ${reason}`),
  )
  return {
    value: {
      name: printableLine(name, longestName).trim() || 'Unnamed',
      kind,
      ...(isAliasKept && { alias }),
      ...textsOf(converted, layoutId),
      ...(kind === 'message' && sender && { from_email: sender.email }),
      ...(kind === 'message' && sender?.name !== undefined && { from_name: sender.name }),
      ...(kind === 'message' && answers.length > 0 && { reply_to: answers }),
      ...(variables.length > 0 && { variables }),
    },
    problems,
    losses,
  }
}

function textsOf(converted: ReadonlyMap<Part, Converted>, layoutId: string | undefined): object {
  return Object.fromEntries(
    [...converted].map(([part, { text }]) => {
      const isBody = part === 'html' || part === 'text'
      if (!isBody) return [part, text.replace(/[\r\n]+/g, ' ')]
      return [part, layoutId === undefined ? text : `{% layout '${layoutId}' %}${text}`]
    }),
  )
}

/** Adds the types and defaults that the other service has to the variables that the content uses. */
function withKnown(used: readonly Variable[], known: readonly Variable[]): readonly Variable[] {
  const byName = new Map(known.map((variable) => [variable.name.toLowerCase(), variable]))
  return used.map((variable) => {
    const more = byName.get(variable.name.toLowerCase())
    return more === undefined ? variable : { ...variable, ...more, name: variable.name }
  })
}

function addressIn(text: string): { readonly email: string; readonly name?: string } | undefined {
  const [, name, email] = mailbox.exec(text) ?? []
  if (email !== undefined) return name === undefined || name === '' ? { email } : { email, name }
  return /^[^<>@\s]+@[^<>@\s]+$/.test(text.trim()) ? { email: text.trim() } : undefined
}
