import { fork } from 'node:child_process'
import { once } from 'node:events'

/** A process of the benchmark's own that is asked one thing at a time. */
export interface Child<Question, Answer> {
  /** The first thing it said. */
  readonly hello: Answer
  readonly pid: number
  /** @throws Error where it ends instead */
  ask(question: Question): Promise<Answer>
  stop(): Promise<void>
}

/** Starts a TypeScript file as a process, and waits for its first word. */
export async function startChild<Question extends object, Answer>(
  file: URL,
  args: readonly string[] = [],
): Promise<Child<Question, Answer>> {
  const process = fork(file, args, {
    execArgv: ['--import', new URL('../../scripts/typescript/register.mjs', import.meta.url).href],
  })
  const answer = async (): Promise<Answer> => {
    const over = new AbortController()
    try {
      const [said] = (await Promise.race([
        once(process, 'message', { signal: over.signal }),
        once(process, 'exit', { signal: over.signal }).then(([code]) => {
          throw new Error(`${file.pathname} ended with ${code}`)
        }),
      ])) as [Answer]
      return said
    } finally {
      over.abort()
    }
  }
  return {
    hello: await answer(),
    // It has said something, so it has been started.
    pid: process.pid as number,
    ask: (question) => {
      const answered = answer()
      process.send(question)
      return answered
    },
    stop: async () => {
      const ended = once(process, 'exit')
      process.disconnect()
      await ended
    },
  }
}
