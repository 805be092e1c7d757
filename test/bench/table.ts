type Cell = string | number

/** Aligned columns under a line of names: numbers to the right, texts to the left. */
export function tableOf(rows: readonly Readonly<Record<string, Cell>>[]): string {
  const names = Object.keys(rows[0] ?? {})
  const columns = names.map((name) =>
    columnOf(
      name,
      rows.map((row) => row[name] ?? ''),
    ),
  )
  const lines = [0, ...rows.map((_row, index) => index + 1)].map((line) =>
    columns
      .map((column) => column[line] ?? '')
      .join('  ')
      .trimEnd(),
  )
  return lines.join('\n')
}

/** The name and the cells of a column, padded to the same width. */
function columnOf(name: string, cells: readonly Cell[]): string[] {
  const texts = [name, ...cells.map(String)]
  const width = Math.max(...texts.map((text) => text.length))
  const numeric = cells.every((cell) => typeof cell === 'number')
  return texts.map((text) => (numeric ? text.padStart(width) : text.padEnd(width)))
}
