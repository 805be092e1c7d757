import { build } from 'esbuild'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import vm from 'node:vm'
import ts from 'typescript'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { installIntoEmptyProject, root, type Project } from './installed.js'
import { expected, imports, importsOfTesting, program, requires } from './programs.js'

let project: Project
beforeAll(async () => {
  project = await installIntoEmptyProject()
})
afterAll(() => project?.remove())

describe('the package', () => {
  test('holds what is built, and nothing of how it is made', () => {
    const others = project.packed.filter((file) => !file.startsWith('dist/'))
    expect(others.sort()).toEqual(['LICENSE', 'README.md', 'package.json'])
    const endings = ['.js', '.cjs', '.d.ts', '.d.cts']
    const entries = ['index', 'webhooks', 'testing'].flatMap((entry) =>
      endings.map((ending) => `dist/${entry}${ending}`),
    )
    // What the declarations of both have in common stands in one file more, of a name that tsup gives.
    const built = project.packed.filter((file) => /^dist\/(?!.*-.*\.d\.c?ts$)/.test(file))
    expect(built.sort()).toEqual(entries.sort())
  })

  test('takes less than 1.5 MB, with a comment on what an editor shows', () => {
    const read = (file: string) => readFileSync(path.join(project.folder, 'node_modules/postseal', file))
    const bytes = project.packed.map((file) => read(file).length)
    expect(bytes.reduce((sum, size) => sum + size)).toBeLessThan(1_500_000)
    const types = read('dist/index.d.cts').toString()
    expect(types).toMatch(/\* Sends a message, now or at [^]*?\n {4}send\(body: SendMessageRequest/)
    expect(types).toMatch(/\/\*\* Sends messages and reads them back\. \*\/\n {4}readonly messages: Messages/)
    expect(types).toMatch(/\/\*\* The HTTP status\. \*\/\n {4}readonly status: number/)
  })

  test('needs nothing else and does nothing when it is imported', () => {
    const file = path.join(project.folder, 'node_modules/postseal/package.json')
    const manifest = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
    expect(manifest).not.toHaveProperty('dependencies')
    // `postseal/testing` starts `postseal-server`, which users install only if they need it.
    expect(manifest['peerDependencies']).toEqual({ 'postseal-server': expect.any(String) })
    expect(manifest['peerDependenciesMeta']).toEqual({ 'postseal-server': { optional: true } })
    expect(manifest['sideEffects']).toBe(false)
  })
})

describe('in an empty project it works', () => {
  const print = 'work().then(() => console.log(JSON.stringify(seen)))'

  test('from an ES module', async () => {
    expect(await project.node('main.mjs', imports + program + print)).toEqual(expected)
  })

  test('from CommonJS', async () => {
    expect(await project.node('main.cjs', requires + program + print)).toEqual(expected)
  })

  test('bundled for an edge runtime, which has the Web platform and nothing of Node', async () => {
    const { outputFiles } = await build({
      stdin: {
        contents: `${imports}${program}globalThis.done = work().then(() => seen)`,
        resolveDir: project.folder,
      },
      bundle: true,
      write: false,
      format: 'iife',
      platform: 'neutral',
      mainFields: ['module', 'main'],
      conditions: ['workerd', 'edge-light', 'worker'],
    })
    expect(await runOnTheEdge(outputFiles[0]?.text ?? '')).toEqual(expected)
  })

  test.each([
    [
      'nodenext, with the types of Node',
      { moduleResolution: ts.ModuleResolutionKind.NodeNext, types: ['node'] },
    ],
    [
      'nodenext, with the types of the browser',
      {
        moduleResolution: ts.ModuleResolutionKind.NodeNext,
        lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
        types: [],
      },
    ],
    [
      'a bundler',
      { module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler, types: ['node'] },
    ],
  ])('in TypeScript for %s', (_name, options) => {
    const typed = (load: string) => `${load}
      const client = new Postseal({ apiKey: 'pk_test_1' })
      export async function use(): Promise<string> {
        const message = await client.messages.send({ project_id: 'prj_1', from_email: 'a@shop.example', to: [{ email: 'b@example.com' }], subject: 'S', text: 'T' })
        for await (const log of client.messageLogs.list({ message_id: message.id })) if (log.status === 'bounced') return log.recipient
        // @ts-expect-error A message without a sender is a mistake that the compiler finds.
        await client.messages.send({ project_id: 'prj_1', to: [], subject: 'S', text: 'T' })
        const event = await verifyWebhook({ payload: '{}', headers: { 'service-signature': '' }, secret: 'whsec_1' })
        return event.type === 'message.bounced' ? event.data.recipient : event.id
      }
      export const isMissing = (error: unknown) => error instanceof NotFoundError && error.code === 'not_found'
      export const isForged = (error: unknown) => error instanceof WebhookVerificationError && error.code === 'signature_mismatch'
      export { signTestWebhook }
      export async function inTests(): Promise<string | undefined> {
        const { sink, stop } = await startTestServer({ timeout_ms: 1000 })
        const mail = await sink.waitForMail({ to: 'b@example.com', subject: /^S/ })
        // @ts-expect-error A mail may have no subject.
        const subject: string = mail.subject
        await stop()
        return mail.links[0] ?? subject
      }
    `
    const files = [
      'main.mts',
      ...(options.moduleResolution === ts.ModuleResolutionKind.NodeNext ? ['main.cts'] : []),
    ]
    expect(
      diagnosticsOf(
        files.map((name) => project.write(name, typed(imports + importsOfTesting))),
        options,
      ),
    ).toEqual([])
  })
})

/** Runs a script where there is the Web platform alone, and returns what it promises in `done`. */
async function runOnTheEdge(script: string): Promise<unknown> {
  const platform = {
    ...{
      AbortController,
      AbortSignal,
      Headers,
      Request,
      Response,
      URL,
      URLSearchParams,
      TextEncoder,
      TextDecoder,
    },
    ...{
      Blob,
      FormData,
      ReadableStream,
      crypto,
      console,
      fetch,
      setTimeout,
      clearTimeout,
      queueMicrotask,
      atob,
      btoa,
    },
  }
  const context = vm.createContext(platform)
  vm.runInContext(script, context)
  return JSON.parse(JSON.stringify(await (context['done'] as Promise<unknown>))) as unknown
}

function diagnosticsOf(files: string[], options: ts.CompilerOptions): string[] {
  const compiled = ts.createProgram(files, {
    target: ts.ScriptTarget.ES2023,
    lib: ['lib.es2023.d.ts'],
    module: ts.ModuleKind.NodeNext,
    typeRoots: [path.join(root, 'node_modules/@types')],
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    ...options,
  })
  // The files of the project and the package's own declarations, not those of the platform.
  const own = compiled.getSourceFiles().filter(({ fileName }) => fileName.startsWith(project.folder))
  return own
    .flatMap((file) => [...compiled.getSyntacticDiagnostics(file), ...compiled.getSemanticDiagnostics(file)])
    .map(({ messageText, file, start = 0 }) => {
      const line = (file?.getLineAndCharacterOfPosition(start).line ?? 0) + 1
      return `${file?.fileName}:${line} ${ts.flattenDiagnosticMessageText(messageText, ' ')}`
    })
}
