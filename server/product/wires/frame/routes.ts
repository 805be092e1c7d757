import type { Request, RequestHandler, Response } from 'express'
import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import { toTypeId } from '../../../platform/db/ids.js'
import { authenticateRequest, type Credentials } from '../../../platform/http/access/authenticate.js'
import type { KeySource } from '../../../platform/auth/key-source.js'
import type { BodyMemory } from '../../../platform/http/body/body-memory.js'
import { readBody } from '../../../platform/http/body/read-body.js'
import { ApiError, refusedValue, validationFailed } from '../../../platform/http/errors/api-error.js'
import type { CallOperation, Caller } from '../../../platform/http/operation/call.js'
import { contextOf } from '../../../platform/http/operation/request-context.js'
import { servePaths, type Served } from '../../../platform/http/operation/serve.js'
import type { Step } from '../../../platform/http/operation/step.js'
import { chargeOf, take } from '../../../platform/http/rate-limit/charge.js'
import type { RateLimits } from '../../../platform/http/rate-limit/rate-limits.js'
import { sendReply } from '../../../platform/http/reply/send-reply.js'
import { spellerOf } from './any-case.js'
import { wireContract, type WireContractOperation } from './contract.js'
import { atOwnPlace, fieldNames, fieldsOf, type FieldNames } from './fields.js'
import { admitSigned } from './signed.js'
import { wireValidator } from './validate.js'
import type { AnyWireOperation, Wire, WireRequest, WireService } from './wire.js'

export interface WireBinding {
  readonly credentials: Credentials
  readonly limits: RateLimits
  readonly bodies: BodyMemory
  /** The keys that the secrets of signed requests are derived with. */
  readonly signing: KeySource
  /** The URL by which the service is reached from outside. */
  readonly publicUrl: string
  readonly caller: Caller
}

/**
 * Serves the operations of a wire, at the paths of its contract. A request passes, in this order: its authentication,
 * its body, the wire's schema, then the wire's operation, which calls operations of this service. Each of these checks
 * and counts as if the client had called it itself.
 */
export function wireRoutes(wire: Wire, binding: WireBinding): RequestHandler {
  const contract = wireContract(wire.name)
  const base = `${binding.publicUrl}/compat/${wire.name}`
  const validatorOf = wireValidator(contract)
  const paths = new Map<string, Map<string, Served>>()
  for (const described of contract.operations) {
    const { operation, body, refused } = described
    const validate = validatorOf(described)
    const names = fieldNames(body === undefined ? [] : fieldsOf(contract, body))
    const begin: Step = (_req, res) => {
      contextOf(res).wire = `${wire.name}.${operation.id}`
      res.setHeader('Cache-Control', 'no-store')
    }
    const admit =
      'signatureOf' in wire
        ? admitSigned(wire, operation, binding)
        : [
            authenticate(wire.authorizationOf, binding),
            ...(refused === undefined ? readWireBody(described) : []),
          ]
    const answer: Step =
      refused === undefined
        ? async (req, res) => answerBy(operationOf(wire, described), { req, res, names })
        : refuse(refused)
    const steps = [begin, ...admit, answer]

    async function answerBy(run: AnyWireOperation, asked: Asked): Promise<void> {
      const { req, res } = asked
      if (contextOf(res).body?.isLarge === true) await turnOfTheLoop()
      const valid = validate(req)
      const reply = await run(requestOf(req, res, { ...valid, base }) as never, serviceOf(asked))
      await sendReply(res, reply, (work) => work())
    }

    const ofPath = paths.get(operation.path) ?? new Map<string, Served>()
    paths.set(operation.path, ofPath)
    const method = operation.method.toUpperCase()
    const route = `/compat/${wire.name}${operation.path}`
    const served = { name: `${method} ${route}`, route, steps, refused: () => undefined }
    ofPath.set(method, served)
    if (method === 'GET') ofPath.set('HEAD', served)
  }
  const serve = servePaths(paths)
  if (wire.anyCase !== true) return serve
  const spelled = spellerOf(contract)
  return (req, res, next) => {
    req.url = spelled(req)
    return serve(req, res, next)
  }

  function readWireBody({ operation, form, takesJson }: WireContractOperation): Step[] {
    const readJson = readBody(operation, binding.bodies)
    if (form === undefined) return readJson
    const read: Step = async (req, res) => {
      if (takesJson && req.is('application/json')) for (const step of readJson) await step(req, res)
      else await (await import('./forms.js')).readForm(contract, form, binding.bodies)(req, res)
    }
    return [read]
  }

  function refuse(sentence: string): Step {
    return async (_req, res) => {
      const { principal } = contextOf(res)
      if (principal !== undefined)
        await take(res, binding.limits, chargeOf(anyRequest, principal, undefined), 1)
      throw new ApiError('method_not_allowed', sentence)
    }
  }

  function serviceOf({ req, res, names }: Asked): WireService {
    const call = binding.caller(req, res)
    const callWithNames = async (...[operation, given]: Parameters<CallOperation>) => {
      try {
        // A wire can make another body of the same request each time, such as of "in an hour". The client repeats its
        // own body.
        return await call(operation, { ...given, givenBody: req.body as unknown })
      } catch (error) {
        throw withOwnPlaces(error, names)
      }
    }
    return { call: callWithNames as CallOperation, projectId: () => projectOf(call, res) }
  }
}

interface Asked {
  readonly req: Request
  readonly res: Response
  readonly names: FieldNames
}

function operationOf(wire: Wire, { operation }: WireContractOperation): AnyWireOperation {
  const found = wire.operations[operation.id]
  if (found === undefined) throw new Error(`the wire ${wire.name} has no operation ${operation.id}`)
  return found
}

/** Stands for requests that call no operation. */
const anyRequest = { rateLimit: { policy: 'requests', perItemOf: undefined } } as const

function authenticate(
  authorizationOf: (req: Request) => string | undefined,
  { credentials }: WireBinding,
): Step {
  return async (req, res) => {
    const authorization = authorizationOf(req)
    const principal = await authenticateRequest(credentials, authorization, { fromConsole: false })
    contextOf(res).principal = principal
    if (principal.kind !== 'workspaceSession') credentials.keyUses.note(principal.keyId)
  }
}

function requestOf(
  req: Request,
  res: Response,
  { query, body, base }: { readonly query: object; readonly body: unknown; readonly base: string },
): WireRequest<unknown, unknown, unknown> {
  const { principal } = contextOf(res)
  if (principal === undefined) throw new Error('a request to a wire has no principal')
  const key = contextOf(res).signedOnce ?? req.headers['idempotency-key']
  return {
    path: req.params,
    query,
    body,
    headers: req.headers,
    principal,
    base,
    idempotencyKey: typeof key === 'string' ? key : undefined,
  }
}

function withOwnPlaces(error: unknown, names: FieldNames): unknown {
  if (!(error instanceof ApiError) || error.code !== 'validation_failed' || error.details === undefined)
    return error
  return validationFailed(error.details.map(({ rule: _, ...detail }) => atOwnPlace(detail, names)))
}

async function projectOf(call: CallOperation, res: Response): Promise<string> {
  const { principal } = contextOf(res)
  if (principal?.kind === 'projectKey') return toTypeId('prj', principal.projectId)
  const { body } = await call('listProjects', { query: { limit: 100, archived: false } })
  const live = body.data.filter(({ environment }) => environment === 'live')
  const [project, another] = live.length > 0 ? live : body.data
  if (project !== undefined && another === undefined && !body.has_more) return project.id
  throw refusedValue(
    '/headers/authorization',
    'credentials',
    'must be the key of a project: the workspace does not have exactly one live project',
  )
}
