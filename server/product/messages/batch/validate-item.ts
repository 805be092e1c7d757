import type { components } from '../../../../generated/api-types.js'
import { operationsOf, ownContract } from '../../../platform/http/contract.js'
import { refusedValue, validationFailed } from '../../../platform/http/errors.js'
import { requestSideOf } from '../../../platform/http/request-side.js'
import { contractAjv } from '../../../platform/http/validation/contract-ajv.js'
import { findingsIn, followerOf, maxFindings } from '../../../platform/http/validation/explain.js'
import { findingOf } from '../../../platform/http/validation/words.js'
import { refuseIllFormedText } from '../../../platform/http/well-formed.js'

type Schemas = components['schemas']

/** What an item asks for, once it has been validated: the body of a send, in one of two fields. */
export type ItemContent =
  | { readonly message: Schemas['SendMessageRequest']; readonly template?: undefined }
  | { readonly template: Schemas['SendMessageRequest']; readonly message?: undefined }

/**
 * Validates the content of a batch's item against the contract's schema, as a single send is.
 *
 * @param at where the request has the item, as a JSON pointer
 * @param max the max number of mistakes that the error names; at least one, and never more than for a single
 *   send
 * @throws ApiError 422 `validation_failed`
 */
export type ValidateItem = (
  item: { readonly message?: unknown; readonly template?: unknown },
  at: string,
  max: number,
) => ItemContent

let compiled: ValidateItem | undefined

/**
 * Compiles the schemas, once in a process, for who needs them: at the first batch, since most starts see
 * none.
 */
export function itemValidator(): ValidateItem {
  compiled ??= compile()
  return compiled
}

const send = { $ref: '#/components/schemas/SendMessageRequest' } as const

function compile(): ValidateItem {
  const batch = operationsOf(ownContract()).filter(({ id }) => id === 'sendMessageBatch')
  const contract = requestSideOf(ownContract(), batch)
  const schema = { properties: { message: send, template: send } }
  const inContract = { $ref: `contract${send.$ref}` }
  const absolute = { type: 'object', properties: { message: inContract, template: inContract } }
  const validate = contractAjv(contract, false).compile(absolute)
  // Compiled when an item first has a mistake: only then does the error list all of them.
  let all: typeof validate | undefined
  const resolve = followerOf(contract)

  return (item, at, max) => {
    const { message, template } = item
    if (message === undefined && template === undefined) {
      throw refusedValue(`${at}/message`, 'one_of', 'is required, or a template in its place')
    }
    if (message !== undefined && template !== undefined) {
      throw refusedValue(`${at}/template`, 'one_of', 'must be left out where there is a message')
    }
    const field = message === undefined ? 'template' : 'message'
    // Told by itself: without a template, the schema would ask for a subject and bodies in its place.
    if (typeof template === 'object' && template !== null && !('template' in template)) {
      throw refusedValue(`${at}/template/template`, 'required', 'is required')
    }
    const content = { [field]: item[field] }
    refuseIllFormedText(content[field], `${at}/${field}`)
    if (validate(content)) return content as unknown as ItemContent
    const source = { value: content, schema, resolve }
    const [first] = validate.errors ?? []
    const firstFinding = first && findingOf(first, source)
    if (max > 1) all ??= contractAjv(contract, true).compile(absolute)
    const findings = max > 1 && all ? findingsIn(all, source) : []
    const shown = findings.length > 0 ? findings : firstFinding ? [firstFinding] : []
    const told = shown.slice(0, Math.min(max, maxFindings))
    throw validationFailed(told.map((finding) => ({ ...finding, path: `${at}${finding.path}` })))
  }
}
