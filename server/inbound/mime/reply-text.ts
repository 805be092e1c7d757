/** The text without quotation and signature. */
export function replyTextOf(text: string): string {
  return text
}
