import path from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import type { Sample } from './sampled-requests.js'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Returns the compiler's findings on programs that import the SDK, each with the name of its sample. */
export function compilerFindings(samples: readonly Sample[]): string[] {
  const files = new Map(samples.map(({ id, source }) => [path.join(root, `sample-${id}.ts`), source]))
  // All that a sample needs of Node's types, which would take as long as the rest.
  files.set(
    path.join(root, 'node.d.ts'),
    `declare const process: { env: Record<string, string | undefined> }
     declare module 'node:fs/promises' { export function readFile(path: string): Promise<Uint8Array> }`,
  )
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2023,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    types: [],
    strict: true,
    skipLibCheck: true,
    noEmit: true,
    paths: {
      postseal: [path.join(root, 'sdk-ts/src/index.ts')],
      'postseal/webhooks': [path.join(root, 'sdk-ts/src/webhooks/index.ts')],
      'postseal/testing': [path.join(root, 'sdk-ts/src/testing/index.ts')],
    },
  }
  const host = ts.createCompilerHost(options)
  const withSamples: ts.CompilerHost = {
    ...host,
    fileExists: (file) => files.has(file) || host.fileExists(file),
    getSourceFile: (file, version, ...others) => {
      const source = files.get(file)
      if (source === undefined) return host.getSourceFile(file, version, ...others)
      return ts.createSourceFile(file, source, version)
    },
  }
  const program = ts.createProgram([...files.keys()], options, withSamples)
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
