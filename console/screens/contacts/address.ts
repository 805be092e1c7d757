/** Whether a text looks like a whole address: lists are asked for no part of one. */
export function isAddress(text: string): boolean {
  return /^[^\s@]+@[^\s@]+$/.test(text)
}
