import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { newSecret } from '../../../platform/auth/service-key.js'
import { draftOf, removeLeftovers } from '../../../../base/files/drafts.js'
import { CommandError } from '../../command-error.js'
import { embedded, isPlainValue, type Answers } from './questions.js'

/** A group of variables with the comment above them. */
interface Group {
  readonly comment: string
  readonly variables: Readonly<Record<string, string>>
}

/** Returns the variables of a configuration, in the order and the groups of the file. */
function groupsOf({ domain, hostname, database, transport }: Answers, secret: string): Group[] {
  const ofSecret = {
    comment:
      'Encrypts the secrets in the database. Keep a copy apart from the backups, which are useless without it.',
    variables: { POSTSEAL_SECRET_KEY: secret },
  }
  const ofTransport = {
    comment:
      'How live mail is sent: to the mail servers of its recipients (mx), through a relay, or not at all (sink).',
    variables: { POSTSEAL_TRANSPORT: transport },
  }
  const ofDatabase: Group[] = [
    {
      comment: 'PostgreSQL, which the service sets up at its first start.',
      variables: { DATABASE_URL: database },
    },
  ]
  const ofNames = {
    comment: 'The name of this host, the domain for bounces, and the sender of sign-in links.',
    variables: {
      POSTSEAL_HOSTNAME: hostname,
      POSTSEAL_RETURN_PATH_DOMAIN: returnPathDomainOf(domain),
      POSTSEAL_SIGN_IN_FROM: `no-reply@${domain}`,
    },
  }
  const outside: Group[] = [
    {
      comment: 'The address of the proxy with TLS in front of the service, which is on this host.',
      variables: { POSTSEAL_PUBLIC_URL: `https://${hostname}`, POSTSEAL_TRUSTED_PROXIES: '127.0.0.1,::1' },
    },
    { comment: 'Bounces and inbound mail arrive here.', variables: { POSTSEAL_INBOUND_PORT: '25' } },
  ]
  return [
    ...(database === embedded ? [] : ofDatabase),
    ofSecret,
    ofTransport,
    ofNames,
    ...(transport === 'sink' ? [] : outside),
  ]
}

/**
 * Returns the domain of return paths, a name of its own below the domain, so that bounces do not go to the mailboxes
 * of people.
 */
function returnPathDomainOf(domain: string): string {
  return `bounces.${domain}`
}

/**
 * Returns the text of the environment file, as systemd, `docker --env-file` and `node --env-file` read it alike.
 *
 * @param secret secret in the form of POSTSEAL_SECRET_KEY
 */
export function environmentFile(answers: Answers, secret: string): string {
  const groups = groupsOf(answers, secret).map(({ comment, variables }) =>
    [`# ${comment}`, ...Object.entries(variables).map(([name, value]) => line(name, value))].join('\n'),
  )
  const head =
    '# The configuration of Postseal. docs/operate/configuration.md has all variables. Keep this file to its owner.'
  return `${[head, ...groups].join('\n\n')}\n`
}

function line(name: string, value: string): string {
  if (!isPlainValue(value)) throw new Error(`${name} has a character that would have to be quoted`)
  return `${name}=${value}`
}

/** Returns the variables in the text of an environment file. */
export function variablesIn(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
  )
}

/**
 * @throws CommandError if the file exists and may not be replaced, or its folder does not exist
 */
export function expectWritable(file: string, replaces: boolean): void {
  if (!existsSync(path.dirname(path.resolve(file))))
    throw new CommandError(`There is no folder for ${file}: make it, or choose another --output.`)
  if (!replaces && existsSync(file))
    throw new CommandError(`${file} already exists. --force replaces it and keeps its secret.`)
}

/**
 * Returns the secret of a file that is replaced, since a database may have been used with it; otherwise a new one.
 */
export function secretFor(file: string): { readonly secret: string; readonly isKept: boolean } {
  const kept = existsSync(file) ? variablesIn(readFileSync(file, 'utf8'))['POSTSEAL_SECRET_KEY'] : undefined
  return kept === undefined ? { secret: newSecret(), isKept: false } : { secret: kept, isKept: true }
}

/** Writes the file whole or not at all, for its owner only. */
export function writeWhole(file: string, text: string, replaces: boolean): void {
  if (!replaces) return writeFileSync(file, text, { mode: 0o600, flag: 'wx' })
  removeLeftovers(path.dirname(file), 'part', (name) => name === path.basename(file))
  const draft = draftOf(file, 'part')
  try {
    writeFileSync(draft, text, { mode: 0o600, flag: 'wx' })
    renameSync(draft, file)
  } finally {
    rmSync(draft, { force: true })
  }
}
