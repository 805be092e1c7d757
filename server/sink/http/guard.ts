import type { Request, RequestHandler, Response } from 'express'
import ipaddr from 'ipaddr.js'
import { contains, isRange } from '../../network/address-ranges.js'
import { sendError } from './errors.js'

/** Who may read the inbox. */
export interface GuardOptions {
  /** Networks in CIDR notation, or single addresses. */
  readonly allow: readonly string[]
  /** The service's own address; its host may stand in the Host header. */
  readonly publicUrl: string
}

// What proxies add on the way. Any of them says that the address of the connection is not the reader's.
const PROXY_HEADERS = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'] as const

/**
 * Keeps everybody out who is not in one of the allowed networks: an inbox holds password resets and sign-in
 * links. Two ways around an address check are closed too:
 *
 * - A proxy on this host makes every visitor look local. While Express trusts no proxy, a request that went
 *   through one is refused. (A proxy that adds no header at all cannot be told from a local reader.)
 * - A web page can point a name of its own at 127.0.0.1 and read the inbox through the visitor's browser (DNS
 *   rebinding). The browser then sends that name, so only an IP address, `localhost` and the host of the
 *   public URL are taken.
 *
 * Refusals are 403 `ip_not_allowed`, as a small page for browsers.
 *
 * @throws Error when a network or the public URL is malformed: a guard must not start half configured
 */
export function guardSink(options: GuardOptions): RequestHandler {
  const malformed = options.allow.find((range) => !isRange(range))
  if (malformed !== undefined) throw new Error(`"${malformed}" is no range of addresses`)
  const hosts = new Set(['localhost', new URL(options.publicUrl).hostname])
  return (req, res, next) => {
    if (!req.app.get('trust proxy') && PROXY_HEADERS.some((name) => req.headers[name] !== undefined)) {
      refuse(req, res, 'The sink is not shown through a proxy that the service was not told to trust.')
    } else if (!options.allow.some((range) => contains(range, req.ip ?? ''))) {
      refuse(req, res, 'The sink is shown on the machine it runs on only.')
    } else if (!isAllowedHost(req.headers.host, hosts) || !isAllowedForwardedHost(req, hosts)) {
      refuse(req, res, 'The sink is shown under the name of this service, localhost or an IP address only.')
    } else {
      next()
    }
  }
}

function isAllowedHost(header: string | undefined, hosts: ReadonlySet<string>): boolean {
  if (header === undefined || !/^[^\s/\\?#@]+$/.test(header)) return false
  let name: string
  try {
    name = new URL(`http://${header}`).hostname.replace(/\.$/, '')
  } catch {
    return false
  }
  return hosts.has(name) || ipaddr.isValid(name.replace(/^\[(.*)\]$/, '$1'))
}

/** The script of a rebound page can set this header itself, so it is checked beside Host, never instead. */
function isAllowedForwardedHost(req: Request, hosts: ReadonlySet<string>): boolean {
  const forwarded = req.headers['x-forwarded-host']
  if (forwarded === undefined) return true
  return [forwarded]
    .flat()
    .every((value) => value.split(',').every((host) => isAllowedHost(host.trim(), hosts)))
}

function refuse(req: Request, res: Response, message: string): void {
  res.vary('Accept')
  if (req.accepts(['json', 'html']) !== 'html') return sendError(res, 403, 'ip_not_allowed', message)
  // Every message is a constant of this file, so nothing has to be escaped.
  res
    .status(403)
    .set({ 'Content-Security-Policy': "default-src 'none'", 'X-Content-Type-Options': 'nosniff' })
    .type('html')
    .send(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Not shown here</title></head>` +
        `<body><h1>Not shown here</h1><p>${message}</p></body></html>`,
    )
}
