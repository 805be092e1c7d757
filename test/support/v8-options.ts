/**
 * A process of the tests ends before code that is compiled for speed pays for its making, be it of the embedded
 * database (--liftoff-only) or JavaScript that has run a few times only (--interrupt-budget, in bytes of bytecode).
 * Most functions of the embedded database are never called, and are checked no earlier than that
 * (--wasm-lazy-validation).
 */
export const v8Options = [
  '--liftoff-only',
  '--wasm-lazy-validation',
  '--interrupt-budget=1000000',
  '--min-semi-space-size=16',
]
