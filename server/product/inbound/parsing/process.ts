import { open } from 'node:fs/promises'
import { openResolver } from '../../../mail/dns/open-resolver.js'
import type { Resolver } from '../../../mail/dns/resolver.js'
import type { KeyService } from '../../../mail/authentication/dkim.js'
import { authenticate, notChecked } from '../../../mail/authentication/authenticate.js'
import { readSignedMail } from '../../../mail/authentication/signed-mail.js'
import { takeOutReport } from '../dmarc/attached-report.js'
import { bufferSource, fileSource, type MailSource } from '../../../mail/mime/mail-source.js'
import { authorsOf, parseMail, soleAuthorOf } from '../../../mail/mime/parse-mail.js'
import { walkMail, type WalkedMail } from '../../../mail/mime/body/walk-mail.js'
import type { Ready } from '../../../platform/sandbox/sandbox-process.js'
import { readReport } from '../reports/read-returned-mail.js'
import type { ParseJob, ReadAs, Readings } from './jobs.js'
import type { Asked, AuthAnswer, NumberedJob, ParseAnswer, Told } from './messages.js'

/**
 * Runs as a process that takes messages apart, one after the other, and authenticates their senders, many at once. It
 * knows no secret.
 */

/** Longest time that answers wait for others to share a message with, in milliseconds. */
const sayAfterMs = 5
/** Longest time for the authentication of a message, in milliseconds. */
const authenticateMs = 20_000

/** The resolver, and the servers that it asks: they come from the configuration, so they hardly ever change. */
let dns: { readonly servers: string; readonly resolver: Resolver } | undefined
const jobs: NumberedJob[] = []
let isWorking = false

let parsed: ParseAnswer[] = []
let authenticated: AuthAnswer[] = []
let saidAt = 0

function say(said: Told | Ready): void {
  process.send?.(said)
}

function sayAnswers(): void {
  if (parsed.length + authenticated.length > 0) say({ parsed, authenticated })
  parsed = []
  authenticated = []
  saidAt = performance.now()
}

async function work(): Promise<void> {
  isWorking = true
  saidAt = performance.now()
  for (let next = jobs.shift(); next !== undefined; next = jobs.shift()) {
    parsed.push(await parse(next))
    // The bytes that were read of a file are many and outside the heap, whose size alone triggers a collection.
    if (typeof next.job.source === 'string') globalThis.gc?.()
    if (performance.now() - saidAt > sayAfterMs) sayAnswers()
  }
  isWorking = false
  sayAnswers()
}

async function parse(next: NumberedJob): Promise<ParseAnswer> {
  const { id, job } = next
  try {
    if (typeof job.source !== 'string') return await parseFrom(bufferSource(job.source), next)
    const file = await open(job.source)
    try {
      const { size } = await file.stat()
      return await parseFrom(fileSource(file, size), next)
    } finally {
      await file.close()
    }
  } catch (error) {
    // A system call fails because of the file or this machine, not because of the message.
    const isOutside = (error as NodeJS.ErrnoException).syscall !== undefined
    return { id, failed: isOutside ? 'unavailable' : 'unreadable' }
  }
}

/** Parses a message, which takes computing; `authenticated` does the part that waits for the DNS. */
async function parseFrom(source: MailSource, { id, job }: NumberedJob): Promise<ParseAnswer> {
  // Reports are read by programs alone, and written by some that break their own headers.
  const walked = await walkMail(source, job.as === 'mail' ? 'end' : 'pass')
  const read = await readAs(source, walked, job)
  const isTlsReport = 'attached' in read && read.attached?.isCalledTls === true
  await authenticateLater(source, walked, { id, job }, isTlsReport ? ['email', 'tlsrpt'] : ['email'])
  return { id, read }
}

async function readAs(source: MailSource, walked: WalkedMail, job: ParseJob): Promise<Readings[ReadAs]> {
  switch (job.as) {
    case 'mail':
      return { mail: await parseMail(source, walked, job) }
    case 'report':
      return { report: await readReport(source, walked, job.sender), from: soleAuthorOf(walked) }
    case 'aggregate':
      return { attached: await takeOutReport(source, walked, job.source) }
  }
}

async function authenticateLater(
  source: MailSource,
  walked: WalkedMail,
  { id, job: { sender, authentication } }: NumberedJob,
  services: readonly KeyService[],
): Promise<void> {
  if (authentication === undefined) {
    authenticated.push({ id, auth: notChecked })
    return
  }
  const { raw, body } = walked
  const mail = raw && (await readSignedMail(raw, source.read(body, source.size)))
  const claims = { ...authentication, sender, mail, from: authorsOf(walked), services }
  void authenticate(claims, resolverOf(authentication.dnsServers), authenticateMs).then((auth) => {
    authenticated.push({ id, auth })
    if (!isWorking) setImmediate(sayAnswers)
  })
}

function resolverOf(servers: readonly string[]): Resolver {
  const key = servers.join(' ')
  if (dns?.servers !== key) dns = { servers: key, resolver: openResolver(servers) }
  return dns.resolver
}

process.on('message', (asked: Asked) => {
  jobs.push(...asked)
  if (!isWorking) void work()
})
// Without its service the process ends.
process.on('disconnect', () => process.exit())
say({ ready: true })
