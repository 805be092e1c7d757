import ts from 'typescript'
import { expect, test } from 'vitest'

/** What the compiler tells somebody who writes a message with a mistake. */

const file = new URL('../../sdk-ts/written-by-a-test.ts', import.meta.url).pathname

/** The errors of a send with these fields, each with the lines that explain it. */
function errorsOf(fields: string): string[] {
  const source = `import { Postseal } from './src/index.js'
    declare const client: Postseal
    void client.messages.send({ ${fields} })`
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
  }
  const host = ts.createCompilerHost(options)
  const real = ts.createCompilerHost(options)
  host.fileExists = (name) => name === file || real.fileExists(name)
  host.getSourceFile = (name, ...others) =>
    name === file
      ? ts.createSourceFile(name, source, ts.ScriptTarget.ES2022)
      : real.getSourceFile(name, ...others)
  const program = ts.createProgram([file], options, host)
  return program
    .getSemanticDiagnostics(program.getSourceFile(file))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
}

test('names the field and a type that somebody can look up', () => {
  const sender = `project_id: 'prj_1', from: 'a@b.example', to: 'x@y.example'`
  const [missing] = errorsOf(`${sender}, subject: 'x'`)
  expect(missing).toContain(`Property 'text' is missing`)
  const [misspelt] = errorsOf(`${sender}, subject: 'x', txt: 'a'`)
  expect(misspelt).toContain(`Did you mean to write 'text'?`)
  for (const message of [missing, misspelt]) expect(message).not.toMatch(/Omit<|RetoldField| & /)
  expect(errorsOf(`${sender}, subject: 'x', text: 'a'`)).toEqual([])
})
