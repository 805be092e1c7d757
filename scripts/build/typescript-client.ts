import { defineConfig } from 'tsup'

// One file for each entry point and module system: nothing is shared, so that webhooks are verified without
// the client. The generated table of operations is bundled, so that the package needs nothing at run time and nobody
// can reach what is not exported. Types are bundled from the declarations that the native compiler has written: made
// from the source here, they would take most of the build.
const declarations = 'declarations/sdk-ts/src'

export default defineConfig({
  entry: { index: 'src/index.ts', webhooks: 'src/webhooks/index.ts', testing: 'src/testing/index.ts' },
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
  silent: true,
  esbuildOptions: (options) => {
    // The package is installed for each of its users, twice: once for each module system. White space, comments
    // and maps were most of it. Names stay, for stack traces and for whoever logs a class.
    options.minifyWhitespace = true
    options.minifySyntax = true
    options.legalComments = 'none'
    // Asked for where there is none, in CommonJS, it is not used.
    options.logOverride = { 'empty-import-meta': 'silent' }
  },
})
