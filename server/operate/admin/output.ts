import { visible } from '../../../shared/visible-text.ts';

/** A JSON value of a cell; null for a missing value. */
type Cell = string | number | boolean | null;

/**
 * Returns rows as aligned columns with the members' names as headers. Control and invisible
 * characters are shown as codes, so that stored text can't move the cursor or look like another
 * line.
 */
export function table(rows: readonly Readonly<Record<string, Cell>>[]): string {
  const names = Object.keys(rows[0] ?? {});
  const lines = [
    names,
    ...rows.map((row) => names.map((name) => visible(String(row[name] ?? '–')))),
  ];
  const widths = names.map((_, column) =>
    Math.max(...lines.map((line) => (line[column] ?? '').length)),
  );
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Returns indented JSON without characters that a terminal interprets or hides. */
export function json(value: unknown): string {
  // JSON itself escapes quotes, backslashes and C0 controls.
  return JSON.stringify(value, undefined, 2).replace(
    /(?!\n)[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu,
    (character) =>
      Array.from({ length: character.length }, (_, index) => {
        const code = character.charCodeAt(index).toString(16);
        return `\\u${code.padStart(4, '0')}`;
      }).join(''),
  );
}

/** Returns a time as ISO 8601 text; null for null and for a stored number that isn't a time. */
export function iso(time: number | null): string | null {
  if (time === null) return null;
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}
