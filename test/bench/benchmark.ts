import type { ParseArgsConfig } from 'node:util'

/** A measurement of the service that can be repeated on any machine. */
export interface Benchmark {
  /** Name of the benchmark on the command line. */
  readonly name: string
  /** One sentence: what is measured, and how. */
  readonly title: string
  /** True if the benchmark is left out when all are run: it takes long, and is asked for by its name. */
  readonly onlyByName?: boolean
  /** Flags of the command line that it alone has, and what the command's help says of them. */
  readonly flags?: {
    readonly options: NonNullable<ParseArgsConfig['options']>
    readonly usage: string
  }
  run(context: BenchmarkContext): Promise<BenchmarkResult>
}

export interface BenchmarkContext {
  /**
   * Makes an empty database on the benchmark's own PostgreSQL, whose settings are PostgreSQL's defaults: a commit
   * is flushed to the disk.
   *
   * @returns its address
   */
  createDatabase(): Promise<string>
  /** Says how far a long piece of work has come. */
  progress(line: string): void
  /** The flags of the command line by their names. */
  readonly flags: Readonly<Record<string, unknown>>
}

export interface BenchmarkResult {
  /** Measurements, one a line. Every row has the same columns. */
  readonly rows: readonly Readonly<Record<string, string | number>>[]
  /** Ratios that are judged. A quotient of two measurements of the same run says the same on a slow machine. */
  readonly ratios: Readonly<Record<string, Ratio>>
}

export interface Ratio {
  readonly value: number
  /** The aim in words: `at most 1.5`. */
  readonly target: string
  readonly ok: boolean
}

/** A ratio that is to stay at or below a bound. */
export function atMost(bound: number, value: number): Ratio {
  return { value: rounded(value), target: `at most ${bound}`, ok: value <= bound }
}

/** A ratio that is to reach a bound. */
export function atLeast(bound: number, value: number): Ratio {
  return { value: rounded(value), target: `at least ${bound}`, ok: value >= bound }
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000
}
