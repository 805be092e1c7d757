import express, { type Request, type RequestHandler, type Response } from 'express'
import * as OpenApiValidator from 'express-openapi-validator'
import { isEmailAddress } from '../mail-address.js'
import {
  withoutFieldsOfItems,
  withoutStreamedBodies,
  type ContractDocument,
  type Operation,
} from './contract.js'
import { requestSideOf } from './request-side.js'

type ApiSpec = Extract<Parameters<typeof OpenApiValidator.middleware>[0]['apiSpec'], object>

/**
 * Operations of a contract are compiled once: that takes longer than most of a start, and a process may hold many
 * services. By the contract, then by the operations.
 */
const compiled = new WeakMap<ContractDocument, Map<string, Promise<RequestHandler[]>>>()

/**
 * Operations of a contract as middleware that validates and coerces a request to one of them. Security is not among it:
 * ours runs before the body is read, in the contract's order, with its own codes. Strings stay strings, dates included.
 *
 * @throws Error where the contract cannot be used
 */
export function requestValidator(
  contract: ContractDocument,
  operations: readonly Operation[],
): Promise<RequestHandler[]> {
  const ofContract = compiled.get(contract) ?? new Map<string, Promise<RequestHandler[]>>()
  compiled.set(contract, ofContract)
  const key = operations.map(({ id }) => id).join()
  const validator = ofContract.get(key) ?? compile(requestSideOf(contract, operations))
  ofContract.set(key, validator)
  return validator
}

/** @param contract is written into */
async function compile(contract: ContractDocument): Promise<RequestHandler[]> {
  const middlewares = OpenApiValidator.middleware({
    apiSpec: withoutStreamedBodies(withoutFieldsOfItems(contract)) as unknown as ApiSpec,
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
