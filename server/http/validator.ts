import express, { type Request, type RequestHandler, type Response } from 'express'
import * as OpenApiValidator from 'express-openapi-validator'
import { isEmailAddress } from '../mail-address.js'
import { withoutFieldsOfItems, withoutStreamedBodies, type ContractDocument } from './contract.js'

type ApiSpec = Extract<Parameters<typeof OpenApiValidator.middleware>[0]['apiSpec'], object>

/** A contract is compiled once: that takes longer than all else of a start, and a process may hold many services. */
const compiled = new WeakMap<ContractDocument, Promise<RequestHandler[]>>()

/**
 * The contract as middleware that validates and coerces a request. Security is not among it: ours runs before
 * the body is read, in the contract's order, with its own codes. Strings stay strings, dates included.
 *
 * @throws Error where the contract cannot be used
 */
export function requestValidator(contract: ContractDocument): Promise<RequestHandler[]> {
  const known = compiled.get(contract)
  if (known !== undefined) return known
  const validator = compile(contract)
  compiled.set(contract, validator)
  return validator
}

async function compile(contract: ContractDocument): Promise<RequestHandler[]> {
  const middlewares = OpenApiValidator.middleware({
    // A copy: the validator writes into what it is given.
    apiSpec: withoutStreamedBodies(withoutFieldsOfItems(structuredClone(contract))) as unknown as ApiSpec,
    validateSecurity: false,
    validateRequests: { allowUnknownQueryParameters: false, coerceTypes: false },
    validateResponses: false,
    validateFormats: true,
    ajvFormats: { mode: 'full' },
    // Formats that are not known by name pass everything.
    formats: { 'idn-email': isEmailAddress },
    fileUploader: false,
  }) as RequestHandler[]

  // The validator reports a contract it cannot use at the first request only, so its first step is run here. Its app gets
  // handlers that put coerced parameters into the path, where nothing is coerced; so it can be one that nobody asks.
  const [first] = middlewares
  if (first === undefined) throw new Error('the validator has no middleware')
  await new Promise<void>((resolve, reject) => {
    const next = (error?: unknown) => (error instanceof Error ? reject(error) : resolve())
    void first(Object.create(express.request, { app: { value: express() } }) as Request, {} as Response, next)
  })
  return middlewares
}
