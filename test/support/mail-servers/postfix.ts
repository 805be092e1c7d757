import { spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { connect } from 'node:net'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { follow } from '../service/process.js'
import { newDataDir } from '../run/scratch-folder.js'
import { heldPort } from '../network/ports.js'
import { until } from '../time/until.js'

/** A real mail server to deliver to, where there is one on the machine. */
export interface Postfix {
  readonly port: number
  readonly log: () => string
  /** The mails in somebody's mailbox. */
  mailbox(user: string): string[]
  stop(): Promise<unknown>
}

/** The domain that it has mailboxes of. */
export const postfixDomain = 'postfix.example'

/** The users for whom Postfix takes mail, and what it does with the mail. `nobody` else has a mailbox. */
const postfixUsers = {
  anna: 'takes it',
  andré: 'takes it, by SMTPUTF8',
  /** 450 4.7.1 at RCPT. */
  grey: 'asks to come back',
  /** Takes it, and sends a delivery status notification of 5.2.2 to the return path. */
  full: 'takes it and bounces it',
} as const

/** Why there is none, or undefined. */
export function whyNoPostfix(): string | undefined {
  if (!existsSync('/usr/sbin/postfix')) return 'postfix is not installed'
  if (process.getuid?.() !== 0) return 'only root can start postfix'
  return undefined
}

/**
 * Starts a Postfix of the test's own, with its files in a temporary folder, and STARTTLS with the certificate
 * mx-leaf.pem.
 *
 * @param routes where it sends mail of other domains, as `{'bounces.example': 2526}` on this machine; the rest is
 * refused
 */
export async function startPostfix(routes: Readonly<Record<string, number>> = {}): Promise<Postfix> {
  const port = await heldPort()
  const folder = newDataDir('postseal-postfix-')
  const inFolder = (...parts: string[]) => path.join(folder, ...parts)
  // Its programs run as users of their own.
  chmodSync(folder, 0o755)
  for (const name of ['etc', 'queue', 'data', 'mail', 'log']) mkdirSync(inFolder(name))
  chownSync(inFolder('data'), idOf('postfix'), -1)
  chownSync(inFolder('mail'), idOf('nobody'), -1)
  writeFileSync(inFolder('etc', 'main.cf'), mainConfig(folder, Object.keys(routes)))
  writeFileSync(inFolder('etc', 'master.cf'), services(port))
  const list = (rows: readonly (readonly [string, string])[]) =>
    rows.map((row) => row.join(' ') + '\n').join('')
  writeFileSync(
    inFolder('etc', 'mailboxes'),
    list(Object.keys(postfixUsers).map((user) => [`${user}@${postfixDomain}`, `${user}/`])),
  )
  writeFileSync(
    inFolder('etc', 'access'),
    list([[`grey@${postfixDomain}`, '450 4.7.1 Greylisted, please come back later']]),
  )
  writeFileSync(
    inFolder('etc', 'transport'),
    list([
      // Not the service "error", whose recipients are refused at RCPT.
      [`full@${postfixDomain}`, 'full:'],
      ...Object.entries(routes).map(([domain, to]) => [domain, `smtp:[127.0.0.1]:${to}`] as const),
    ]),
  )

  const child = spawn('/usr/sbin/postfix', ['-c', inFolder('etc'), 'start-fg'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const started = follow(child)
  const logFile = inFolder('log', 'mail.log')
  const log = () => (existsSync(logFile) ? readFileSync(logFile, 'utf8') : '')
  let ended = false
  void started.ended.then(() => (ended = true))
  await until(async () => {
    if (ended) throw new Error(`postfix ended: ${started.stdout()}${started.stderr()}${log()}`)
    return greets(port)
  }, 'postfix to greet')
  return {
    port,
    log,
    mailbox: (user) => {
      const mails = inFolder('mail', user, 'new')
      return existsSync(mails)
        ? readdirSync(mails).map((file) => readFileSync(path.join(mails, file), 'utf8'))
        : []
    },
    stop: () => {
      // The script that has started it would not pass a signal on.
      process.kill(Number(readFileSync(inFolder('queue', 'pid', 'master.pid'), 'utf8')), 'SIGTERM')
      return started.ended
    },
  }
}

function mainConfig(folder: string, relayed: readonly string[]): string {
  const tls = fileURLToPath(new URL('../tls', import.meta.url))
  return Object.entries({
    compatibility_level: '3.6',
    queue_directory: `${folder}/queue`,
    data_directory: `${folder}/data`,
    maillog_file: `${folder}/log/mail.log`,
    maillog_file_prefixes: folder,
    myhostname: 'mx1.shop.example',
    mydestination: '',
    inet_interfaces: 'loopback-only',
    inet_protocols: 'ipv4',
    smtputf8_enable: 'yes',
    virtual_mailbox_domains: postfixDomain,
    virtual_mailbox_base: `${folder}/mail`,
    virtual_mailbox_maps: `texthash:${folder}/etc/mailboxes`,
    virtual_uid_maps: `static:${idOf('nobody')}`,
    virtual_gid_maps: `static:${idOf('nobody')}`,
    transport_maps: `texthash:${folder}/etc/transport`,
    smtpd_recipient_restrictions: `check_recipient_access texthash:${folder}/etc/access, permit`,
    relay_domains: relayed.join(' '),
    smtpd_relay_restrictions: 'permit_auth_destination, reject',
    smtp_tls_security_level: 'may',
    smtp_tls_loglevel: '1',
    // What is to come back comes back soon. Sooner, the delivery before may still hold the lock of the message:
    // "skipped, still being delivered" is what qmgr(8) then logs, and it looks at that message again only minutes
    // later.
    queue_run_delay: '1s',
    minimal_backoff_time: '4s',
    maximal_backoff_time: '4s',
    smtpd_tls_security_level: 'may',
    smtpd_tls_cert_file: `${tls}/mx-leaf.pem`,
    smtpd_tls_key_file: `${tls}/mx-leaf-key.pem`,
    smtpd_tls_received_header: 'yes',
    // As it says at once what it thinks, tests need not wait.
    smtpd_error_sleep_time: '0',
  })
    .map(([name, value]) => `${name} = ${value}\n`)
    .join('')
}

/** Its daemons (master(5)), none of them in a chroot, which would have to be filled. */
function services(port: number): string {
  return [
    `127.0.0.1:${port} inet n - n - - smtpd`,
    'pickup unix n - n 60 1 pickup',
    'cleanup unix n - n - 0 cleanup',
    'qmgr unix n - n 300 1 qmgr',
    'tlsmgr unix - - n 1000? 1 tlsmgr',
    'rewrite unix - - n - - trivial-rewrite',
    'bounce unix - - n - 0 bounce',
    'defer unix - - n - 0 bounce',
    'trace unix - - n - 0 bounce',
    'verify unix - - n - 1 verify',
    'proxymap unix - - n - - proxymap',
    'smtp unix - - n - - smtp',
    'error unix - - n - - error',
    'retry unix - - n - - error',
    // EX_UNAVAILABLE, with the code and the text that the notification is to have.
    'full unix - n n - - pipe',
    "  flags=R user=nobody argv=/bin/sh -c {echo '5.2.2 Mailbox is full'; exit 69}",
    'virtual unix - n n - - virtual',
    'anvil unix - - n - 1 anvil',
    'scache unix - - n - 1 scache',
    'postlog unix-dgram n - n - 1 postlogd',
    '',
  ].join('\n')
}

function idOf(user: string): number {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((one) => one.startsWith(`${user}:`))
  return Number(line?.split(':')[2])
}

function greets(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const answer = (greeted: boolean) => {
      socket.destroy()
      resolve(greeted)
    }
    socket.once('data', (bytes) => answer(bytes.toString().startsWith('220')))
    socket.once('error', () => answer(false))
    socket.once('close', () => answer(false))
  })
}
