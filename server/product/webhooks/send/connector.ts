import { connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { Resolver } from '../../../mail/dns/resolver.js'
import type { AddressGuard } from '../../../mail/network/address-guard.js'
import { guardedLookup, withLoopbackNames } from '../../../mail/network/guarded-lookup.js'
import { addressOf, portOf, type Endpoint } from './endpoint.js'
import { addressRefused, connectFailure, type SendFailure, type Stage } from './failure.js'

export interface ConnectorOptions {
  readonly resolver: Pick<Resolver, 'addresses'>
  readonly guard: AddressGuard
  /** Authorities to trust in place of those that Node knows. */
  readonly ca?: string
}

/**
 * Begins a connection. The socket can be destroyed at any time; `done` is called once in any case.
 *
 * @returns undefined if there will be no socket
 */
export type Connect = (
  endpoint: Endpoint,
  done: (failure: SendFailure | null, socket: Socket | null) => void,
) => Socket | undefined

/**
 * Milliseconds that one of several addresses may take. Node's quarter of a second gives up on hosts that are merely
 * far away, and a dead address must leave time for the others.
 */
const addressMs = 3000

/**
 * Connects only to addresses that the guard lets through. Each connection is checked when it is made, in the same
 * look-up that the connection uses, so a name that has changed its answer since gains nothing (DNS rebinding).
 */
export function webhookConnector({ resolver, guard, ca }: ConnectorOptions): Connect {
  const lookup = guardedLookup(withLoopbackNames(resolver), guard)
  return (endpoint, done) => {
    const { hostname } = endpoint
    // Node does not look up a host that is an address.
    if (isIP(hostname) !== 0 && !guard(hostname)) {
      queueMicrotask(() => done(addressRefused(hostname), null))
      return undefined
    }
    return open(endpoint, lookup, ca, done)
  }
}

function open(
  endpoint: Endpoint,
  lookup: LookupFunction,
  ca: string | undefined,
  done: Parameters<Connect>[1],
): Socket {
  const { hostname } = endpoint
  const secure = endpoint.protocol === 'https:'
  const target = {
    host: hostname,
    port: portOf(endpoint),
    lookup,
    noDelay: true,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: addressMs,
  }
  const socket = secure ? connectTls({ ...target, ...tlsOptions(hostname, ca) }) : connectTcp(target)
  let stage: Stage = 'connecting'
  let settled = false
  const fail = (error: NodeJS.ErrnoException) => {
    if (settled) return
    settled = true
    done(connectFailure(error, stage, hostname, addressOf(endpoint)), null)
  }
  socket.once('connect', () => (stage = 'handshake'))
  socket.once(secure ? 'secureConnect' : 'connect', () => {
    settled = true
    done(null, socket)
  })
  socket.on('error', fail)
  // The sender may destroy the socket, without an error.
  socket.once('close', () => fail(new Error()))
  return socket
}

function tlsOptions(hostname: string, ca: string | undefined) {
  return {
    ALPNProtocols: ['http/1.1'],
    ...(ca !== undefined && { ca }),
    // A server name has no last dot, and is never an address (RFC 6066, section 3).
    ...(isIP(hostname) === 0 && { servername: hostname.replace(/\.+$/, '') }),
  }
}
