import type { TemplatePreview } from 'postseal'
import type { TypedContent, Wording } from './content.js'

/** A detail of a refusal, as the contract has it. */
export interface RefusalDetail {
  readonly path: string
  readonly code: string
  readonly message: string
  readonly line?: number | undefined
  readonly column?: number | undefined
  readonly variable?: string | undefined
  readonly template_id?: string | undefined
}

type Field = keyof Wording | 'from_email' | 'from_name' | 'reply_to' | 'variables' | 'values' | 'locales'

/** An error in a content, or something that is seldom intended, with its place. */
export interface Problem {
  readonly severity: 'error' | 'warning'
  readonly message: string
  /** Field with the problem; undefined if it is not in a single field. */
  readonly field?: Field
  /** Language with the problem; null is the default content. */
  readonly locale: string | null
  readonly line?: number
  readonly column?: number
  /** Id of the layout or partial with the problem, if it is not in this template. */
  readonly templateId?: string
  /** Name that the content uses and no variable has. */
  readonly undeclared?: string
}

/**
 * Converts the details of a refusal into problems at their places.
 *
 * @param at pointer to the content in the request, such as `/body/content`
 */
export function problemsOf(details: readonly RefusalDetail[], at: string): Problem[] {
  return details.map(({ path, code, message, line, column, variable, template_id: templateId }) => {
    const inContent = path.startsWith(`${at}/`)
    const parts = (inContent ? path.slice(at.length + 1) : path.slice('/body/'.length))
      .split('/')
      .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    const isLocale = inContent && parts[0] === 'locales' && parts.length > 2
    const locale = isLocale ? (parts[1] ?? null) : null
    const name = isLocale ? parts[2] : parts[0]
    const isValue = !inContent && name === 'variables'
    const said = isValue && variable !== undefined ? `${variable} ${message}` : `It ${message}`
    return {
      severity: 'error',
      message: said,
      locale,
      ...(isValue ? { field: 'values' as const } : isField(name) && { field: name }),
      ...(line !== undefined && templateId === undefined && { line }),
      ...(column !== undefined && templateId === undefined && { column }),
      ...(templateId !== undefined && { templateId }),
      ...(code === 'undeclared_variable' &&
        variable !== undefined &&
        templateId === undefined && { undeclared: variable }),
    }
  })
}

function isField(name: string | undefined): name is Field {
  return (
    name !== undefined &&
    'subject preheader html text from_email from_name reply_to variables locales'.split(' ').includes(name)
  )
}

/** Length to which the service shortens the addresses in its warnings, in characters. */
const longestUrl = 200

/**
 * Converts the warnings of a preview into problems, each at the first occurrence of its address in the HTML.
 *
 * @param locale the language that was shown; null is the default content
 */
export function warningsIn(
  warnings: TemplatePreview['warnings'],
  content: TypedContent,
  locale: string | null,
): Problem[] {
  const wording = locale === null ? content : (content.locales[locale] ?? content)
  return warnings.map(({ message, url, variable, code }) => {
    const base = { severity: 'warning', message, locale } as const
    if (variable !== null) return { ...base, field: 'variables' }
    if (url !== null) {
      const place = placeOf(wording.html, url.length >= longestUrl ? url.slice(0, longestUrl - 10) : url)
      return { ...base, field: 'html', ...place }
    }
    return code === 'no_text' ? { ...base, field: 'text' } : { ...base, field: 'html' }
  })
}

/**
 * Finds the line and column of a text in a source, counted from 1; undefined if the source does not contain it
 * literally.
 */
export function placeOf(source: string, wanted: string): { line: number; column: number } | undefined {
  if (wanted === '') return undefined
  // First as an attribute's value, so that `/a` is not found in `/about`; then anywhere.
  const quoted = [`"${wanted}"`, `'${wanted}'`, `(${wanted})`].map((text) => source.indexOf(text) + 1)
  const exact = quoted.filter((found) => found > 0)
  const escaped = wanted.replaceAll('&', '&amp;')
  const at =
    exact.length > 0
      ? Math.min(...exact)
      : [wanted, escaped].map((text) => source.indexOf(text)).find((found) => found >= 0)
  if (at === undefined) return undefined
  const before = source.slice(0, at)
  return { line: before.split('\n').length, column: at - before.lastIndexOf('\n') }
}

const words: Readonly<Record<Field, string>> = {
  subject: 'Subject',
  preheader: 'Preheader',
  html: 'HTML',
  text: 'Text',
  from_email: 'From',
  from_name: 'From name',
  reply_to: 'Reply to',
  variables: 'Variables',
  values: 'Sample values',
  locales: 'Languages',
}

/** Names the place of a problem in words: `HTML, line 12`. */
export function whereOf({ field, line, locale, templateId }: Problem): string | undefined {
  if (templateId !== undefined) return `In ${templateId}`
  if (field === undefined) return undefined
  const of = locale === null ? '' : ` (${locale})`
  return `${words[field]}${of}${line === undefined ? '' : `, line ${line}`}`
}
