/** Returns the name of a file. Packages give an empty one to a file that has none. */
export function fileName(given: string | undefined): string {
  return given === undefined || given === '' ? 'attachment' : given
}
