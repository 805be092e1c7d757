import type { components } from '../../../../generated/api-types.js'
import { validationFailed, type ErrorDetail } from '../../../platform/http/errors/api-error.js'
import type { CompleteSend, Submitted } from './new-message.js'

type Schemas = components['schemas']
type Request = Schemas['SendMessageRequest']

/** A send with content of its own. */
export type GivenSend = Omit<CompleteSend, 'text'> & {
  /** Undefined if the text is to be made from the HTML. */
  readonly text?: string
  readonly template?: undefined
}

/** A send whose content comes from a template, and perhaps its sender. A subject replaces the template's. */
export type TemplatedSend = Omit<Request & Submitted, 'text' | 'html'> & {
  readonly template: Schemas['TemplateReference']
}

/** A send in one of the two ways, with JSON pointers to its places in the request. */
export interface Send {
  readonly content: GivenSend | TemplatedSend
  readonly at: string
  /** JSON pointer to the reference to the template, if there is one. */
  readonly templateAt: string
}

/** Fields that a template replaces. */
const ownContent = ['text', 'html'] as const

/**
 * Reads a send, which has either a template or content of its own.
 *
 * @param at JSON pointer to the send in the request
 * @throws ApiError 422 `validation_failed` naming all fields that are missing or too many
 */
export function readSend(request: Request & Submitted, at: string): Send {
  const { template } = request
  const place = { at, templateAt: `${at}/template` }
  if (template !== undefined) {
    refuseAll([
      ...mistakesOfName(template, `${at}/template`),
      ...ownContent
        .filter((name) => request[name] !== undefined)
        .map((name) => ({
          path: `${at}/${name}`,
          code: 'one_of' as const,
          message: 'must be left out where there is a template',
        })),
    ])
    return { content: { ...request, template }, ...place }
  }
  const { from_email: fromEmail, subject, text, html } = request
  if (fromEmail === undefined || subject === undefined || (text ?? html) === undefined) {
    const required = ['from_email', 'subject', ...(html === undefined ? (['text'] as const) : [])] as const
    const missing = required.filter((name) => request[name] === undefined)
    throw validationFailed(
      missing.map((name) => ({ path: `${at}/${name}`, code: 'required', message: 'is required' })),
    )
  }
  const { template: _, ...rest } = request
  return { content: { ...rest, from_email: fromEmail, subject }, ...place }
}

/** Returns the mistakes in how a reference names its template: by exactly one of its id and its alias. */
function mistakesOfName({ template_id: id, alias }: Schemas['TemplateReference'], at: string): ErrorDetail[] {
  if (id !== undefined && alias !== undefined) {
    const message = 'must be left out where there is a template_id'
    return [{ path: `${at}/alias`, code: 'one_of', message }]
  }
  if ((id ?? alias) !== undefined) return []
  return [{ path: `${at}/template_id`, code: 'required', message: 'is required' }]
}

function refuseAll(findings: readonly ErrorDetail[]): void {
  if (findings.length > 0) throw validationFailed(findings)
}
