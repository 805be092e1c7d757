/** Returns rows under their heads, in columns that are two blanks apart. */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [heads.map((head) => head.toUpperCase()), ...rows]
  const widths = heads.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)))
  return all
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
