import type { Request, Response } from 'express'
import { refusalOf } from '../access/authenticate.js'
import { chargeOf, itemsOf, take } from '../rate-limit/charge.js'
import type { RateLimits } from '../rate-limit/rate-limits.js'
import type { HandlerReply } from '../reply/send-reply.js'
import { requestValidator, type ValidateRequest } from '../validation/validator.js'
import { refuseIllFormedText } from '../validation/well-formed.js'
import { operationsOf, ownContract, type Operation, type OperationId } from './contract.js'
import type { HandlerRequest, OperationReply } from './handler.js'
import type { Performer } from './perform.js'
import { contextOf } from './request-context.js'

/** The parts of a call that an operation takes. */
export interface Call<Op extends OperationId> {
  readonly path?: HandlerRequest<Op>['path']
  readonly query?: Partial<HandlerRequest<Op>['query']>
  readonly body?: HandlerRequest<Op>['body']
  readonly idempotencyKey?: string | undefined
  /** The client's own body, which a repetition of the idempotency key must have; left out if it is `body`. */
  readonly givenBody?: unknown
}

/**
 * Calls an operation for a request that came in another shape than the contract's, as if the request's credential had
 * called it itself: its rights, the rate limits, the contract's schema, the idempotency key and the audit log count.
 *
 * @throws ApiError as the operation does
 */
export type CallOperation<Allowed extends OperationId = OperationId> = <Op extends Allowed>(
  operation: Op,
  call: Call<Op>,
) => Promise<OperationReply<Op>>

/** Makes the calls of one request, whose principal is authenticated. */
export type Caller = (req: Request, res: Response) => CallOperation

/** Makes a caller of the contract's operations that have replies of JSON and bodies of JSON. */
export function operationCaller(performer: Performer, limits: RateLimits): Caller {
  const contract = ownContract()
  const operations = new Map(operationsOf(contract).map((operation) => [operation.id, operation]))
  const validate = requestValidator(contract, [])
  const validators = new Map<OperationId, ValidateRequest>()

  function validatorOf(operation: Operation): ValidateRequest {
    const known = validators.get(operation.id) ?? validate(operation)
    validators.set(operation.id, known)
    return known
  }

  return (req, res) => {
    const call = async (id: OperationId, given: GivenCall): Promise<HandlerReply> => {
      const operation = operations.get(id)
      if (operation === undefined || operation.streamsBody) throw new Error(`${id} cannot be called`)
      const path = given.path ?? {}
      try {
        return await performed(operation, { ...given, path }, { req, res })
      } catch (error) {
        performer.recordRefusal(operation, error, path, res)
        throw error
      }
    }
    return call as unknown as CallOperation
  }

  async function performed(
    operation: Operation,
    {
      path,
      query = {},
      body,
      idempotencyKey,
      givenBody,
    }: GivenCall & { readonly path: Record<string, string> },
    { req, res }: { readonly req: Request; readonly res: Response },
  ): Promise<HandlerReply> {
    const context = contextOf(res)
    const { principal } = context
    if (principal === undefined) throw new Error(`${operation.id} was called without a credential`)
    const refusal = refusalOf(principal, operation, req.ip ?? '')
    const charge = chargeOf(operation, principal, refusal)
    await take(res, limits, charge, 1)
    if (refusal !== undefined) throw refusal
    refuseIllFormedText(query, '/query')
    if (operation.validatedByItem.length === 0) refuseIllFormedText(body)
    const [contentType] = operation.consumes
    const texts = textsOf(query)
    const valid = validatorOf(operation)(
      {
        originalUrl: `${operation.path}?${new URLSearchParams(pairsOf(texts)).toString()}`,
        headers: {
          ...(contentType !== undefined && { 'content-type': contentType }),
          ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
        },
        params: path,
        query: texts,
        body: operation.consumes.length === 0 ? undefined : (body ?? {}),
      },
      principal,
    )
    const more = itemsOf(operation, body) - 1
    if (more > 0) await take(res, limits, charge, more)
    const accepts = operation.produces[0]
    const request = { principal, path, query: valid, body, accepts, idempotencyKey, givenBody }
    const reply = await performer.perform(operation, request, req, res)
    if ('stream' in reply) throw new Error(`${operation.id} answers with a stream`)
    if (reply.replayed === true) {
      context.replayed = true
      res.setHeader('Idempotent-Replayed', 'true')
    }
    return reply
  }
}

/** A call whose types no longer matter. */
interface GivenCall {
  readonly path?: Record<string, string>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
  readonly idempotencyKey?: string | undefined
  readonly givenBody?: unknown
}

/** Returns a query as it would arrive: as texts, without the undefined values. */
function textsOf(query: Readonly<Record<string, unknown>>): Record<string, string | string[]> {
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  return Object.fromEntries(
    given.map(([name, value]) => [name, Array.isArray(value) ? value.map(String) : String(value)]),
  )
}

function pairsOf(texts: Readonly<Record<string, string | string[]>>): [string, string][] {
  return Object.entries(texts).flatMap(([name, value]) =>
    [value].flat().map((item): [string, string] => [name, item]),
  )
}
