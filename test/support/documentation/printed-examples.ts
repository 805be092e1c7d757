import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { blockWith } from './documents.js'
import { startTestService, type TestService } from '../service/service.js'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../..', import.meta.url))

/** A service at which the examples of the documentation run, and a folder to run them in. */
export interface PrintedExamples {
  readonly service: TestService
  /** Looks like a clone in which the service was started: it has data/ and node_modules/. */
  readonly folder: string
  /** Runs a script of the shell in the folder, at this service. */
  runShell(script: string): Promise<string>
  /** Runs the block of the shell that has `part`, with the function that the guides take credentials by. */
  runBlock(part: string, edit?: (block: string) => string): Promise<string>
  /** Runs a program of a block in the folder. */
  runProgram(program: string, env?: Record<string, string>): Promise<string>
  stop(): Promise<void>
}

/** Starts a service for examples. */
export async function openExamples(): Promise<PrintedExamples> {
  // The guide says to set this to try webhooks on one's own machine.
  const service = await startTestService({ env: { POSTSEAL_ALLOWED_WEBHOOK_CIDRS: '127.0.0.0/8' } })
  const folder = mkdtempSync(path.join(tmpdir(), 'postseal-examples-'))
  symlinkSync(service.dataDir, path.join(folder, 'data'))
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
  const credentials = { ...service.credentials, base_url: service.url }
  writeFileSync(path.join(service.dataDir, 'credentials.json'), JSON.stringify(credentials))
  const key = blockWith('sh', '/v1/messages ').match(/^key\(\) .*$/m)?.[0]

  const runShell = async (script: string) => {
    const command = script.replaceAll('http://localhost:4000', service.url)
    return (await run('bash', ['-ec', command], { cwd: folder })).stdout
  }
  return {
    service,
    folder,
    runShell,
    runBlock: (part, edit = (block) => block) => runShell(`${key}\n${edit(blockWith('sh', part))}`),
    runProgram: async (program, env = {}) => {
      writeFileSync(path.join(folder, 'example.mjs'), program)
      const options = { cwd: folder, env: { ...process.env, ...env } }
      return (await run('node', ['example.mjs'], options)).stdout
    },
    stop: async () => {
      await service.stop()
      rmSync(folder, { recursive: true })
    },
  }
}

/** The block with a session in the place of the command that makes one. */
export function withSession(block: string, session: string): string {
  const made = '$(npm run --silent cli -- session create)'
  if (!block.includes(made)) throw new Error(`The block does not make a session: ${block}`)
  return block.replace(made, session)
}
