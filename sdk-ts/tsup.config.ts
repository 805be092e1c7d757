import { defineConfig } from 'tsup'

// One file for each module system. The generated client is bundled, so that the package needs nothing at run
// time and nobody can reach what is not exported from src/index.ts.
export default defineConfig({
  entry: ['src/index.ts'],
  outDir: 'dist',
  format: ['esm', 'cjs'],
  target: 'node20',
  dts: true,
  clean: true,
  sourcemap: true,
  silent: true,
})
