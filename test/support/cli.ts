import { expect } from 'vitest'
import { run, type Ended, type Env } from './process.js'

/** A command of the operator's, with these variables. */
export function command(env: Env, ...args: string[]): Promise<Ended> {
  return run('cli/main.js', args, env).ended
}

/** What a command answers where it can be carried out. */
export async function answerOf(given: Promise<Ended>): Promise<string> {
  const ended = await given
  expect(ended).toMatchObject({ code: 0, stderr: '' })
  return ended.stdout.trimEnd()
}
