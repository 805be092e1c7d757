/** Replaces U+0000 and halves of surrogate pairs, which neither the database nor mail can hold, by U+FFFD. */
export function wellFormed(text: string): string {
  // `toWellFormed` is from ES2024. Every supported version of Node has it.
  return (text as string & { toWellFormed(): string }).toWellFormed().replaceAll('\0', '\ufffd')
}
