import type { Request, RequestHandler } from 'express'
import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import { admitRequest } from '../access/admit.js'
import type { Credentials } from '../access/authenticate.js'
import type { BodyMemory } from '../body/body-memory.js'
import { largestBody, readBody } from '../body/read-body.js'
import { slowBody } from '../body/slow-body.js'
import { inviteBody, streamBody } from '../body/stream-body.js'
import type { ContractDocument } from '../../../../base/contract/document.js'
import { aliasesOf, operationsOf, ownContract, type Operation } from './contract.js'
import { inDatabaseTurn, turnOwner } from './database-turns.js'
import { deprecationHeaders, negotiate, preferred } from '../reply/begin-reply.js'
import type { Performer } from './perform.js'
import { countItems } from '../rate-limit/charge.js'
import type { RateLimits } from '../rate-limit/rate-limits.js'
import { sendReply } from '../reply/send-reply.js'
import { contextOf } from './request-context.js'
import { servePaths, type Served } from './serve.js'
import type { Step } from './step.js'
import { requestValidator } from '../validation/validator.js'
import { refuseIllFormedText } from '../validation/well-formed.js'

export interface Binding {
  readonly credentials: Credentials
  readonly limits: RateLimits
  readonly performer: Performer
  /** Bounds the memory that request bodies take. */
  readonly bodies: BodyMemory
  /** True if the process has the role `api`. Without it, none of the contract's operations is served. */
  readonly servesApi: boolean
  /** The contract in place of that in generated/, for tests that need an operation that it lacks. */
  readonly contract?: ContractDocument
}

/**
 * Serves every operation of the contract, and passes on requests for other paths. A request passes, in this order:
 * the media types that it accepts, its authentication, the rate limits, its authorization, its body, the contract's
 * schema, then the handler.
 */
export function contractRoutes(binding: Binding): RequestHandler {
  const { credentials, limits, performer } = binding
  const contract = binding.contract ?? ownContract()
  const operations = binding.servesApi ? [...operationsOf(contract), ...aliasesOf(contract)] : []
  const validate = requestValidator(contract, operations)
  const paths = new Map<string, Map<string, Served>>()
  for (const operation of operations) {
    const { method, path } = operation
    const validateRequest = validate(operation)
    const steps: Step[] = [
      ...deprecationHeaders(operation),
      negotiate(operation),
      admitRequest(operation, credentials, limits),
      ...readBody(operation, binding.bodies),
      (req, res) => {
        const context = contextOf(res)
        context.query = validateRequest(req, context.principal)
      },
      ...countItems(operation, limits),
      answer(operation, performer),
    ]
    const served: Served = {
      name: `${method.toUpperCase()} ${path}`,
      route: path,
      steps,
      refused: (error, req, res) => performer.recordRefusal(operation, error, pathOf(req), res),
    }
    const ofPath = paths.get(path) ?? new Map<string, Served>()
    paths.set(path, ofPath)
    ofPath.set(method.toUpperCase(), served)
    if (method === 'get') ofPath.set('HEAD', served)
  }
  return servePaths(paths)
}

function answer(operation: Operation, performer: Performer): Step {
  return async (req, res) => {
    const context = contextOf(res)
    if (context.body?.isLarge === true) await turnOfTheLoop()
    const { principal = null, query = {} } = context
    refuseIllFormedText(query, '/query')
    if (operation.streamsBody) inviteBody(req, res)
    const key = req.headers['idempotency-key']
    const request = {
      principal,
      path: pathOf(req),
      query,
      body: operation.streamsBody
        ? slowBody(req, streamBody(req, operation.maxBytes ?? largestBody))
        : (req.body as unknown),
      accepts: preferred(req, operation),
      idempotencyKey: typeof key === 'string' ? key : undefined,
    }
    const reply = await performer.perform(operation, request, req, res)
    if (operation.method !== 'get') {
      context.committed = true
      await context.onSuccess?.()
    }
    const owner = turnOwner(req, res)
    await sendReply(res, reply, (work) => inDatabaseTurn(performer.db, owner, work))
  }
}

function pathOf(req: Request): Readonly<Record<string, string>> {
  return req.params as Readonly<Record<string, string>>
}
