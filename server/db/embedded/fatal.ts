import type { PGlite } from '@electric-sql/pglite'

/**
 * Tells of a PGlite that throws. A statement that fails is a reply like any other; a throw means that the
 * database itself broke. pglite-socket takes no turn after one, so every client would wait for ever: better that
 * the process ends and is started again on what is on disk.
 */
export function reportFatal(db: PGlite, report: (error: unknown) => void): PGlite {
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
