import type { PGlite } from '@electric-sql/pglite'

/** The parts of PGlite's WebAssembly module that run statements, as its JavaScript calls them. */
interface Module {
  _PostgresMainLoopOnce: () => void
  stackRestore: (pointer: number) => void
}

/**
 * Tells of a PGlite that throws. A statement that fails is a reply like any other; a throw means that the
 * database itself broke. pglite-socket takes no turn after one, so every client would wait for ever: better
 * that the process ends and is started again on what is on disk.
 */
export function reportFatal(db: PGlite, report: (error: unknown) => void): PGlite {
  if (db.Module !== undefined) throwPanics(db.Module)
  const execute = db.execProtocolRawStream.bind(db)
  db.execProtocolRawStream = async (message, options) => {
    try {
      await execute(message, options)
    } catch (error) {
      report(error)
      throw error
    }
  }
  return db
}

/**
 * Lets PGlite throw when PostgreSQL panics, and when a call of it throws. PGlite catches everything that ends
 * a statement and goes on: after a panic the statement would begin anew for ever, in this thread, which could
 * do nothing else. Only what it throws to leave a statement that has failed has a status.
 */
function throwPanics(module: Module): void {
  const { _PostgresMainLoopOnce: loopOnce, stackRestore } = module
  let broken: { readonly error: unknown } | undefined
  module._PostgresMainLoopOnce = () => {
    try {
      loopOnce()
    } catch (error) {
      if ((error as { status?: unknown }).status === undefined) broken ??= { error }
      throw error
    }
  }
  // The first that PGlite calls after it has caught.
  module.stackRestore = (pointer) => {
    if (broken !== undefined) throw broken.error
    stackRestore(pointer)
  }
}
