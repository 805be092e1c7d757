import { defineConfig } from 'tsup'

// One file for each entry point and module system: nothing is shared, so that webhooks are verified without
// the client. The generated client is bundled, so that the package needs nothing at run time and nobody can
// reach what is not exported.
export default defineConfig({
  entry: { index: 'src/index.ts', webhooks: 'src/webhooks/index.ts', testing: 'src/testing/index.ts' },
  splitting: false,
  outDir: 'dist',
  format: ['esm', 'cjs'],
  target: 'node20',
  dts: true,
  clean: true,
  sourcemap: true,
  silent: true,
  // Asked for where there is none, in CommonJS, it is not used.
  esbuildOptions: (options) => void (options.logOverride = { 'empty-import-meta': 'silent' }),
})
