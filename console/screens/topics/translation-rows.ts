import type { Topic } from 'postseal'

/** A typed translation: the name and the description in another language. */
export interface TranslationRow {
  readonly language: string
  readonly name: string
  readonly description: string
}

/** Maximum number of translations by the contract (the schema `TopicTranslations`). */
export const maxTranslations = 30
const languageTag = /^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/
const longest = { name: 100, description: 500 } as const

/** Converts translations into rows, in the order of their languages. */
export function rowsOf(translations: Topic['translations']): TranslationRow[] {
  return Object.entries(translations)
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([language, { name, description }]) => ({ language, name, description: description ?? '' }))
}

/** Returns the rows that a form's value holds. */
export function rowsIn(value: unknown): readonly TranslationRow[] {
  return Array.isArray(value) ? (value as TranslationRow[]) : []
}

/** Converts rows into the translations to send. Empty rows are left out. */
export function translationsOf(rows: readonly TranslationRow[]) {
  return Object.fromEntries(
    rows
      .filter((row) => !isBlank(row))
      .map(({ language, name, description }) => [
        language.trim(),
        { name: name.trim(), ...(description.trim() !== '' && { description: description.trim() }) },
      ]),
  )
}

/** Returns the mistake in a row, also in comparison with the others; undefined if there is none. */
export function mistakeInRow(row: TranslationRow, rows: readonly TranslationRow[]): string | undefined {
  if (isBlank(row)) return undefined
  const language = row.language.trim()
  if (!languageTag.test(language)) return 'The language is a tag such as de or pt-BR.'
  if (rows.filter((other) => other.language.trim() === language).length > 1)
    return `There is another row for ${language}.`
  if (row.name.trim() === '') return `Enter the name in ${language}, or remove the row.`
  for (const part of ['name', 'description'] as const) {
    const { length } = [...row[part].trim()]
    if (length > longest[part]) return `The ${part} has at most ${longest[part]} characters, not ${length}.`
  }
  return undefined
}

/**
 * Checks the rows before they are sent.
 *
 * @throws Error in words if a row cannot be sent
 */
export function checkRows(rows: readonly TranslationRow[]): void {
  for (const row of rows) {
    const mistake = mistakeInRow(row, rows)
    if (mistake !== undefined) throw new Error(mistake)
  }
}

function isBlank({ language, name, description }: TranslationRow): boolean {
  return `${language}${name}${description}`.trim() === ''
}
