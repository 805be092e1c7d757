import { Router, type Request, type Response as Reply } from 'express'
import { ApiError } from '../../platform/http/errors/api-error.js'
import { authenticateRequest, refusalOf, type Credentials } from '../../platform/http/access/authenticate.js'
import type { LateEntries } from '../../platform/audit/late-entries.js'
import type { Principal } from '../../platform/auth/principal.js'
import { entryOf, refusedEntry } from '../../platform/http/operation/audit-entry.js'
import { refuseMethod } from '../../platform/http/operation/serve.js'
import type { BodyMemory } from '../../platform/http/body/body-memory.js'
import { largestBody } from '../../platform/http/body/read-body.js'
import { parseJson, receiveJson, refuseRepeatedNames } from '../../platform/http/body/read-json.js'
import { onceClientLeaves } from '../../platform/http/connection/half-closed.js'
import { InProcessClient } from '../../platform/http/connection/in-process.js'
import { chargeOf, take } from '../../platform/http/rate-limit/charge.js'
import type { RateLimits } from '../../platform/http/rate-limit/rate-limits.js'
import { contextOf } from '../../platform/http/operation/request-context.js'
import { originOf } from '../../platform/http/connection/request-head.js'
import { outcomeOf, requestOf, type ToolOutcome, type ToolResult } from './call.js'
import { bearerOf, environmentFor, offeredTo, wantedOf, whyNotWanted, type Wanted } from './offer.js'
import type { ToolsOfRequest } from './server.js'
import { ownTools, type Tool } from './tools.js'

export interface McpOptions {
  /** The service's own URL. */
  readonly publicUrl: string
  readonly credentials: Credentials
  readonly limits: RateLimits
  readonly bodies: BodyMemory
  readonly audit: Pick<LateEntries, 'add'>
}

/** Milliseconds that a call may take. The longest operation waits 30 seconds for events. */
const maxCallMs = 60_000

/** The principal of a request, with its credential and address. */
interface Asker {
  readonly req: Request
  readonly res: Reply
  readonly principal: Principal
  readonly wanted: Wanted
}

/**
 * Serves the Model Context Protocol at `/mcp`: each operation of the contract is a tool for agents. A call becomes a
 * request to this same application, so that a tool may do exactly what its credential may, and no rule is written
 * twice. All paths are relative, the caller mounts the router.
 */
