import type { PGlite } from '@electric-sql/pglite'
import type { MainLoop } from './private-parts.js'

/**
 * Reports a PGlite that throws. A statement that fails is a reply like any other; a throw means that the database
 * itself broke. pglite-socket takes no turn after one, so every client would wait for ever: better that the process
 * ends and is started again on the data on disk.
 */
export function reportFatal(db: PGlite, loop: MainLoop, report: (error: unknown) => void): PGlite {
  throwPanics(loop)
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
 * Lets PGlite throw when PostgreSQL panics, and when a call of it throws. PGlite catches everything that ends a
 * statement and goes on: after a panic the statement would begin anew for ever, in this thread, which could do
 * nothing else. Only the errors that PGlite throws to leave a failed statement have a status.
 */
function throwPanics(loop: MainLoop): void {
  const { _PostgresMainLoopOnce: loopOnce, stackRestore } = loop
  let broken: { readonly error: unknown } | undefined
  loop._PostgresMainLoopOnce = () => {
    try {
      loopOnce()
    } catch (error) {
      if ((error as { status?: unknown }).status === undefined) broken ??= { error }
      throw error
    }
  }
  loop.stackRestore = (pointer) => {
    if (broken !== undefined) throw broken.error
    stackRestore(pointer)
  }
}
