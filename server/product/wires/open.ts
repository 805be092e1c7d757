import type { Request, RequestHandler } from 'express'
import type { WireName } from '../../platform/config/wires.js'
import type { KeySource } from '../../platform/auth/key-source.js'
import type { Credentials } from '../../platform/http/access/authenticate.js'
import type { BodyMemory } from '../../platform/http/body/body-memory.js'
import { ApiError } from '../../platform/http/errors/api-error.js'
import { operationCaller } from '../../platform/http/operation/call.js'
import type { Performer } from '../../platform/http/operation/perform.js'
import { contextOf } from '../../platform/http/operation/request-context.js'
import { servePublicFile } from '../../platform/http/reply/public-file.js'
import type { RateLimits } from '../../platform/http/rate-limit/rate-limits.js'
import type { Wire } from './frame/wire.js'

export interface WiresOptions {
  /** The wires that are on. */
  readonly names: readonly WireName[]
  readonly credentials: Credentials
  readonly limits: RateLimits
  readonly bodies: BodyMemory
  /** The keys that the secrets of signed requests are derived with. */
  readonly signing: KeySource
  /** The URL by which the service is reached from outside. */
  readonly publicUrl: string
}

/** Loads the wires: a process whose clients use none does not read them. */
const wires: Readonly<Record<WireName, () => Promise<Wire>>> = {
  resend: async () => (await import('./resend/wire.js')).resendWire,
  postmark: async () => (await import('./postmark/wire.js')).postmarkWire,
  ses: async () => (await import('./ses/wire.js')).sesWire,
  mailgun: async () => (await import('./mailgun/wire.js')).mailgunWire,
  sendgrid: async () => (await import('./sendgrid/wire.js')).sendgridWire,
}

/** Loads a wire. */
export function loadWire(name: WireName): Promise<Wire> {
  return wires[name]()
}

/** Makes the handler of the wires, for paths such as `/resend/emails`, from the performer of this service's operations. */
export function openWires({ names, ...binding }: WiresOptions) {
  return (performs: Performer): RequestHandler => {
    const served = new Map<string, Promise<Loaded>>()

    async function load(name: WireName): Promise<Loaded> {
      const [wire, { wireRoutes }, { wireContractFile }] = await Promise.all([
        loadWire(name),
        import('./frame/routes.js'),
        import('./frame/contract.js'),
      ])
      const caller = operationCaller(performs, binding.limits)
      return {
        wire,
        serve: wireRoutes(wire, { ...binding, caller }),
        serveContract: servePublicFile(wireContractFile(name), 'application/json; charset=utf-8'),
      }
    }

    function loaded(name: WireName): Promise<Loaded> {
      const known = served.get(name)
      if (known !== undefined) return known
      const loading = load(name).catch((error: unknown) => {
        // Another request may have more luck, with the limit of open files for instance.
        served.delete(name)
        throw error
      })
      served.set(name, loading)
      return loading
    }

    return async (req, res, next) => {
      const [, given = '', rest] = /^\/([^/]*)(.*)/.exec(req.path) ?? []
      const name = names.find((one) => one === given)
      if (name === undefined) {
        next()
        return
      }
      contextOf(res).wire = name
      const { wire, serve, serveContract } = await loaded(name)
      if (rest === '/openapi.json' && (req.method === 'GET' || req.method === 'HEAD')) {
        await serveContract(req, res, next)
        return
      }
      contextOf(res).shapeError = wire.shapeError
      const mounted = mountedAt(req, name.length + 1)
      await serve(req, res, (error?: unknown) => {
        mounted.restore()
        next(error ?? new ApiError('not_found', `Postseal does not answer ${req.method} at this path.`))
      })
    }
  }
}

interface Loaded {
  readonly wire: Wire
  readonly serve: RequestHandler
  /** Serves the wire's contract, beside the wire. */
  readonly serveContract: RequestHandler
}

/** Takes the name of a wire off a request's address, as Express does for what it mounts. */
function mountedAt(req: Request, length: number): { readonly restore: () => void } {
  const { url, baseUrl } = req
  const rest = url.slice(length)
  req.url = rest.startsWith('/') ? rest : `/${rest}`
  req.baseUrl = baseUrl + url.slice(0, length)
  return {
    restore: () => {
      Object.assign(req, { url, baseUrl })
    },
  }
}
