import { Readable, Writable } from 'node:stream'
import { expect } from 'vitest'
import { runOperatorCommand } from '../../../server/operate/cli/operator-command.js'
import type { Ended, Env } from '../service/process.js'
import type { TestService } from '../service/service.js'

/**
 * Runs a command of the operator's in this process, with these variables. It cannot open an embedded database unless
 * a service runs on it: that takes a {@link commandProcess}.
 */
export async function command(env: Env, ...args: string[]): Promise<Ended> {
  const [stdout, stderr] = [memory(), memory()]
  const code = await runOperatorCommand(args, {
    env,
    stdin: Readable.from([]),
    stdout: stdout.stream,
    stderr: stderr.stream,
  })
  return { code, signal: null, stdout: stdout.text(), stderr: stderr.text() }
}

/** The variables of a service in this process that its commands need. */
export function commandEnv({ config }: TestService): Env {
  return {
    DATABASE_URL: config.databaseUrl ?? '',
    POSTSEAL_SECRET_KEY: config.secretKey ?? '',
    POSTSEAL_DATA_DIR: config.dataDir,
  }
}

/** Expects that a command succeeds and returns the text that it prints. */
export async function answerOf(given: Promise<Ended>): Promise<string> {
  const ended = await given
  expect(ended).toMatchObject({ code: 0, stderr: '' })
  return ended.stdout.trimEnd()
}

/**
 * Expects that a command ends with code 0, if a state is as it should be, or 1, if not, and returns the text that it
 * prints.
 */
export async function reportOf(given: Promise<Ended>): Promise<string> {
  const ended = await given
  expect(ended).toMatchObject({ code: expect.toBeOneOf([0, 1]) as number, stderr: '' })
  return ended.stdout.trimEnd()
}

/** A stream that keeps what is written to it. */
function memory() {
  const chunks: Buffer[] = []
  const stream = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      chunks.push(chunk)
      done()
    },
  })
  return { stream, text: () => Buffer.concat(chunks).toString() }
}
