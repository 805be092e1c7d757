import { createInterface } from 'node:readline/promises'
import { isEmailAddress, normalizeAddress } from '../../../../base/addresses/address.js'
import { readConfig } from '../../../platform/config/config.js'
import { ConfigError } from '../../../platform/config/config-error.js'
import { domainName } from '../../../product/domains/names.js'
import { CommandError, WrongUsage } from '../../command-error.js'
import type { CommandProcess } from '../invocation.js'
import { parseUrl } from '../../../../base/addresses/parse-url.js'

/** Answers from which a configuration follows. */
export interface Answers {
  /** Domain that people see as the sender, as A-labels. */
  readonly domain: string
  /** Name of the mail server. */
  readonly hostname: string
  /** PostgreSQL address, or `embedded`. */
  readonly database: string
  /** Transport in the form of POSTSEAL_TRANSPORT. */
  readonly transport: string
  /** E-mail address of the first owner. */
  readonly owner: string
}

interface Question {
  readonly name: keyof Answers
  readonly text: string
  /** Returns the default for an empty answer; undefined if an answer is required. */
  readonly usual: (answers: Partial<Answers>) => string | undefined
  /**
   * Returns the answer in the form in which it is used.
   *
   * @throws ConfigError or CommandError, whose sentence says which answers are possible
   */
  readonly take: (given: string) => string
}

export const embedded = 'embedded'

const questions: readonly Question[] = [
  {
    name: 'domain',
    text: 'The domain that people see as the sender, such as shop.example',
    usual: () => undefined,
    take: (given) => {
      const name = domainName(given)
      if (name === undefined) throw new WrongUsage(`"${given}" is not a domain such as shop.example.`)
      return name
    },
  },
  {
    name: 'hostname',
    text: 'The name of this mail server, which its address and its reverse DNS have',
    usual: ({ domain }) => `mail.${domain}`,
    take: (given) => readConfig({ POSTSEAL_HOSTNAME: given }).hostname,
  },
  {
    name: 'database',
    text: 'The database: a PostgreSQL address such as postgres://user:password@host/postseal, or "embedded"',
    usual: () => embedded,
    take: (given) => {
      if (given === embedded) return given
      // The URL's password may contain any characters, but the file may not.
      const url = encodedUrl(given)
      readConfig({ DATABASE_URL: url, POSTSEAL_SECRET_KEY: Buffer.alloc(32).toString('base64') })
      if (!canDecode(url))
        throw new CommandError(
          'The address of the database cannot be read. Percent-encode its password: % is %25, @ is %40, / is %2F.',
        )
      return url
    },
  },
  {
    name: 'transport',
    text: 'How mail is sent: "mx", a relay such as smtp://user:password@relay.example:587, or "sink" to keep it here',
    usual: () => 'mx',
    take: (given) => {
      const url = encodedUrl(given)
      readConfig({ POSTSEAL_TRANSPORT: url, POSTSEAL_PUBLIC_URL: 'https://mail.shop.example' })
      return url
    },
  },
  {
    name: 'owner',
    text: 'The e-mail address of the first owner, who signs in to the console',
    usual: ({ domain }) => `admin@${domain}`,
    take: (given) => {
      if (!isEmailAddress(given))
        throw new WrongUsage(`"${given}" is not an address such as ada@shop.example.`)
      return normalizeAddress(given)
    },
  },
]

/** Returns whether the user and the password of an address can be decoded, as PostgreSQL's clients do it. */
function canDecode(address: string): boolean {
  const url = parseUrl(address)
  if (url === undefined) return false
  const { username, password } = url
  return /^(?:[^%]|%[0-9a-f]{2})*$/i.test(username + password)
}

/**
 * Characters that systemd, Docker and Node read alike without quotes, which Docker would take for a part of the
 * value.
 */
const plainCharacters = /[A-Za-z0-9._~:/?@!&()*+,;=%[\]-]/

/** Returns whether a value means the same in an environment file of systemd, of Docker and of Node. */
export function isPlainValue(value: string): boolean {
  return [...value].every((character) => plainCharacters.test(character))
}

/**
 * Percent-encodes characters that an environment file cannot contain. In a user name or a password this changes
 * nothing.
 */
function encodedUrl(url: string): string {
  const encoded = (character: string) =>
    [...Buffer.from(character)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('')
  return [...url]
    .map((character) => (plainCharacters.test(character) ? character : encoded(character)))
    .join('')
}

export interface Asking {
  /** Answers given by options. */
  readonly given: Partial<Answers>
  /** True to take the defaults for the rest, without asking. */
  readonly takesUsual: boolean
}

/**
 * Finds the answers: those of the options, and the others on the terminal, where a question is repeated until its
 * answer makes sense.
 *
 * @throws CommandError if an option makes no sense, an answer is missing, or Ctrl-C or Ctrl-D ends the questions
 */
export async function findAnswers(process: CommandProcess, { given, takesUsual }: Asking): Promise<Answers> {
  const answers: Partial<Record<keyof Answers, string>> = {}
  const missing = questions.filter(({ name }) => given[name] === undefined)
  const input = process.stdin as unknown as NodeJS.ReadStream
  if (missing.length > 0 && !takesUsual && input.isTTY !== true) throw notAsked(missing)
  const terminal = missing.length > 0 && !takesUsual ? openTerminal(input, process.stderr) : undefined
  try {
    for (const question of questions) {
      const { name, take, usual } = question
      const text = given[name] ?? (takesUsual ? usual(answers) : undefined)
      if (text !== undefined) answers[name] = takeOption(question, text)
      else if (terminal === undefined) throw notAsked([question])
      else answers[name] = await terminal.ask(question.text, usual(answers), take)
    }
  } finally {
    terminal?.close()
  }
  return answers as Answers
}

function notAsked(missing: readonly Question[]): CommandError {
  const options = missing.map(({ name }) => `--${name}`).join(', ')
  return new WrongUsage(
    `There is no terminal to ask on: give ${options}, or --domain and --yes for the usual answers.`,
  )
}

function takeOption({ name, take }: Question, text: string): string {
  try {
    return take(text.trim())
  } catch (error) {
    if (error instanceof ConfigError || error instanceof CommandError)
      throw new WrongUsage(`--${name}: ${error.message}`)
    throw error
  }
}

function openTerminal(input: NodeJS.ReadStream, output: NodeJS.WritableStream) {
  const lines = createInterface({ input, output, terminal: (output as { isTTY?: boolean }).isTTY === true })
  const given = new AbortController()
  const stop = () => given.abort()
  lines.on('SIGINT', stop).on('close', stop)

  async function ask(text: string, usual: string | undefined, take: Question['take']): Promise<string> {
    for (;;) {
      const hint = usual === undefined ? '' : ` [${usual}]`
      const line = await lines.question(`${text}${hint}: `, { signal: given.signal }).catch(() => {
        throw new CommandError('\nStopped. Nothing was written.')
      })
      try {
        return take(line.trim() || (usual ?? ''))
      } catch (error) {
        if (!(error instanceof ConfigError) && !(error instanceof CommandError)) throw error
        output.write(`${error.message}\n`)
      }
    }
  }
  return { ask, close: () => lines.close() }
}
