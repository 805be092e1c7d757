import type { OutgoingMail } from '../../transport.js'
import { ConnectionFailed, type Connected, type Connector } from '../connector.js'
import type { Peer } from '../peer.js'
import type { SmtpResult } from '../result.js'
import type { Cuttables } from '../session/cuttables.js'
import { openSession, type SmtpSessionOptions } from '../session/open.js'
import type { Session } from '../session/session.js'
import { broken, StepFailed } from '../session/step-failed.js'

/** More hosts than a destination has that means to take mail. */
const maxHosts = 5
/** No further host is tried after so many milliseconds: each may take minutes to say nothing. */
const longest = 300_000

export interface Attempt {
  readonly result: SmtpResult
  /** Where one is left that can be used again. */
  readonly session?: Session
}

/**
 * Sends a message on a new connection: to the destination's first host, or where that is not to be spoken to,
 * to the next. Refusals of a session go to the next host; those of a message do not.
 *
 * @param busy holds sessions while they begin and take the message, to be cut from outside
 * @returns of hosts that all failed, the first reply, or else what broke first
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
      // Where no host can be connected to, there is no other.
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
  const told = maxTelling(results)
  if (trace) trace.peer = told?.peer
  return { result: told?.result ?? broken('connect', 'connect', 'No host could be tried.').result }
}

/** What came of one host. */
interface HostResult {
  readonly result: SmtpResult
  /** Where there was a connection, and the attempt is traced. */
  readonly peer: Peer | undefined
}

type Opened =
  | { readonly session: Session; readonly address: string }
  /** Not to be avoided, but spoken to otherwise. */
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
    // A server whose TLS is out of order still is better than none, where nobody demands TLS (RFC 7435).
    if (connected.tls.mode === 'opportunistic' && result.step === 'tls') {
      inClear.add(address)
      return { again: true }
    }
    return { result, address }
  }
}

/** What a server says explains more than that another did not answer. */
function maxTelling(results: readonly HostResult[]): HostResult | undefined {
  return results.find(({ result }) => result.reply !== undefined) ?? results[0]
}
