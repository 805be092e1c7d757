import type { Socket } from 'node:net'
import type { Config } from '../../../platform/config/config.js'
import type { RelayConfig } from '../../../platform/config/transport.js'
import type { Resolver } from '../../../mail/dns/resolver.js'
import { printableLine } from '../../../../base/text/printable.js'
import { ConnectionFailed } from '../../../product/delivery/smtp/connector.js'
import { Channel } from '../../../product/delivery/smtp/session/channel.js'
import { Cuttables } from '../../../product/delivery/smtp/session/cuttables.js'
import { openSession } from '../../../product/delivery/smtp/session/open.js'
import type { ServerReply } from '../../../product/delivery/smtp/session/reply-reader.js'
import { StepFailed } from '../../../product/delivery/smtp/session/step-failed.js'
import { defaultTimeOuts, type TimeOuts } from '../../../product/delivery/smtp/session/time-outs.js'
import { connectTcp, relayConnector } from '../../../product/delivery/smtp/transports/configured.js'
import { failed, ok, skipped, warning, type Check, type Finding } from './check.js'

const stepMs = 4_000
const timeOuts: TimeOuts = {
  ...defaultTimeOuts,
  connect: stepMs,
  tls: stepMs,
  greeting: stepMs,
  ehlo: stepMs,
  starttls: stepMs,
  auth: stepMs,
  quit: 500,
}

/** Domains whose mail servers everybody who sends mail has to reach. */
const wellKnownDomains = ['gmail.com', 'outlook.com', 'yahoo.com', 'icloud.com']

/**
 * Makes the checks of how live mail leaves: to port 25 of others, or by the relay.
 *
 * @param mxHosts `host` or `host:port` of mail servers to try instead of those of well-known domains
 */
export function outgoingChecks(config: Config, resolver: Resolver, mxHosts: readonly string[]): Check[] {
  const { transport, roles } = config
  if (!roles.includes('delivery')) return []
  if (transport.kind === 'sink')
    return [{ name: 'outgoing mail', run: () => skipped('live mail stays in the sink') }]
  if (transport.kind === 'relay')
    return [{ name: 'relay', run: () => checkRelay(config, transport, 'POSTSEAL_TRANSPORT') }]
  return [{ name: 'port 25', run: () => checkPort25(config, resolver, mxHosts) }]
}

interface Target {
  readonly host: string
  readonly port: number
  /** Name of the target in findings. */
  readonly name: string
}

async function checkPort25(
  { hostname }: Config,
  resolver: Resolver,
  mxHosts: readonly string[],
): Promise<Finding> {
  const targets = mxHosts.length > 0 ? mxHosts.map(targetNamed) : await wellKnownTargets(resolver)
  if (targets.length === 0)
    return failed(
      `the DNS names no mail servers of ${wellKnownDomains.join(', ')}`,
      'Make sure that the DNS servers answer, or name a mail server to try with --mx-host.',
    )
  const answers = await Promise.all(targets.map((target) => greetingFrom(target)))
  const reached = answers.find(({ reply }) => reply !== undefined && reply.code < 300)
  if (reached !== undefined) return ok(`${reached.name} answers: ${textOf(reached.reply)}`)
  const refusing = answers.find(({ reply }) => reply !== undefined)
  if (refusing !== undefined)
    return warning(
      `${refusing.name} refuses this host: ${textOf(refusing.reply)}`,
      `The address of ${hostname} may be on a blocklist. The reply says why; ask for removal there.`,
    )
  return failed(
    `no answer from ${answers.map(({ name, error }) => `${name} (${error})`).join(', ')}`,
    'Many providers close port 25 to the outside until you ask them to open it. Or send through a relay: see ' +
      'docs/operate/relay.md.',
  )
}

function targetNamed(given: string): Target {
  const [, host = given, port = '25'] = /^\[?([^\]]+?)\]?(?::(\d+))?$/.exec(given) ?? []
  return { host, port: Number(port), name: given }
}

