import type { Template } from 'liquidjs'
import { engines, renderField, type Given } from './field.js'
import { maxSubject } from './limits.js'
import { checkValues } from './liquid/variables.js'
import type { SubjectsJob } from './pool/jobs.js'
import type { Field, Mistake } from './compiling/source.js'

/** Most UTF-16 code units that a subject may have before it is checked: enough to say how it is wrong. */
export const maxRenderedSubject = 100_000
/** Milliseconds after which a job answers with the subjects that it has rendered so far. */
const enoughMs = 200

/**
 * Renders the subject of each mail of a job. A mail that cannot be rendered gets its subject with the missing values
 * as their names in brackets, or null if that fails too.
 *
 * @returns the subjects of the first mails, at least one: fewer than the job has if they take long
 */
export function renderSubjects({ source, edition, variables, mails }: SubjectsJob): (string | null)[] {
  const templates = engines[edition].text.parse(source)
  const until = performance.now() + enoughMs
  const subjects: (string | null)[] = []
  for (const { values: json, ...given } of mails) {
    const { values } = checkValues(variables, JSON.parse(json) as Record<string, unknown>)
    const render = (fillMissing: boolean) => tryRender(templates, edition, values, { ...given, fillMissing })
    subjects.push(render(false) ?? render(true) ?? null)
    if (performance.now() > until) break
  }
  return subjects
}

function tryRender(
  templates: Template[],
  edition: SubjectsJob['edition'],
  values: Readonly<Record<string, unknown>>,
  given: Given,
): string | undefined {
  try {
    const max = maxRenderedSubject
    const subject = renderField(engines[edition].text, templates, { values, given, max })
    return subjectMistakes(subject, values, []).length === 0 ? subject : undefined
  } catch {
    return undefined
  }
}

/** Returns the mistakes of a subject, in which a line break would begin another header field. */
export function subjectMistakes(
  subject: string,
  values: Readonly<Record<string, unknown>>,
  found: readonly Mistake[],
): Mistake[] {
  if (found.length > 0) return []
  if (/[\r\n]/.test(subject)) {
    const broken = Object.entries(values).filter(
      ([, value]) => typeof value === 'string' && /[\r\n]/.test(value) && subject.includes(value),
    )
    const message = 'would break the line of the subject'
    if (broken.length > 0) return broken.map(([variable]) => ({ code: 'line_break', message, variable }))
    return [{ code: 'line_break', message: 'has a line break once it is rendered', field: 'subject' }]
  }
  if (/[\u0000-\u0008\u000b-\u001f\u007f]/.test(subject)) {
    return [{ code: 'characters', message: 'has control characters once it is rendered', field: 'subject' }]
  }
  if (subject.trim() === '') {
    return [{ code: 'empty', message: 'is empty once it is rendered', field: 'subject' }]
  }
  return subject.length > maxSubject ? [tooLongMistake('subject')] : []
}

/** Returns the mistake that a field has become too long. */
export function tooLongMistake(field: Field): Mistake {
  const max = field === 'html' ? '1 MB' : field === 'text' ? '200 kB' : `${maxSubject} characters`
  return { code: 'too_long', message: `is longer than ${max} once it is rendered`, field }
}
