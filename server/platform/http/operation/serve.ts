import type { Request, RequestHandler, Response } from 'express'
import { isUnavailable } from '../../db/connection/unavailable.js'
import { failSpan, serveTraced } from '../../tracing/tracing.js'
import { ApiError } from '../errors/api-error.js'
import { Paced } from '../errors/error-replies.js'
import { pathHint, shownPath } from '../pages/not-found.js'
import { PathTable } from './path-table.js'
import { contextOf } from './request-context.js'
import type { Step } from './step.js'

/** An operation in the form in which it is served. */
export interface Served {
  /** The operation's name in traces, such as its method and the template of its path. */
  readonly name: string
  readonly route: string
  readonly steps: readonly Step[]
  /** Called with the error of a step, before the reply. */
  readonly refused: (error: unknown, req: Request, res: Response) => void
}

/** The operations that are served, by the templates of their paths and the methods in capital letters. */
export type ServedPaths = ReadonlyMap<string, ReadonlyMap<string, Served>>

/**
 * Serves the operations of some paths, and passes on requests for other paths.
 *
 * An operation is looked up in a table. As routes of Express, each would be tried in turn at each request.
 */
export function servePaths(paths: ServedPaths): RequestHandler {
  const refusals = new Paced()
  const table = new PathTable<ReadonlyMap<string, Served>>()
  for (const [path, ofPath] of paths) table.add(path, ofPath)
  return (req, res, next) => {
    const found = table.find(req.path)
    if (found === undefined) return next()
    const served = found.value.get(req.method)
    if (served === undefined) throw methodNotAllowed(req, [...found.value.keys()])
    req.params = found.params
    traced(served, req, res).catch((error: unknown) => {
      if (isUnavailable(error)) refusals.add(() => next(error))
      else next(error)
    })
  }
}

/**
 * Serves a request as a span of the caller's trace. The span does not have the path, which can have an address in it.
 */
function traced(served: Served, req: Request, res: Response): Promise<void> {
  const { traceparent } = req.headers
  const caller = typeof traceparent === 'string' ? traceparent : undefined
  const attributes = () => ({
    'http.request.method': req.method,
    'http.route': served.route,
    'url.scheme': req.protocol,
    'postseal.request_id': contextOf(res).requestId,
  })
  return serveTraced(caller, served.name, attributes, (span) => {
    if (span !== undefined)
      res.once('close', () => {
        span.setAttribute('http.response.status_code', res.statusCode)
        if (res.statusCode >= 500) failSpan(span, contextOf(res).errorCode ?? String(res.statusCode))
        span.end()
      })
    return serve(served, req, res)
  })
}

async function serve({ steps, refused }: Served, req: Request, res: Response): Promise<void> {
  try {
    for (const step of steps) {
      const pending = step(req, res)
      if (pending !== undefined) await pending
    }
  } catch (error) {
    refused(error, req, res)
    throw error
  } finally {
    // Not when the reply is sent: behind another one on its connection it may wait for long. And where the client has
    // gone, the body is in use until here.
    const { body } = contextOf(res)
    if (body !== undefined) req.body = undefined
    body?.letGo()
  }
}

/** Answers every method that a path does not have. */
export function refuseMethod(methods: readonly string[]): RequestHandler {
  const allowed = methods.flatMap((method) => (method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()]))
  return (req) => {
    throw methodNotAllowed(req, allowed)
  }
}

function methodNotAllowed(req: Request, allowed: readonly string[]): ApiError {
  const list = allowed.join(', ')
  const message = `${shownPath(req)} takes ${list}, not ${req.method}.${pathHint(req)}`
  return new ApiError('method_not_allowed', message, { headers: { Allow: list } })
}
