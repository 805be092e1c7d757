import type { OutgoingMail } from '../../transport.js'
import { ConnectionFailed, type Connected, type Connector } from '../connector.js'
import type { Peer } from '../peer.js'
import type { SmtpResult } from '../result.js'
import type { Cuttables } from '../session/cuttables.js'
import { openSession, type SmtpSessionOptions } from '../session/open.js'
import type { Session } from '../session/session.js'
import { broken, StepFailed } from '../session/step-failed.js'

/** Most hosts that are tried; no destination that means to take mail has more. */
const maxHosts = 5
/** Milliseconds after which no further host is tried: each may take minutes to say nothing. */
const longest = 300_000

export interface Attempt {
  readonly result: SmtpResult
  /** Session that is left and can be used again, if any. */
  readonly session?: Session
}

/**
 * Sends a message on a new connection: to the destination's first host, or if that host cannot be spoken to, to the
 * next. After a refusal of the session the next host is tried; after a refusal of the message none is.
 *
 * @param busy holds sessions while they begin and take the message, to be cut from outside
 * @returns the result; if all hosts failed, the first reply among theirs, or else the first failure
 */
export async function sendOnNewConnection(
  connector: Connector,
  options: SmtpSessionOptions,
  mail: OutgoingMail,
  busy: Cuttables,
): Promise<Attempt> {
  const avoid = new Set<string>()
  const inClear = new Set<string>()
  const results: HostResult[] = []
  const { trace } = mail
  const end = performance.now() + longest
  while (results.length < maxHosts && performance.now() < end && !busy.isClosed) {
    if (trace) trace.peer = undefined
    const opened = await open(connector, options, mail, { avoid, inClear, busy })
    if ('again' in opened) continue
    if ('result' in opened) {
      results.push({ result: opened.result, peer: trace?.peer })
      // If no host can be connected to, none is left to try.
      if (opened.address === undefined || avoid.has(opened.address)) break
      avoid.add(opened.address)
      continue
    }
    busy.add(opened.session)
    const result = await opened.session.deliver(mail)
    busy.delete(opened.session)
    if (result.step !== 'mail' || result.reply?.code !== 421) return { result, session: opened.session }
    results.push({ result, peer: trace?.peer })
    avoid.add(opened.address)
  }
  const decisive = mostDecisive(results)
  if (trace) trace.peer = decisive?.peer
  return { result: decisive?.result ?? broken('connect', 'connect', 'No host could be tried.').result }
}

/** The result of trying one host. */
interface HostResult {
  readonly result: SmtpResult
  /** The server, if there was a connection and the attempt is traced. */
  readonly peer: Peer | undefined
}

type Opened =
  | { readonly session: Session; readonly address: string }
  /** Means that the same host is to be tried again, in clear. */
  | { readonly again: true }
  | { readonly result: SmtpResult; readonly address?: string }

async function open(
  connector: Connector,
  options: SmtpSessionOptions,
  { destination, source, trace }: OutgoingMail,
  {
    avoid,
    inClear,
    busy,
  }: { readonly avoid: ReadonlySet<string>; readonly inClear: Set<string>; readonly busy: Cuttables },
): Promise<Opened> {
  let connected: Connected
  try {
    connected = await connector.connect(destination, avoid, source?.bind)
  } catch (error) {
    if (!(error instanceof ConnectionFailed)) throw error
    const { result } = broken(error.step, error.failure, error.message)
    return { result }
  }
  const { address } = connected
  if (inClear.has(address)) connected = { ...connected, tls: { mode: 'none' } }
  try {
    const own = source === undefined ? options : { ...options, hostname: source.name }
    return { session: await openSession(connected, own, busy, trace), address }
  } catch (error) {
    if (!(error instanceof StepFailed)) throw error
    const { result } = error
    // A server whose TLS is broken is better than none, if nobody demands TLS (RFC 7435).
    if (connected.tls.mode === 'opportunistic' && result.step === 'tls') {
      inClear.add(address)
      return { again: true }
    }
    return { result, address }
  }
}

/** Chooses the result to report: a server's reply explains more than another host's failure to answer. */
function mostDecisive(results: readonly HostResult[]): HostResult | undefined {
  return results.find(({ result }) => result.reply !== undefined) ?? results[0]
}
