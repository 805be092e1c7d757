import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { startDns } from './dns.js'
import { answer } from './programs.js'
import { startReceiver } from './receiver.js'
import { seed } from './seed.js'

/**
 * A workspace to look at the console: 30 days of an invented shop's mail, in a folder that is removed at the end. Stays
 * until it is interrupted. `--messages` says how many messages there are, 3,000 unless given.
 */

const built = (file: string) => fileURLToPath(new URL(`../../dist/${file}`, import.meta.url))
const { values } = parseArgs({ options: { messages: { type: 'string', default: '3000' } } })
const messages = Number(values.messages)
if (!Number.isInteger(messages) || messages < 1) {
  process.stderr.write('--messages takes a whole number from 1.\n')
  process.exit(2)
}

const port = Number(process.env['PORT'] || 4000)
if (!(await isFree(port))) {
  process.stderr.write(`Port ${port} is in use. Set PORT to another one.\n`)
  process.exit(2)
}

const dataDir = mkdtempSync(path.join(tmpdir(), 'postseal-demo-'))
process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }))
const interrupted = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
// A second Ctrl-C must not leave the service behind.
process.on('SIGINT', () => undefined)
let isSeeding = true
void interrupted.then(() => {
  if (isSeeding) process.exit(130)
})

const began = performance.now()
const [dns, receiver] = await Promise.all([startDns(), startReceiver()])
print(`Making ${messages} messages of the last 30 days …`)
const subscribers = await seed({ dataDir, messages, dns, receiver })
isSeeding = false

const env = {
  ...process.env,
  POSTSEAL_DATA_DIR: dataDir,
  POSTSEAL_EMBEDDED_FLUSH: 'false',
  POSTSEAL_DNS_SERVERS: dns.server,
  POSTSEAL_ALLOWED_WEBHOOK_CIDRS: '127.0.0.0/8',
  POSTSEAL_SHUTDOWN_GRACE: '0',
  POSTSEAL_LOG_LEVEL: process.env['POSTSEAL_LOG_LEVEL'] ?? 'warn',
  DATABASE_URL: '',
}
const base = `http://localhost:${port}`
// A group of its own: Ctrl-C reaches this process only, which ends the service in order.
const service = spawn(process.execPath, [built('main.js')], { env, stdio: 'inherit', detached: true })
const ended = once(service, 'exit')
const isReady = await Promise.race([ready(), ended.then(() => false)])
if (isReady) {
  await answer(Number(process.env['POSTSEAL_INBOUND_PORT'] || 2526), subscribers)
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  print(
    `The demo is ready after ${seconds} s.`,
    '',
    `  console  ${await link()}`,
    '           signs the owner in, once, within 15 minutes',
    `  sink     ${base}/sink`,
    '',
    'Ctrl-C ends it and removes everything.',
  )
  await Promise.race([interrupted, ended])
  service.kill('SIGTERM')
}
await ended
dns.close()
receiver.close()
process.exit(isReady ? 0 : 1)

/** Returns true if nothing listens on a port: a program that does would be taken for the demo. */
async function isFree(wanted: number): Promise<boolean> {
  const server = createServer()
  const listening = once(server.listen(wanted), 'listening')
  const free = await listening.then(
    () => true,
    () => false,
  )
  server.close()
  return free
}

function print(...lines: readonly string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`)
}

/** Waits for the service to answer; false where it does not within a minute. */
async function ready(): Promise<boolean> {
  for (let tries = 0; tries < 600; tries += 1) {
    const answers = await fetch(`${base}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (answers) return true
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return false
}

/** A link that signs the owner in, as the command line makes it. */
async function link(): Promise<string> {
  const command = spawn(process.execPath, [built('cli/main.js'), 'session', 'link'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  command.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text))
  await once(command, 'close')
  return printed.trim()
}
