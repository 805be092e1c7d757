/** Tells whether a text looks like a whole address: lists can't be searched by a part of one. */
export function isAddress(text: string): boolean {
  return /^[^\s@]+@[^\s@]+$/.test(text)
}
