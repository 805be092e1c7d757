import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { defineConfig } from 'tsup'
import { Notices } from './notices.js'
import type { ContractDocument } from '../../base/contract/document.js'
import { catalogOf } from '../../cli/src/contract/catalog-of.js'

/** The contract without the keys that only the service reads. */
const contract = JSON.parse(
  readFileSync(new URL('../../generated/openapi.json', import.meta.url), 'utf8'),
) as ContractDocument

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
  onSuccess: () => writeFile('dist/catalog.json', JSON.stringify(catalogOf(contract))),
})
