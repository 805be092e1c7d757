import { writeFile } from 'node:fs/promises'
import { defineConfig } from 'tsup'
import { Notices } from '../scripts/build/notices.js'
import { readPublicContract } from '../server/platform/http/contract.js'
import { catalogOf } from './src/contract/catalog-of.js'

// With the packages that it uses, so that an install brings one package. What sends is loaded where it is needed: help
// and completion are there sooner.
export default defineConfig({
  entry: { main: 'src/main.ts' },
  outDir: 'dist',
  format: 'esm',
  platform: 'node',
  target: 'node20',
  splitting: true,
  noExternal: [/./],
  // commander is CommonJS and asks for Node's own modules by it.
  banner: {
    js: "import { createRequire as requireFor } from 'node:module'; const require = requireFor(import.meta.url);",
  },
  esbuildPlugins: [new Notices('dist/THIRD-PARTY-LICENSES.txt').plugin()],
  esbuildOptions: (options) => {
    options.minifyWhitespace = true
    options.minifySyntax = true
  },
  clean: true,
  silent: true,
  onSuccess: () => writeFile('dist/catalog.json', JSON.stringify(catalogOf(readPublicContract()))),
})
