/** Returns a text as one word of a POSIX shell, in single quotes, whatever is in it. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
