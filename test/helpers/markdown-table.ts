/** Returns a table in Markdown with aligned columns, as the formatter writes it. */
export function markdownTable(
  heading: readonly string[],
  rows: readonly (readonly string[])[],
): readonly string[] {
  const cells = [heading, ...rows].map((row) => row.map((cell) => cell.replaceAll('|', '\\|')));
  const widths = heading.map((_, column) =>
    Math.max(3, ...cells.map((row) => row[column]?.length ?? 0)),
  );
  const line = (row: readonly string[], fill: string) =>
    `| ${widths.map((width, column) => (row[column] ?? '').padEnd(width, fill)).join(' | ')} |`;
  const [first = [], ...others] = cells;
  return [line(first, ' '), line([], '-'), ...others.map((row) => line(row, ' '))];
}
