import type { components } from '../../../../generated/api-types.js'
import { refusedValue, validationFailed, type ErrorDetail } from '../../../platform/http/errors/api-error.js'
import { mistakeFinder } from '../../../platform/http/validation/batch-items.js'
import { maxFindings } from '../../../platform/http/validation/explain.js'
import { refuseIllFormedText } from '../../../platform/http/validation/well-formed.js'

type Schemas = components['schemas']

/** A validated item: the body of a send, in one of two fields. */
export interface ValidItem {
  readonly content: ItemContent
  /** JSON pointer to the reference to the template in the request; undefined for an item with a message. */
  readonly templateAt: string | undefined
}

export type ItemContent =
  | { readonly message: Schemas['SendMessageRequest']; readonly template?: undefined }
  | { readonly template: Schemas['SendMessageRequest']; readonly message?: undefined }

/**
 * Validates the content of a batch's item against the contract's schema, as for a single send. If the item's
 * reference to a template is beside `to`, the result has it in the place where a single send has it.
 *
 * @param at JSON pointer to the item in the request
 * @param max largest number of mistakes that the error names; at least one, and never more than for a single
 *   send
 * @throws ApiError 422 `validation_failed`
 */
export type ValidateItem = (
  item: { readonly message?: unknown; readonly template?: unknown },
  at: string,
  max: number,
) => ValidItem

let compiled: ValidateItem | undefined

/** Makes a validator that compiles the schemas at the first batch, once in a process, since most starts see none. */
export function itemValidator(): ValidateItem {
  compiled ??= compile()
  return compiled
}

const send = { $ref: '#/components/schemas/SendMessageRequest' } as const

function compile(): ValidateItem {
  const find = mistakeFinder('sendMessageBatch', {
    type: 'object',
    properties: { message: send, template: send },
  })

  return (item, at, max) => {
    const { message, template } = item
    if (message === undefined && template === undefined) {
      throw refusedValue(`${at}/message`, 'one_of', 'is required, unless there is a template')
    }
    if (message !== undefined && template !== undefined) {
      throw refusedValue(`${at}/template`, 'one_of', 'must be left out where there is a message')
    }
    const field = message === undefined ? 'template' : 'message'
    refuseIllFormedText(item[field], `${at}/${field}`)
    const read = message === undefined ? readTemplate(template) : { send: message, isFlat: false, found: [] }
    const content = { [field]: read.send }
    const templateAt = field === 'message' ? undefined : `${at}/template${read.isFlat ? '' : '/template'}`
    const findings = find(content, max)
    if (findings.length === 0 && read.found.length === 0) {
      return { content: content as unknown as ItemContent, templateAt }
    }
    const shown = [...read.found, ...findings].slice(0, Math.min(max, maxFindings))
    const places = shown.map(({ path, ...finding }) => ({
      ...finding,
      path: at + (read.isFlat ? path.replace(/^\/template\/template(?=\/)/, '/template') : path),
    }))
    throw validationFailed(places)
  }
}

const ofReference = ['template_id', 'alias', 'version', 'locale', 'variables'] as const

/** Stands in for a missing template: without one, the schema would ask for a subject and bodies in its place. */
const anyTemplate = { template_id: `tpl_${'0'.repeat(26)}` }

/**
 * Returns the template of an item in the form of a single send.
 *
 * @returns `isFlat` tells whether the reference was beside `to`, `found` contains the mistakes of form
 */
function readTemplate(template: unknown): { send: unknown; isFlat: boolean; found: ErrorDetail[] } {
  if (typeof template !== 'object' || template === null || Array.isArray(template))
    return { send: template, isFlat: false, found: [] }
  const given = template as Record<string, unknown>
  const beside = ofReference.filter((name) => Object.hasOwn(given, name))
  const others = Object.entries(given).filter(([name]) => !beside.some((one) => one === name))
  if (Object.hasOwn(given, 'template')) {
    const message = 'must be left out if there is a `template`'
    const found = beside.map((name) => ({ path: `/template/${name}`, code: 'one_of' as const, message }))
    return { send: Object.fromEntries(others), isFlat: false, found }
  }
  const reference = Object.fromEntries(beside.map((name) => [name, given[name]]))
  if (beside.includes('template_id') || beside.includes('alias'))
    return { send: { ...Object.fromEntries(others), template: reference }, isFlat: true, found: [] }
  const missing: ErrorDetail =
    beside.length === 0
      ? {
          path: '/template/template',
          code: 'required',
          message: 'is required, unless there is a template_id',
        }
      : { path: '/template/template_id', code: 'required', message: 'is required' }
  const send = { ...Object.fromEntries(others), template: { ...anyTemplate, ...reference } }
  return { send, isFlat: true, found: [missing] }
}
