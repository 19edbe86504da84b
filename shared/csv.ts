/**
 * First characters of cells that a spreadsheet would treat as a formula (OWASP, "CSV Injection"),
 * also as full-width characters, which some spreadsheets convert.
 */
const FORMULA = /^[=+\-@＝＋－＠\t\r\n]/;
const NUMBER = /^-?\d+(?:[.,]\d+)?$/;

/**
 * Returns lines of cells as separated values (RFC 4180 except for the separator). Text that a
 * spreadsheet would run gets an apostrophe.
 */
export function csvText(lines: readonly (readonly string[])[], separator: ',' | ';' = ','): string {
  return lines.map((line) => `${line.map(cell).join(separator)}\r\n`).join('');
}

/**
 * The year 10,000 in seconds: later dates, which an indexer may report, need more than four digits.
 */
const LATEST = 253_402_300_800;

/** Returns a time (Unix seconds) in ISO 8601 UTC; an empty text for an unknown one. */
export function csvTime(seconds: number): string {
  return seconds <= 0 || seconds >= LATEST
    ? ''
    : `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`;
}

function cell(text: string): string {
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
