import { defineConfig } from 'tsup'

// Each file of server/ becomes one file of dist/, so that stack traces, worker entry points and the order of
// the folders stay what they are in the source.
export default defineConfig({
  entry: ['server/**/*.ts', '!server/**/*.d.ts'],
  outDir: 'dist',
  format: 'esm',
  target: 'node20',
  bundle: false,
  clean: true,
  sourcemap: true,
  silent: true,
})
