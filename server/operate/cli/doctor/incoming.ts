import { createPrivateKey, X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { Config } from '../../../platform/config/config.js'
import type { TlsFiles } from '../../../platform/config/variables/environment.js'
import { contains, loopbackRanges } from '../../../mail/network/address-ranges.js'
import { ConnectionFailed } from '../../../product/delivery/smtp/connector.js'
import type { ServerReply } from '../../../product/delivery/smtp/session/reply-reader.js'
import { StepFailed } from '../../../product/delivery/smtp/session/step-failed.js'
import { connectTcp } from '../../../product/delivery/smtp/transports/configured.js'
import { inboundTarget } from '../../../product/inbound/target.js'
import { explainStartFailure } from '../../start-failure.js'
import { failed, ok, skipped, warning, type Check, type Finding } from './check.js'
import { greetingOn, textOf } from './outgoing.js'

const connectMs = 3_000

/** Makes the checks of the ports for incoming and submitted mail, and of their certificates. */
export function incomingChecks(config: Config): Check[] {
  const { submission } = config
  const inbound: Check[] = [
    {
      name: 'inbound port',
      run: () =>
        checkPort(config, { host: config.inboundHost, port: config.inboundPort, advice: inboundAdvice }),
    },
    { name: 'inbound TLS', run: () => checkTlsFiles(config) },
  ]
  const submitted: Check[] = [submission.port, submission.tlsPort].flatMap((port, index) =>
    port === undefined
      ? []
      : [
          {
            name: index === 0 ? 'submission port' : 'submission TLS port',
            run: () =>
              checkPort(config, {
                host: submission.host,
                port,
                advice: submissionAdvice,
                silent: index === 1,
              }),
          },
        ],
  )
  const certificate: Check = { name: 'submission TLS', run: () => checkSubmissionTls(config) }
  return [
    ...(config.roles.includes('inbound') ? inbound : []),
    ...(config.roles.includes('api') && submitted.length > 0 ? [...submitted, certificate] : []),
  ]
}

const fromOutside = 'whether others reach it cannot be seen from here'
const inboundAdvice = 'set POSTSEAL_INBOUND_PORT to another port and forward port 25 to it'
const submissionAdvice = 'give the variable of this port another one'

interface Listening {
  readonly host: string
  readonly port: number
  /** Advice, as a part of a sentence, for the case that another server has the port. */
  readonly advice: string
  /** True if the server does not send a greeting before TLS. */
  readonly silent?: boolean
}

/** Checks whether the service answers on a port, or the port is free for it. */
async function checkPort(config: Config, { host, port, advice, silent }: Listening): Promise<Finding> {
  const { hostname } = config
  if (port === 0) return skipped('the service takes any free port')
  if (silent === true) return checkSilentPort(config, host, port)
  const greeting = await greetingAt(host, port)
  if (greeting === undefined) {
    const error = await bindingError(host, port)
    if (error === undefined)
      return ok(`port ${port} is free, and this user is allowed to listen on it; ${fromOutside}`)
    const explained = explainStartFailure(error, config)
    return failed(`port ${port} cannot be listened on`, explained?.sentence ?? error.message)
  }
  const text = textOf(greeting)
  if (greeting.texts[0]?.toLowerCase().startsWith(hostname) === true)
    return ok(`port ${port} answers: ${text}; ${fromOutside}`)
  return failed(
    `port ${port} is taken by another server: ${text}`,
    `Stop that mail server, or ${advice}. If it is this service with an earlier POSTSEAL_HOSTNAME, restart it.`,
  )
}

/** Checks a port with implicit TLS. A listener there may be the service; only TLS would tell. */
async function checkSilentPort(config: Config, host: string, port: number): Promise<Finding> {
  const target = inboundTarget(host, port)
  try {
    const socket = await connectTcp(target.host, target.port, connectMs)
    socket.destroy()
    return ok(`port ${port} answers; ${fromOutside}`)
  } catch (error) {
    if (!(error instanceof ConnectionFailed)) throw error
  }
  const failure = await bindingError(host, port)
  if (failure === undefined)
    return ok(`port ${port} is free, and this user is allowed to listen on it; ${fromOutside}`)
  return failed(
    `port ${port} cannot be listened on`,
    explainStartFailure(failure, config)?.sentence ?? failure.message,
  )
}

function checkSubmissionTls({ submission: { tls, host }, hostname }: Config): Finding {
  if (tls !== undefined) return filesFinding(tls, hostname)
  if (loopbackRanges.some((range) => contains(range, host)))
    return skipped('only programs of this machine can submit, without TLS')
  return warning(
    'submission offers no TLS, so nobody on another machine can sign in',
    'Set POSTSEAL_SUBMISSION_TLS_CERT and POSTSEAL_SUBMISSION_TLS_KEY.',
  )
}

/** Returns the greeting of the SMTP server that listens on the port; undefined if there is none. */
async function greetingAt(listening: string, at: number): Promise<ServerReply | undefined> {
  const { host, port } = inboundTarget(listening, at)
  try {
    return await greetingOn(await connectTcp(host, port, connectMs))
  } catch (error) {
    if (error instanceof ConnectionFailed || error instanceof StepFailed) return undefined
    throw error
  }
}

/** Returns the error of listening on a port; undefined if it succeeds. The port is free again afterwards. */
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

function checkTlsFiles({ inboundTls, hostname, transport }: Config): Finding {
  if (inboundTls === undefined) {
    if (transport.kind === 'sink') return skipped('the receiver offers no TLS')
    return warning(
      'the receiver offers no TLS',
      'Set POSTSEAL_INBOUND_TLS_CERT and POSTSEAL_INBOUND_TLS_KEY, so that mail does not arrive unencrypted.',
    )
  }
  return filesFinding(inboundTls, hostname)
}

/** Judges a certificate in a file and its key. */
export function filesFinding({ certFile, keyFile }: TlsFiles, hostname: string, now = new Date()): Finding {
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
  /** True if the certificate is for the host. */
  readonly names: boolean
  readonly hostname: string
}

const day = 86_400_000
const soonDays = 14

/** Judges how long a certificate is valid, and for which names. */
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
  return warning(
    `${seen}, ${days} days from now`,
    'Renew it now, and find out why it was not renewed automatically.',
  )
}
