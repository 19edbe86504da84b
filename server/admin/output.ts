import { visible } from '../../shared/visible-text.ts';

/**
 * Returns lines of columns. Stored text can't move the cursor or look like another line: control
 * and invisible characters are shown as codes.
 */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const shown = [head, ...rows.map((row) => row.map(visible))];
  const widths = head.map((_, column) =>
    Math.max(...shown.map((row) => (row[column] ?? '').length)),
  );
  return shown
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Returns indented JSON without characters that a terminal interprets or hides. */
export function json(value: unknown): string {
  // Quotes, backslashes and C0 controls are escaped by JSON itself.
  return JSON.stringify(value, undefined, 2).replace(
    /(?!\n)[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu,
    (character) =>
      Array.from({ length: character.length }, (_, index) => {
        const code = character.charCodeAt(index).toString(16);
        return `\\u${code.padStart(4, '0')}`;
      }).join(''),
  );
}

/** Returns a time as UTC to the minute; `–` for none, and for a stored number that isn't a time. */
export function minute(time: number | null): string {
  return iso(time)?.slice(0, 16).replace('T', ' ') ?? '–';
}

/** Returns a time for JSON; null for none, and for a stored number that isn't a time. */
export function iso(time: number | null): string | null {
  if (time === null) return null;
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

/** Returns a size with one decimal: `4.1 kB`. */
export function size(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  const units = ['kB', 'MB', 'GB', 'TB'];
  const power = Math.min(units.length, Math.floor(Math.log10(bytes) / 3));
  return `${(bytes / 1000 ** power).toFixed(1)} ${units[power - 1]}`;
}

/** Returns `1 session`, `2 sessions`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
