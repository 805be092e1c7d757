import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { contains, plainAddress, subscriberNetwork } from '../../../mail/network/address-ranges.js'

/** The max numbers of connections that a process has at once. */
export interface ConnectionPlaces {
  readonly all: number
  /** The max number of one IPv4 address or one IPv6 network of 64 bits. */
  readonly ofAddress: number
  /** The max time in which a request may arrive while all places are taken, in milliseconds. */
  readonly arrivalMs: number
}

/** The default places: twice as many as requests that wait for events, and more than somebody's own server opens. */
export const connectionPlaces: ConnectionPlaces = {
  all: 10_000,
  ofAddress: 1_000,
  arrivalMs: 10_000,
}

interface Arrival {
  readonly request: IncomingMessage
  /** The time at which the request began to arrive, by `performance.now()`. */
  readonly since: number
}

/** Connections that share a number of places, each set in the order in which they came into it. */
class Group {
  readonly members = new Set<Socket>()
  /**
   * Connections without a request that is being served. A head that has arrived in part does not count as a request.
   */
  readonly idle = new Set<Socket>()
  /** Connections whose request had not arrived in full when the service began to serve it. */
  readonly arriving = new Map<Socket, Arrival>()

  readonly #arrivalMs: number

  constructor(
    readonly max: number,
    arrivalMs: number,
  ) {
    this.#arrivalMs = arrivalMs
  }

  remove(socket: Socket): void {
    this.members.delete(socket)
    this.idle.delete(socket)
    this.arriving.delete(socket)
  }

  /** The member that gives its place to a new one; undefined if each is being served. */
  get firstToGo(): Socket | undefined {
    const [idle] = this.idle
    if (idle !== undefined) return idle
    for (const [socket, { request, since }] of this.arriving) {
      if (!request.complete) return performance.now() - since >= this.#arrivalMs ? socket : undefined
      this.arriving.delete(socket)
    }
    return undefined
  }
}

interface PlacesOptions extends ConnectionPlaces {
  /** Ranges of proxies, each of which has the connections of many clients: they have no share. */
  readonly proxies: readonly string[]
  /** Closes a connection on which nothing is being served. */
  readonly close: (socket: Socket) => void
  /** Answers a connection that there is no place for, and closes it. */
  readonly refuse: (socket: Socket) => void
}

/**
 * Bounds the connections of a server, in all and of each client's address. If there is no place for a new one, the
 * one that has been idle for longest gives way, so that nobody who opens connections and does nothing with them keeps
 * others out. To be called before the server listens.
 */
export function boundPlaces(
  server: Server,
  { all, ofAddress, arrivalMs, proxies, close, refuse }: PlacesOptions,
): void {
  const everybody = new Group(all, arrivalMs)
  const networks = new Map<string, Group>()
  const groupsOf = new WeakMap<Socket, readonly Group[]>()
  const served = new WeakMap<Socket, number>()

  server.on('connection', (socket: Socket) => {
    const address = plainAddress(socket.remoteAddress ?? '')
    const groups = [everybody]
    if (!proxies.some((range) => contains(range, address))) {
      const network = subscriberNetwork(address)
      const group = networks.get(network) ?? new Group(ofAddress, arrivalMs)
      networks.set(network, group)
      groups.unshift(group)
      socket.once('close', () => {
        if (group.members.size === 0 && networks.get(network) === group) networks.delete(network)
      })
    }
    for (const group of groups) {
      if (group.members.size < group.max) continue
      const victim = group.firstToGo
      if (victim === undefined) return refuse(socket)
      remove(victim)
      close(victim)
    }
    groupsOf.set(socket, groups)
    for (const { members, idle } of groups) {
      members.add(socket)
      idle.add(socket)
    }
    socket.prependOnceListener('close', () => remove(socket))
  })

  server.prependListener('request', (req: IncomingMessage, res: ServerResponse) => {
    const { socket } = req
    const groups = groupsOf.get(socket)?.filter(({ members }) => members.has(socket)) ?? []
    served.set(socket, (served.get(socket) ?? 0) + 1)
    for (const { idle, arriving } of groups) {
      idle.delete(socket)
      arriving.set(socket, { request: req, since: performance.now() })
    }
    res.once('close', () => {
      const left = (served.get(socket) ?? 1) - 1
      served.set(socket, left)
      if (left > 0) return
      for (const { members, idle, arriving } of groups) {
        arriving.delete(socket)
        if (members.has(socket)) idle.add(socket)
      }
    })
  })

  function remove(socket: Socket): void {
    for (const group of groupsOf.get(socket) ?? []) group.remove(socket)
  }
}
