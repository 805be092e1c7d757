/**
 * A process of the tests ends before code that is compiled for speed pays for its making, be it of the embedded
 * database (--liftoff-only) or JavaScript that has run a few times only (--interrupt-budget, in bytes of bytecode).
 */
export const v8Options = ['--liftoff-only', '--interrupt-budget=1000000', '--min-semi-space-size=16']
