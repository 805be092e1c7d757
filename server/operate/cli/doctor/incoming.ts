import { createPrivateKey, X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { Config } from '../../../platform/config/config.js'
import type { InboundTls } from '../../../platform/config/named-values.js'
import { ConnectionFailed } from '../../../product/delivery/smtp/connector.js'
import type { ServerReply } from '../../../product/delivery/smtp/session/reply-reader.js'
import { StepFailed } from '../../../product/delivery/smtp/session/step-failed.js'
import { connectTcp } from '../../../product/delivery/smtp/transports/configured.js'
import { inboundTarget } from '../../../product/inbound/target.js'
import { explainStartFailure } from '../../start-failure.js'
import { failed, ok, skipped, warning, type Check, type Finding } from './check.js'
import { greetingOn, textOf } from './outgoing.js'

const connectMs = 3_000

/** Where mail comes in: the port of the receiver and its certificate. */
export function incomingChecks(config: Config): Check[] {
  if (!config.roles.includes('inbound')) return []
  return [
    { name: 'inbound port', run: () => checkPort(config) },
    { name: 'inbound TLS', run: () => checkInboundTls(config) },
  ]
}

const fromOutside = 'whether others reach it cannot be seen from here'

/** Whether the receiver answers, or its port is free for it. */
async function checkPort(config: Config): Promise<Finding> {
  const { inboundHost: host, inboundPort: port, hostname } = config
  if (port === 0) return skipped('the receiver takes any free port')
  const greeting = await greetingAt(config)
  if (greeting === undefined) {
    const error = await bindingError(host, port)
    if (error === undefined) return ok(`port ${port} is free, and this user may listen on it; ${fromOutside}`)
    const explained = explainStartFailure(error, config)
    return failed(`port ${port} cannot be listened on`, explained?.sentence ?? error.message)
  }
  const text = textOf(greeting)
  if (greeting.texts[0]?.toLowerCase().startsWith(hostname) === true)
    return ok(`port ${port} answers: ${text}; ${fromOutside}`)
  return failed(
    `port ${port} is taken by another server: ${text}`,
    'Stop that mail server, or set POSTSEAL_INBOUND_PORT to another port and let port 25 lead there. If it is this ' +
      'service with an earlier POSTSEAL_HOSTNAME, restart it.',
  )
}

/** The greeting of what listens on the port; undefined where nothing does, or no SMTP server. */
async function greetingAt({ inboundHost, inboundPort }: Config): Promise<ServerReply | undefined> {
  const { host, port } = inboundTarget(inboundHost, inboundPort)
  try {
    return await greetingOn(await connectTcp(host, port, connectMs))
  } catch (error) {
    if (error instanceof ConnectionFailed || error instanceof StepFailed) return undefined
    throw error
  }
}

/** Why a port cannot be listened on; undefined where it can. It is free again afterwards. */
async function bindingError(host: string, port: number): Promise<NodeJS.ErrnoException | undefined> {
  const server = createServer((socket) => socket.destroy())
  try {
    server.listen({ host, port, exclusive: true })
    await once(server, 'listening')
  } catch (error) {
    return error as NodeJS.ErrnoException
  }
  server.close()
  await once(server, 'close')
  return undefined
}

function checkInboundTls({ inboundTls, hostname, transport }: Config): Finding {
  if (inboundTls === undefined) {
    if (transport.kind === 'sink') return skipped('the receiver offers no TLS')
    return warning(
      'the receiver offers no TLS',
      'Set POSTSEAL_INBOUND_TLS_CERT and POSTSEAL_INBOUND_TLS_KEY, so that mail does not come in clear.',
    )
  }
  return filesFinding(inboundTls, hostname)
}

/** Judges a certificate in a file and its key. */
export function filesFinding({ certFile, keyFile }: InboundTls, hostname: string, now = new Date()): Finding {
  let certificate: X509Certificate
  let matches: boolean
  let file = certFile
  try {
    certificate = new X509Certificate(readFileSync(certFile))
    file = keyFile
    matches = certificate.checkPrivateKey(createPrivateKey(readFileSync(keyFile)))
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException
    return failed(
      `${file} cannot be read (${code})`,
      `It has to be a PEM file that the user of the service can read, with ${file === keyFile ? 'a key without a passphrase' : 'the certificate first'}.`,
    )
  }
  if (!matches)
    return failed(`${keyFile} is not the key of ${certFile}`, 'Set both to the files of one certificate.')
  return certificateFinding(
    { validTo: certificate.validTo, names: certificate.checkHost(hostname) !== undefined, hostname },
    now,
  )
}

interface ShownCertificate {
  readonly validTo: string
  /** Whether it is for the host. */
  readonly names: boolean
  readonly hostname: string
}

const day = 86_400_000
const soonDays = 14

/** Judges how long a certificate is valid, and for whom. */
export function certificateFinding(
  { validTo, names, hostname }: ShownCertificate,
  now = new Date(),
): Finding {
  const end = new Date(validTo)
  const until = end.toISOString().slice(0, 10)
  const days = Math.floor((end.getTime() - now.getTime()) / day)
  if (days < 0) return failed(`expired on ${until}`, 'Renew the certificate, and restart what uses it.')
  const seen = `valid until ${until}`
  if (!names) return warning(`${seen}, not for ${hostname}`, `Get a certificate that names ${hostname}.`)
  if (days >= soonDays) return ok(`for ${hostname}, ${seen}`)
  return warning(`${seen}, ${days} days from now`, 'Renew it now, and see why it was not renewed by itself.')
}
