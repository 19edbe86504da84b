import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const RULES = 18;
const FOLDER = new URL('./', import.meta.url);
const table = readFileSync(new URL('vault-rules.md', FOLDER), 'utf8');
const rows = table.split('\n').filter((line) => /^\| \d/.test(line));

describe('the table of the vault’s rules', () => {
  it('lists every rule of the vault', () => {
    const numbers = new Set(rows.map((row) => Number(/\d+/.exec(row)?.[0])));
    expect([...numbers].sort((a, b) => a - b)).toEqual(
      Array.from({ length: RULES }, (_, i) => i + 1),
    );
  });

  it('names only test files that exist', () => {
    const files = rows.flatMap((row) => [...row.matchAll(/`([^`]+)`/g)].map(([, file]) => file));
    expect(files.length).toBeGreaterThan(RULES);
    expect(files.filter((file = '') => !existsSync(new URL(file, FOLDER)))).toEqual([]);
  });
});
