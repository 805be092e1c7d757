import { readFile } from 'node:fs/promises'
import { defineConfig, type Options } from 'tsup'

// One file for each entry point and module system: nothing is shared, so that webhooks are verified without
// the client. The generated client is bundled, so that the package needs nothing at run time and nobody can
// reach what is not exported. Types are bundled from the declarations that the native compiler has written: made
// from the source here, they would take most of the build.
const declarations = 'declarations/sdk-ts/src'

// The generated client has each call twice: as the reply, and as its value alone. The transport makes the first only, so
// the second is left out, which no bundler can know of a method.
const valueMethod =
  /^    async \w+\(.*\n        (?:const response = )?await this\.\w+Raw\(.*\n(?:        .*\n)*?    \}\n/gm

const withoutValueMethods: NonNullable<Options['esbuildPlugins']>[number] = {
  name: 'without-value-methods',
  setup: (build) => {
    build.onLoad({ filter: /generated\/client\/apis\/\w+Api\.ts$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replace(valueMethod, ''),
      loader: 'ts',
    }))
  },
}

export default defineConfig({
  entry: { index: 'src/index.ts', webhooks: 'src/webhooks/index.ts', testing: 'src/testing/index.ts' },
  esbuildPlugins: [withoutValueMethods],
  splitting: false,
  outDir: 'dist',
  format: ['esm', 'cjs'],
  target: 'node20',
  dts: {
    entry: {
      index: `${declarations}/index.d.ts`,
      webhooks: `${declarations}/webhooks/index.d.ts`,
      testing: `${declarations}/testing/index.d.ts`,
    },
  },
  clean: true,
  sourcemap: true,
  silent: true,
  // Asked for where there is none, in CommonJS, it is not used.
  esbuildOptions: (options) => void (options.logOverride = { 'empty-import-meta': 'silent' }),
})