export function mcpRouter(options: McpOptions): Router {
  const { publicUrl, credentials, limits, bodies, audit } = options
  const { origin, host } = new URL(publicUrl)
  let client: InProcessClient | undefined
  const router = Router()

  router.post('/', async (req, res) => {
    res.set('Cache-Control', 'no-store')
    // Browsers send `Origin` with the requests of pages. No page of another origin may reach the tools.
    if (req.headers.origin !== undefined && req.headers.origin !== origin)
      throw new ApiError(
        'insufficient_scope',
        `Pages of ${req.headers.origin.slice(0, 100)} may not use these tools.`,
      )
    const asker = await admit(req, res)
    // A call counts once more as the request that it becomes. Calls that become none are counted here.
    await take(res, limits, chargeOf(anyRequest, asker.principal, undefined), 1)
    const message = await readMessage(asker)
    client ??= new InProcessClient(req.app)
    const leaving = new AbortController()
    onceClientLeaves(res, () => leaving.abort())
    // Agents are rare, and the protocol takes some time to load.
    const { answerMessage } = await import('./server.js')
    const answer = await answerMessage(headersOf(req), message, toolsFor(asker, client), leaving.signal)
    res.status(answer.status)
    for (const [name, value] of answer.headers) res.setHeader(name, value)
    res.end(Buffer.from(await answer.arrayBuffer()))
  })
  router.all('/', refuseMethod(['post']))
  return router

  async function admit(req: Request, res: Reply): Promise<Asker> {
    const wanted = wantedOf(req.query)
    const principal = await authenticateRequest(credentials, req.headers.authorization, {
      fromConsole: false,
    })
    contextOf(res).principal = principal
    const refusal = refusalOf(principal, anyRequest, req.ip ?? '')
    if (refusal?.code === 'ip_not_allowed') throw refusal
    environmentFor(principal, bearerOf(req), wanted)
    if (principal.kind !== 'workspaceSession') credentials.keyUses.note(principal.keyId)
    return { req, res, principal, wanted }
  }

  async function readMessage({ req, res, principal }: Asker): Promise<unknown> {
    const reservation = bodies.open(principal.workspaceId, largestBody)
    try {
      const received = await receiveJson(req, res, largestBody, reservation)
      await reservation.complete()
      const message = parseJson(received)
      refuseRepeatedNames(received, message)
      if (Array.isArray(message))
        throw new ApiError('malformed_request', 'Send one message of JSON-RPC at a time.')
      return message
    } finally {
      reservation.letGo()
    }
  }

  function toolsFor(asker: Asker, through: InProcessClient): ToolsOfRequest {
    const { req, res, principal, wanted } = asker
    return {
      listed: offeredTo(principal, wanted, req.ip ?? '').map(({ listed }) => listed),
      call: async (name, given, signal) => {
        const tool = ownTools().find(({ listed }) => listed.name === name)
        if (tool === undefined) return undefined
        const outcome = await call(asker, through, tool, { given, signal })
        const entry = entryOf(tool.operation, principal, originOf(req, res), given)
        const { status, errorCode, requestId } = outcome
        const named = {
          ...entry,
          operation: `mcp.${tool.operation.id}`,
          requestId: requestId ?? entry.requestId,
          status,
        }
        audit.add(errorCode === null ? named : refusedEntry(named, status ?? 500, errorCode))
        return outcome.result
      },
    }
  }

  async function call(
    { req, principal, wanted }: Asker,
    through: InProcessClient,
    tool: Tool,
    { given, signal }: { readonly given: Readonly<Record<string, unknown>>; readonly signal: AbortSignal },
  ): Promise<ToolOutcome> {
    const objection = whyNotWanted(tool, wanted)
    if (objection !== undefined) return notCalled(403, 'insufficient_scope', objection)
    const parts = requestOf(tool, given)
    if (typeof parts === 'string') return notCalled(422, 'validation_failed', parts)
    const { authorization = '', 'user-agent': userAgent, traceparent } = req.headers
    const late = AbortSignal.timeout(maxCallMs)
    try {
      const reply = await through.send({
        ...parts,
        headers: {
          ...parts.headers,
          Host: host,
          Authorization: authorization,
          ...(userAgent !== undefined && { 'User-Agent': userAgent }),
          ...(typeof traceparent === 'string' && { traceparent }),
        },
        ip: req.ip ?? '',
        environment: environmentFor(principal, bearerOf(req), wanted),
        signal: AbortSignal.any([signal, late]),
      })
      return await outcomeOf(reply, parts.target)
    } catch (error) {
      if (!late.aborted && !signal.aborted) throw error
      return notCalled(
        503,
        'unavailable',
        `The call took longer than ${maxCallMs / 1000} seconds, or was given up.`,
      )
    }
  }
}

/** Stands for requests that are not an operation of their own. */
const anyRequest = {
  rateLimit: { policy: 'requests', perItemOf: undefined },
  security: [],
  tags: [],
} as const

function notCalled(status: number, errorCode: string, message: string): ToolOutcome {
  const result: ToolResult = { content: [{ type: 'text', text: message }], isError: true }
  return { result, status, errorCode, requestId: null }
}

/** Returns the headers of a request that the protocol reads. */
function headersOf({ headers }: Request): Headers {
  const own = new Headers()
  for (const name of [
    'accept',
    'content-type',
    'mcp-protocol-version',
    'mcp-session-id',
    'last-event-id',
  ] as const) {
    const value = headers[name]
    if (typeof value === 'string') own.set(name, value)
  }
  return own
}
