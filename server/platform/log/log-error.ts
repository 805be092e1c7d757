/**
 * Presents an error for the log: enough to find its cause, and nothing that a tenant has said. PostgreSQL puts whole
 * rows into `detail`, the body parser keeps the body and mail errors name addresses, so only known fields are taken.
 */
export function presentError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error }
  const { code, table, column, constraint } = error as Error &
    Record<'code' | 'table' | 'column' | 'constraint', unknown>
  return {
    type: error.name === 'error' ? 'DatabaseError' : error.name,
    code,
    message: withoutValues(error.message, code),
    table,
    column,
    constraint,
    // The frames alone: the stack begins with the message.
    stack: error.stack
      ?.split('\n')
      .filter((line) => /^\s+at /.test(line))
      .join('\n'),
    ...(error.cause !== undefined && { cause: presentError(error.cause) }),
  }
}

/** Presents an error in one line: for errors that are expected, and too many for a stack each. */
export function presentBriefly(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error }
  const { code } = error as Error & Record<'code', unknown>
  return {
    type: error.name === 'error' ? 'DatabaseError' : error.name,
    code,
    message: withoutValues(error.message, code),
  }
}

/** The max length of a statement in the log, in characters: enough to recognize it. */
const maxStatementChars = 120

/** Cuts the statement of a message. Knex writes the whole statement and " - " in front of the database's message. */
function withShortStatement(message: string): string {
  const end = message.lastIndexOf(' - ')
  return end > maxStatementChars ? `${message.slice(0, maxStatementChars)}…${message.slice(end)}` : message
}

/** The max length of a message in the log, in characters. Others may have made it long, and it is searched for addresses. */
const maxMessageChars = 4000

function withoutValues(message: string, code: unknown): string {
  const withoutAddresses = withShortStatement(message)
    .slice(0, maxMessageChars)
    .replace(/[^\s<>"'(,:]+@[^\s<>"'),]+/g, '…@…')
  // Class 22 of PostgreSQL, data exceptions, quotes the value at the end.
  return typeof code === 'string' && code.startsWith('22')
    ? withoutAddresses.replace(/: ".*"$/s, ': "…"')
    : withoutAddresses
}
