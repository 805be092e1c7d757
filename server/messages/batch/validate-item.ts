import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { components } from '../../../generated/api-types.js'
import { ownContract } from '../../http/contract.js'
import { ApiError, refusedValue, type ErrorDetail } from '../../http/errors.js'
import { isEmailAddress } from '../../mail-address.js'
import { refuseIllFormedText } from '../../http/well-formed.js'

type Schemas = components['schemas']

/** What an item asks for, once it has been validated. */
export type ItemContent =
  | { readonly message: Schemas['SendMessageRequest']; readonly template?: undefined }
  | { readonly template: Schemas['TemplateMessage']; readonly message?: undefined }

/**
 * Validates the content of a batch's item against the contract's schemas, as a single send is. The paths of the
 * error begin at the item.
 *
 * @throws ApiError 422 `validation_failed`
 */
export type ValidateItem = (item: { readonly message?: unknown; readonly template?: unknown }) => ItemContent

let compiled: ValidateItem | undefined

/** Compiles the schemas, once in a process, for who needs them: at the first batch, since most starts see none. */
export function itemValidator(): ValidateItem {
  compiled ??= compile()
  return compiled
}

function compile(): ValidateItem {
  // The schemas are the contract's own, which has been checked: to do it again would take longer than to compile two.
  const ajv = new Ajv2020({ strict: false, validateFormats: true, validateSchema: false })
  ;(addFormats as unknown as (instance: Ajv2020, options: { mode: 'full' }) => void)(ajv, { mode: 'full' })
  ajv.addFormat('idn-email', isEmailAddress)
  ajv.addSchema(ownContract(), 'contract')
  const schema = (name: string) => ajv.compile({ $ref: `contract#/components/schemas/${name}` })
  const validators = { message: schema('SendMessageRequest'), template: schema('TemplateMessage') }

  return (item) => {
    if ((item.message === undefined) === (item.template === undefined)) {
      throw refusedValue('', 'one_of', 'must have either message or template')
    }
    const field = item.message === undefined ? 'template' : 'message'
    const content = item[field]
    refuseIllFormedText(content, `/${field}`)
    const validate = validators[field]
    if (!validate(content)) throw refusedBy(validate, field)
    return { [field]: content } as unknown as ItemContent
  }
}

function refusedBy(validate: ValidateFunction, field: string): ApiError {
  const details = (validate.errors ?? []).map((error): ErrorDetail => {
    const params = error.params as { missingProperty?: string; additionalProperty?: string }
    const missing = params.missingProperty ?? params.additionalProperty
    return {
      path: `/${field}${error.instancePath}${missing === undefined ? '' : `/${missing}`}`,
      code: error.keyword,
      message: error.message ?? 'is not valid',
    }
  })
  const [first] = details
  return new ApiError('validation_failed', `The item did not validate: ${first?.path} ${first?.message}.`, {
    details,
  })
}
