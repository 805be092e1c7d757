import { transformSync } from 'esbuild'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Imports say `.js`, as they have to once the code is built. Beside a source file that means its neighbour `.ts`. */
export function resolve(specifier, context, next) {
  if (/^\.{1,2}\/.*\.js$/.test(specifier) && context.parentURL?.endsWith('.ts')) {
    const source = new URL(specifier.replace(/js$/, 'ts'), context.parentURL)
    if (existsSync(source)) return { url: source.href, shortCircuit: true }
  }
  // The file that a worker thread begins with is given as an address.
  if (/^file:.*\.js$/.test(specifier) && !existsSync(new URL(specifier))) {
    const source = new URL(specifier.replace(/js$/, 'ts'))
    if (existsSync(source)) return { url: source.href, shortCircuit: true }
  }
  return next(specifier, context)
}

export function load(url, context, next) {
  if (!url.startsWith('file:') || !url.endsWith('.ts')) return next(url, context)
  const { code } = transformSync(readFileSync(new URL(url), 'utf8'), {
    loader: 'ts',
    format: 'esm',
    target: 'es2023',
    sourcefile: fileURLToPath(url),
    sourcemap: 'inline',
    tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
  })
  return { format: 'module', source: code, shortCircuit: true }
}
