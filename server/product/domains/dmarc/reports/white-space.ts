/** The max number of bytes that may follow an archive. */
export const maxTrailing = 64

/** Whether a byte is a line end, a tab or a space, which some mailers append to an archive. */
export function isWhiteSpace(byte: number | undefined): boolean {
  return byte === 0x09 || byte === 0x0a || byte === 0x0d || byte === 0x20
}
