/** V8 before 12 counts bytes of bytecode before it compiles a function for speed, later ones count calls. */
const fewCompiled =
  Number.parseInt(process.versions.v8) < 12
    ? ['--interrupt-budget=1000000']
    : ['--invocation-count-for-maglev=6000', '--invocation-count-for-turbofan=45000']

/**
 * A process of the tests ends before code that is compiled for speed pays for its making, be it of the embedded
 * database (--liftoff-only) or JavaScript that has run a few times only. Most functions of the embedded database are
 * never called, and are checked no earlier than that (--wasm-lazy-validation).
 */
export const v8Options = [
  '--liftoff-only',
  '--wasm-lazy-validation',
  ...fewCompiled,
  '--min-semi-space-size=16',
]
