import { copyFile, cp, mkdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { defineConfig } from 'tsup'
import { buildPages } from './scripts/pages/build.js'
import { redocFiles } from './server/reference/redoc-files.js'

// Each file of server/ becomes one file of dist/, so that stack traces, worker entry points and the order of
// the folders stay what they are in the source.
export default defineConfig({
  entry: ['server/**/*.ts', 'server/sink/parser/*.js', '!server/**/*.d.ts'],
  outDir: 'dist',
  format: 'esm',
  target: 'node20',
  bundle: false,
  clean: true,
  sourcemap: true,
  silent: true,
  onSuccess: async () => {
    await copyBrowserFiles()
    await buildPages('dist/reference/built')
  },
})

/** Pages load scripts and style sheets. Redoc's are copied, so that the service needs no package for them. */
async function copyBrowserFiles(): Promise<void> {
  const require = createRequire(import.meta.url)
  const redoc = path.dirname(require.resolve('redoc/package.json'))
  await cp('server/reference/browser', 'dist/reference/browser', { recursive: true })
  await cp('server/sink/browser', 'dist/sink/browser', { recursive: true })
  // The build before leaves the folder where it empties it.
  await mkdir('dist/reference/redoc', { recursive: true })
  for (const file of Object.values(redocFiles)) {
    await copyFile(path.join(redoc, file), path.join('dist/reference/redoc', path.basename(file)))
  }
}
