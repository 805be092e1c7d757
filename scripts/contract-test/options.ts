import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { parseUrl } from '../../base/addresses/parse-url.js'

export const usage = `npm run contract:test -- --base-url URL [--credentials FILE] [word ...]

Runs the contract tests against an instance of the service: some 1,000 requests and 110 messages. Everything happens in
test projects, so no mail leaves the instance. API keys and webhook subscriptions that it makes are removed in the end.
Projects cannot be: two stay and are used again, and each run leaves one more. What a run makes of contacts and lists in
test projects stays as well.

A run takes at most half of the sign-ins that its address has in 15 minutes, or one where less is left. Tests of signing in
that would take more are left out, and the end of the run says so.

--base-url URL       where the instance is; or POSTSEAL_BASE_URL, or the base_url of the credentials
--credentials FILE   a credentials.json as the service writes it at its first start, or postseal-server --ephemeral
--workspace-key KEY  a workspace key; or POSTSEAL_WORKSPACE_KEY
--session TOKEN      an owner's session; or POSTSEAL_SESSION. Without one what takes a session is left out
--junit FILE         also writes the results to a file, as JUnit does
-t, --name PATTERN   only tests whose name matches
word ...             only files whose path contains one of them
--help               prints this

Others on the machine can read a command line: give keys by the file or the environment where that matters. A workspace
key with every scope that is held to test projects will do, but for suppressions; it must not be held to sender domains.

Exit codes: 0, 1 where a test failed or the instance was not reached, 2 for options that make no sense.
`

/** The command line makes no sense. */
export class UsageError extends Error {}

/** The tests to run, and the service to run them against. */
export interface Options {
  /** Without a slash at its end. */
  readonly url: string
  readonly workspaceKey: string
  readonly session?: string
  readonly junit?: string
  readonly name?: string
  readonly words: readonly string[]
}

/**
 * Reads the command line. What it says goes before the environment, and that before the file of credentials.
 *
 * @param args without the program
 * @returns undefined where only help was asked for
 * @throws UsageError
 */
export function readOptions(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Options | undefined {
  const { values, words } = parsed(args)
  if (values.help) return undefined
  const file = values.credentials === undefined ? {} : credentialsIn(values.credentials)
  const from = (option: string | undefined, variable: string, field: string) =>
    option ?? (env[variable] || undefined) ?? file[field]
  const url = from(values['base-url'], 'POSTSEAL_BASE_URL', 'base_url')
  const workspaceKey = from(values['workspace-key'], 'POSTSEAL_WORKSPACE_KEY', 'workspace_key')
  const session = from(values.session, 'POSTSEAL_SESSION', 'session')
  if (url === undefined) throw new UsageError('Say with --base-url where the instance is.')
  if (workspaceKey === undefined) {
    throw new UsageError('Give a workspace key: by --credentials, POSTSEAL_WORKSPACE_KEY or --workspace-key.')
  }
  return {
    url: baseUrl(url),
    workspaceKey,
    ...(session !== undefined && { session }),
    ...(values.junit !== undefined && { junit: values.junit }),
    ...(values.name !== undefined && { name: values.name }),
    words,
  }
}

const options = {
  'base-url': { type: 'string' },
  credentials: { type: 'string' },
  'workspace-key': { type: 'string' },
  session: { type: 'string' },
  junit: { type: 'string' },
  name: { type: 'string', short: 't' },
  help: { type: 'boolean' },
} as const

function parsed(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options })
    return { values, words: positionals }
  } catch (error) {
    throw new UsageError((error as Error).message, { cause: error })
  }
}

function baseUrl(text: string): string {
  const url = parseUrl(text)
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '') {
    throw new UsageError(`An address such as https://mail.example.com is needed, not "${text}".`)
  }
  return url.href.replace(/\/+$/, '')
}

function credentialsIn(file: string): Record<string, string | undefined> {
  let content: unknown
  try {
    content = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new UsageError(code === undefined ? `${file} is not JSON.` : `${file} cannot be read: ${code}.`, {
      cause: error,
    })
  }
  if (typeof content !== 'object' || content === null) throw new UsageError(`${file} holds no credentials.`)
  return Object.fromEntries(Object.entries(content).filter(([, value]) => typeof value === 'string'))
}
