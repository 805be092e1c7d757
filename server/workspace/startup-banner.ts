import { readFileSync } from 'node:fs'
import path from 'node:path'
import { shellQuoted } from '../shell-quoted.js'
import type { FirstCredentials } from './bootstrap.js'

/**
 * What a start prints for a person: where the service is, where its credentials are, and a command that sends
 * a message and works as printed. The secrets stay in their file.
 */
export function startupBanner(
  config: { readonly dataDir: string; readonly roles: readonly string[] },
  service: { readonly port: number },
): string {
  const base = `http://localhost:${service.port}`
  const lines = ['', `Postseal is ready at ${base}`]
  lines.push(`  docs         ${base}/docs`, `  contract     ${base}/openapi.yaml`)
  if (config.roles.includes('sink')) lines.push(`  inbox        ${base}/sink`)
  const file = path.join(config.dataDir, 'credentials.json')
  const credentials = readCredentials(file)
  if (credentials === undefined) return [...lines, ''].join('\n')

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
    `  credentials  ${file}`,
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

function readCredentials(file: string): FirstCredentials | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as FirstCredentials
  } catch {
    return undefined
  }
}
