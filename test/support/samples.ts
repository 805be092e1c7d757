import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

/** A sample of code of the reference. */
export interface Sample {
  /** The operation, or the type of the event. */
  readonly id: string
  readonly source: string
}

/** A request as a sample makes it. */
export interface SampledRequest {
  readonly method: string
  readonly url: string
  readonly headers: Record<string, string>
  readonly body: unknown
}

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The requests that samples for curl make, as a shell reads them: curl is a function there that tells its arguments. */
export function requestsOfCurl(samples: readonly Sample[], key: string): SampledRequest[] {
  const curl = `curl() { printf '%s\\0' "$@"; printf '\\1'; }`
  const script = [curl, ...samples.map(({ source }) => source)].join('\n')
  const output = execFileSync('bash', ['-euc', script], {
    env: { PATH: process.env['PATH'], POSTSEAL_API_KEY: key },
  })
  return String(output)
    .split('\u0001')
    .slice(0, -1)
    .map((call) => requestOf(call.split('\0').slice(0, -1)))
}

/** What curl does by these arguments (curl(1)). Throws for one that is not known here. */
function requestOf(args: readonly string[]): SampledRequest {
  const headers: Record<string, string> = {}
  let [method, url, body]: (string | undefined)[] = []
  for (let at = 0; at < args.length; at++) {
    const argument = args[at] ?? ''
    if (argument === '-sS') continue
    if (argument === '-X') method = args[++at]
    else if (argument === '-d') body = args[++at] ?? ''
    else if (argument === '-H') {
      const [, name = '', value = ''] = (args[++at] ?? '').match(/^([\w-]+): (.+)$/) ?? []
      headers[name.toLowerCase()] = value
    } else if (url === undefined && argument.startsWith('http')) url = argument
    else throw new Error(`curl has no argument ${argument}`)
  }
  return {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    url: url ?? '',
    headers,
    body: body === undefined ? undefined : JSON.parse(body),
  }
}

/** What the compiler has to say about programs that import the SDK, each with the name of its sample. */
export function compilerFindings(samples: readonly Sample[]): string[] {
  const files = new Map(samples.map(({ id, source }) => [path.join(root, `sample-${id}.ts`), source]))
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2023,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    moduleDetection: ts.ModuleDetectionKind.Force,
    types: ['node'],
    strict: true,
    skipLibCheck: true,
    noEmit: true,
    paths: {
      postseal: [path.join(root, 'sdk-ts/src/index.ts')],
      'postseal/webhooks': [path.join(root, 'sdk-ts/src/webhooks/index.ts')],
    },
  }
  const host = ts.createCompilerHost(options)
  const { fileExists, getSourceFile } = host
  host.fileExists = (file) => files.has(file) || fileExists(file)
  host.getSourceFile = (file, version, ...others) => {
    const source = files.get(file)
    return source === undefined
      ? getSourceFile(file, version, ...others)
      : ts.createSourceFile(file, source, version)
  }
  const program = ts.createProgram([...files.keys()], options, host)
  return [...files.keys()].flatMap((name) => {
    const file = program.getSourceFile(name)
    return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].map(
      ({ messageText }) => `${path.basename(name)}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`,
    )
  })
}

/**
 * Runs a program with these names in its reach, in place of what it imports and of globals.
 *
 * @returns what it exports as `receive`, if anything
 */
export async function runProgram(source: string, names: Readonly<Record<string, unknown>>): Promise<unknown> {
  const plain = source.replace(/^import .*$/gm, '').replace('export ', '')
  const { outputText } = ts.transpileModule(plain, { compilerOptions: { target: ts.ScriptTarget.ES2023 } })
  const AsyncFunction = (async () => undefined).constructor as FunctionConstructor
  const program = AsyncFunction(
    ...Object.keys(names),
    `${outputText}\nreturn typeof receive === 'undefined' ? undefined : receive`,
  )
  return program(...Object.values(names))
}
