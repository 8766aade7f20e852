/** Rows as lines of columns, two spaces between them; columns of numbers stand flush right. */
export function formatTable(header: readonly string[], rows: readonly (readonly string[])[]) {
  const widths = header.map((title, column) =>
    Math.max(
      ...[title, ...rows.map((row) => row[column] ?? '')].map((cell) => Bun.stringWidth(cell)),
    ),
  )
  const isNumeric = header.map((_, column) =>
    rows.every((row) => /^[\d,]+$/.test(row[column] ?? '')),
  )
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, column) => {
        const padding = ' '.repeat((widths[column] ?? 0) - Bun.stringWidth(cell))
        return isNumeric[column] ? padding + cell : cell + padding
      })
      .join('  ')
      .trimEnd()
  return [header, ...rows].map(line).join('\n')
}
