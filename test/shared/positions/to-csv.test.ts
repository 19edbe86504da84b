import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PositionRow } from '../../../shared/positions/position-view.ts';
import { CSV_COLUMNS, type CsvFormat, positionsToCsv } from '../../../shared/positions/to-csv.ts';
import { tokenAmount } from '../../../shared/units.ts';
import { anyRow } from './rows-arbitrary.ts';

const ENGLISH: CsvFormat = {
  headingOf: (column) => column,
  separator: ',',
  decimal: '.',
  textsOf: ({ state, product, side, isReceived, enteredCost, verification }) => ({
    state,
    product: product ?? '',
    side,
    acquired: isReceived ? (enteredCost === undefined ? 'received' : 'entered') : 'traded',
    verification,
  }),
};
const GERMAN: CsvFormat = { ...ENGLISH, separator: ';', decimal: ',' };
const FORMATS = [ENGLISH, GERMAN];

/** Parses CSV (RFC 4180) character by character, independently of the writer. */
function parse(text: string, separator: string): string[][] {
  const lines: string[][] = [];
  let line: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let i = 0; i < text.length; i++) {
    const char = text.charAt(i);
    if (isQuoted) {
      if (char !== '"') cell += char;
      else if (text.charAt(i + 1) === '"') {
        cell += '"';
        i++;
      } else isQuoted = false;
    } else if (char === '"') isQuoted = true;
    else if (char === separator) {
      line.push(cell);
      cell = '';
    } else if (char === '\r' && text.charAt(i + 1) === '\n') {
      lines.push([...line, cell]);
      line = [];
      cell = '';
      i++;
    } else cell += char;
  }
  return lines;
}

function cellsOf(rows: readonly PositionRow[], format = ENGLISH): Record<string, string>[] {
  const [head = [], ...lines] = parse(positionsToCsv(rows, format), format.separator);
  return lines.map((line) => Object.fromEntries(head.map((name, i) => [name, line[i] ?? ''])));
}

function unitsOf(written: string, decimals: number): bigint {
  const [whole = '', rest = ''] = written.replace('-', '').split(/[.,]/);
  const size = BigInt(whole + rest.padEnd(decimals, '0'));
  return written.startsWith('-') ? -size : size;
}

describe('positions as comma-separated values', () => {
  it('writes one line for each position and one cell for each column, whatever the texts contain', () => {
    fc.assert(
      fc.property(fc.array(anyRow, { maxLength: 5 }), (rows) => {
        for (const format of FORMATS) {
          const lines = parse(positionsToCsv(rows, format), format.separator);
          expect(lines).toHaveLength(rows.length + 1);
          for (const line of lines) expect(line).toHaveLength(CSV_COLUMNS.length);
        }
      }),
    );
  });

  it('names the source of a cost, and leaves an unknown cost empty', () => {
    fc.assert(
      fc.property(anyRow, (row) => {
        const { decimals } = row.token;
        const [received, entered, traded] = cellsOf([
          { ...row, isReceived: true, worth: { value: tokenAmount(7n) } },
          { ...row, isReceived: true, enteredCost: tokenAmount(5n) },
          row,
        ]);
        expect(received).toMatchObject({ acquired: 'received', premium: '', fee: '', profit: '' });
        expect(received?.value).not.toBe('');
        expect(entered).toMatchObject({ acquired: 'entered', fee: '' });
        expect(unitsOf(entered?.premium ?? '', decimals)).toBe(5n);
        expect(traded?.acquired).toBe('traded');
      }),
    );
  });

  it('writes every amount to the last unit, and uses the format’s decimal mark', () => {
    fc.assert(
      fc.property(anyRow, fc.constantFrom(...FORMATS), (row, format) => {
        const [cells = {}] = cellsOf([row], format);
        expect(`${cells.premium}${cells.profit}${cells.strikes}`).not.toContain(
          format.decimal === ',' ? '.' : ',',
        );
        const { decimals } = row.token;
        expect(unitsOf(cells.premium ?? '', decimals)).toBe(BigInt(row.premium));
        expect(unitsOf(cells.contracts ?? '', decimals)).toBe(BigInt(row.contracts));
        if (row.worth === undefined) expect([cells.value, cells.profit]).toEqual(['', '']);
        else {
          expect(unitsOf(cells.profit ?? '', decimals)).toBe(BigInt(row.worth.profit ?? 'none'));
          expect(cells.profitUsd === '').toBe(row.worth.profitUsd === undefined);
        }
        expect(cells.strikes?.split(' ').map((strike) => unitsOf(strike, 8))).toEqual(
          row.strikes.map(BigInt),
        );
      }),
    );
  });

  it('contains no text that a spreadsheet would run as a formula', () => {
    fc.assert(
      fc.property(
        anyRow,
        fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n'),
        fc.string(),
        (row, first, rest) => {
          const [cells = {}] = cellsOf([{ ...row, asset: `${first}${rest}` }]);
          for (const cell of Object.values(cells)) {
            const isNumber = /^-?\d+([.,]\d+)?$/.test(cell);
            expect(isNumber || !/^[=+\-@\t\r\n]/.test(cell)).toBe(true);
          }
        },
      ),
    );
  });

  it('writes times in UTC, and an empty cell for an invalid time', () => {
    fc.assert(
      fc.property(anyRow, (row) => {
        const [cells = {}] = cellsOf([row]);
        if (cells.expiry !== '') expect(Date.parse(cells.expiry ?? '')).toBe(row.expiry * 1000);
        // Zero means that the option's expiry isn't known yet.
        else expect(row.expiry === 0 || row.expiry > 8_000_000_000).toBe(true);
        expect(cells.opened).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
      }),
    );
  });
});
