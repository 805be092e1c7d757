import { build } from 'esbuild'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { root } from './installed.js'

/** Returns the bytes that a source's imports add to a user's bundle, minified and gzipped. */
async function bytesOf(source: string): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents: source, resolveDir: root },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    target: 'es2022',
  })
  return gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length
}

test('the whole client fits into 26 kB', async () => {
  expect(await bytesOf(`export * from 'postseal'`)).toBeLessThanOrEqual(26_000)
})

test('the verification of webhooks alone fits into 2.3 kB', async () => {
  expect(await bytesOf(`export * from 'postseal/webhooks'`)).toBeLessThanOrEqual(2300)
})

test('a bundler leaves out what is not used', async () => {
  expect(await bytesOf(`import 'postseal'; import 'postseal/webhooks'`)).toBeLessThanOrEqual(50)
  expect(await bytesOf(`export { NotFoundError } from 'postseal'`)).toBeLessThanOrEqual(1500)
})
