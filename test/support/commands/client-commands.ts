import { Readable, Writable } from 'node:stream'
import { ownCatalog } from '../../../server/operate/cli/own-catalog.js'
import type { CatalogOperation, Field } from '../../../cli/src/contract/catalog.js'
import type { Output } from '../../../cli/src/invocation.js'
import { runOperatorCommand } from '../../../server/operate/cli/operator-command.js'
import type { Ended, Env } from '../service/process.js'

/** The input and the terminal of a command, beside its arguments and its variables. */
export interface Surroundings {
  readonly stdin?: string | readonly Buffer[]
  /** The columns of a terminal that it prints to. */
  readonly columns?: number
  /** True if standard input is a terminal at which somebody answers. */
  readonly isAsked?: boolean
}

/** Runs a command in this process, for what `command()` does not have: standard input, and a terminal. */
export async function clientCommand(
  env: Env,
  args: readonly string[],
  { stdin = '', columns, isAsked }: Surroundings = {},
): Promise<Ended> {
  const [stdout, stderr] = [memory(columns), memory(columns)]
  const parts = typeof stdin === 'string' ? [Buffer.from(stdin)] : stdin
  const code = await runOperatorCommand(args, {
    env,
    stdin: Object.assign(Readable.from(parts), isAsked === true && { isTTY: true }),
    stdout: stdout.stream,
    stderr: stderr.stream,
  })
  return { code, signal: null, stdout: stdout.text(), stderr: stderr.text() }
}

function memory(columns: number | undefined) {
  const chunks: Buffer[] = []
  const stream = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      chunks.push(chunk)
      done()
    },
  })
  const output: Output = columns === undefined ? stream : Object.assign(stream, { isTTY: true, columns })
  return { stream: output, text: () => Buffer.concat(chunks).toString() }
}

/** Each operation with the words of its command. */
export const operations: readonly { words: readonly [string, string]; operation: CatalogOperation }[] =
  ownCatalog().groups.flatMap((group) =>
    group.operations.map((operation) => ({ words: [group.name, operation.name] as const, operation })),
  )

/** The arguments that give a body, property by property; null can only be said in JSON. */
export function bodyArguments(fields: readonly Field[], body: Readonly<Record<string, unknown>>): string[] {
  const nulls = Object.entries(body).filter(([, value]) => value === null)
  const rest = Object.entries(body).filter(([, value]) => value !== null)
  return [
    ...(nulls.length > 0 ? ['--data', JSON.stringify(Object.fromEntries(nulls))] : []),
    ...rest.flatMap(([name, value]) => {
      const field = fields.find((each) => each.name === name)
      if (field === undefined) throw new Error(`no option for ${name}`)
      return fieldArguments(field, value)
    }),
  ]
}

function fieldArguments({ option, value: { kind } }: Field, value: unknown): string[] {
  const flag = `--${option}`
  if (typeof value === 'boolean') return [value ? flag : `--no-${option}`]
  if (kind === 'addresses') return (value as Address[]).flatMap((address) => [flag, typed(address)])
  if (kind === 'address') return [flag, typed(value as Address)]
  if (kind === 'list') return (value as unknown[]).flatMap((item) => [flag, escaped(String(item))])
  return [flag, typeof value === 'string' ? escaped(value) : JSON.stringify(value)]
}

interface Address {
  readonly email: string
  readonly name?: string
}

function typed({ email, name }: Address): string {
  return name === undefined ? email : `"${name}" <${email}>`
}

function escaped(text: string): string {
  return text.startsWith('@') ? `@${text}` : text
}
