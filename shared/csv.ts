/**
 * First characters of cells that a spreadsheet treats as a formula (OWASP, "CSV Injection"),
 * including the full-width characters that some spreadsheets convert.
 */
const FORMULA = /^[=+\-@＝＋－＠\t\r\n]/;
const NUMBER = /^-?\d+(?:[.,]\d+)?$/;

/**
 * Returns lines of cells as separated values (RFC 4180, with any separator). Text that a
 * spreadsheet would run gets an apostrophe.
 */
export function csvText(lines: readonly (readonly string[])[], separator: ',' | ';' = ','): string {
  return lines.map((line) => `${line.map(cell).join(separator)}\r\n`).join('');
}

/**
 * Unix seconds of the year 10,000. An indexer may report later times, whose years need five digits.
 */
const LATEST = 253_402_300_800;

/** Returns a time (Unix seconds) in ISO 8601 UTC; an empty text for an unknown time. */
export function csvTime(seconds: number): string {
  return seconds <= 0 || seconds >= LATEST
    ? ''
    : `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`;
}

function cell(text: string): string {
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