/** Returns a mail server of each well-known domain that has one. */
async function wellKnownTargets(resolver: Resolver): Promise<Target[]> {
  const found = await Promise.allSettled(
    wellKnownDomains.map(async (domain): Promise<Target[]> => {
      const { records } = await resolver.mx(domain)
      const [best] = records.toSorted((one, other) => one.preference - other.preference)
      if (best === undefined || best.exchange === '') return []
      const [host] = (await resolver.addresses(best.exchange)).records
      return host === undefined ? [] : [{ host, port: 25, name: best.exchange }]
    }),
  )
  return found.flatMap((each) => (each.status === 'fulfilled' ? each.value : []))
}

interface Greeting {
  readonly name: string
  readonly reply: ServerReply | undefined
  readonly error: string | undefined
}

async function greetingFrom({ host, port, name }: Target): Promise<Greeting> {
  try {
    return { name, reply: await greetingOn(await connectTcp(host, port, stepMs)), error: undefined }
  } catch (error) {
    return { name, reply: undefined, error: reasonOf(error) }
  }
}

/**
 * Reads the greeting of an SMTP server, and says goodbye.
 *
 * @throws StepFailed
 */
export async function greetingOn(socket: Socket): Promise<ServerReply> {
  const channel = new Channel(socket)
  try {
    const reply = await channel.reply('greeting', timeOuts.greeting)
    await channel.quit(timeOuts.quit)
    return reply
  } finally {
    channel.cut()
  }
}

/** Returns the first line of a reply, as the server sent it. */
export function textOf(reply: ServerReply | undefined): string {
  return reply === undefined ? '' : printableLine(`${reply.code} ${reply.texts[0] ?? ''}`, 100)
}

/** Returns why a connection failed, without a full stop. */
function reasonOf(error: unknown): string {
  if (error instanceof ConnectionFailed) return error.message.replace(/\.$/, '')
  if (!(error instanceof StepFailed)) throw error
  const { result } = error
  if (result.reply === undefined) return result.error.replace(/\.$/, '')
  const { code, enhanced_code, text } = result.reply
  return [code, enhanced_code, text].filter((part) => part !== null).join(' ')
}

/**
 * Connects, encrypts and logs in as a delivery would, and sends nothing.
 *
 * @param setBy setting in which the operator has given the relay's address
 */
export async function checkRelay({ hostname }: Config, relay: RelayConfig, setBy: string): Promise<Finding> {
  const options = { hostname, timeOuts, credentials: relay.credentials }
  try {
    const session = await openSession(
      await relayConnector(relay, options).connect('', new Set()),
      options,
      new Cuttables(),
    )
    const { tls } = session.peer
    await session.quit()
    const login = relay.credentials === undefined ? '' : ' and takes the login'
    if (tls !== null) return ok(`${session.host} answers over ${tls.version}${login}`)
    return warning(
      `${session.host} answers unencrypted`,
      'Mail to the relay can be read in transit. Use smtps://, or ?starttls=required with smtp://.',
    )
  } catch (error) {
    const reason = reasonOf(error)
    return failed(`${relay.host}:${relay.port}: ${reason}`, adviceFor(error, setBy))
  }
}

function adviceFor(error: unknown, setBy: string): string {
  const result = error instanceof StepFailed ? error.result : undefined
  const step = result?.step ?? (error as ConnectionFailed).step
  const noAnswer = step === 'connect' || (step === 'greeting' && result?.reply === undefined)
  if (step === 'auth')
    return `Check the user and the password in ${setBy}, and that the relay allows this login.`
  if (step === 'tls' || step === 'starttls')
    return 'Use the name that the certificate of the relay has. NODE_EXTRA_CA_CERTS names an authority of your own.'
  if (noAnswer)
    return `Check the host and the port in ${setBy}, and that the firewall allows outgoing connections.`
  return 'The relay refuses this host: see its own settings, such as the addresses that it lets in.'
}
