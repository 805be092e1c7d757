import { readFileSync } from 'node:fs'
import path from 'node:path'
import { shellQuoted } from '../../../base/text/shell-quoted.js'
import type { FirstCredentials } from './bootstrap.js'

interface Started {
  readonly dataDir: string
  readonly roles: readonly string[]
  /** Address from outside, if the operator has set it. */
  readonly publicUrl?: string | undefined
}

/** Location of the console. */
export interface ConsolePlace {
  readonly url: string
  /** Link that signs the first owner in, if no user has signed in yet. */
  readonly link?: string
}

/** Returns the facts that a start logs: the address of the service, and the path of its credentials. */
export function readyFacts({ dataDir, roles, publicUrl }: Started, { port }: { readonly port: number }) {
  const { base, inbox, credentials } = placesOf({ dataDir, roles }, port)
  return {
    port,
    roles,
    data_dir: dataDir,
    // This machine's address, beside the one that everybody else uses.
    url: base,
    ...(publicUrl !== undefined && { public_url: publicUrl }),
    docs: `${base}/docs`,
    ...(inbox !== undefined && { inbox }),
    ...(readCredentials(credentials) !== undefined && { credentials }),
  }
}

/**
 * Returns the text that a start prints for a person: the address of the service, the path of its credentials, and a
 * command that sends a message and works as printed, if this process serves the API. The keys stay in their file.
 *
 * @param console location of the console; undefined if this process does not serve it
 */
export function startupBanner(
  config: Started,
  service: { readonly port: number },
  console?: ConsolePlace,
): string {
  const { base, inbox, credentials: file } = placesOf(config, service.port)
  const lines = ['', `Postseal is ready at ${base}`]
  lines.push(`  docs         ${base}/docs`, `  contract     ${base}/openapi.yaml`)
  if (inbox !== undefined) lines.push(`  inbox        ${inbox}`)
  if (console !== undefined) lines.push(`  console      ${console.link ?? console.url}`)
  if (console?.link !== undefined) {
    lines.push('               signs the owner in, once, within 15 minutes')
    lines.push('               npm run cli -- session link makes another')
  }
  const credentials = readCredentials(file)
  if (credentials === undefined) return [...lines, ''].join('\n')
  lines.push(`  credentials  ${file}`)
  if (!config.roles.includes('api')) return [...lines, ''].join('\n')

  const key = `$(node -p 'require(process.argv[1]).test_project_key' ${shellQuoted(file)})`
  const body = {
    project_id: credentials.test_project_id,
    from_email: 'no-reply@shop.example',
    to: [{ email: 'ada@example.com' }],
    subject: 'Hello from Postseal',
    text: 'It works.',
  }
  return [
    ...lines,
    '',
    'Send a first message:',
    '',
    `  curl -sS ${base}/v1/messages \\`,
    `    -H "Authorization: Bearer ${key}" \\`,
    `    -H 'Content-Type: application/json' \\`,
    `    -d '${JSON.stringify(body)}'`,
    '',
  ].join('\n')
}

function placesOf({ dataDir, roles }: Started, port: number) {
  const base = `http://localhost:${port}`
  return {
    base,
    inbox: roles.includes('sink') ? `${base}/sink` : undefined,
    credentials: path.join(dataDir, 'credentials.json'),
  }
}

function readCredentials(file: string): FirstCredentials | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as FirstCredentials
  } catch {
    return undefined
  }
}
