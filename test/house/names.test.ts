import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';
import { REPEATED_NAMES } from './repeated-names.ts';
import { SOURCES } from './sources.ts';

function exportedBy(path: string, text: string): string[] {
  const { staticExports } = parseSync(path, text).module;
  const names = staticExports.flatMap(({ entries }) =>
    entries.map(({ exportName }) => exportName.name),
  );
  return names.filter((name) => name !== null && name !== 'default') as string[];
}

/** Returns the names that several files export. */
function repeatedNames(files: readonly { readonly path: string; readonly text: string }[]) {
  const counts = new Map<string, number>();
  for (const { path, text } of files) {
    for (const name of new Set(exportedBy(path, text))) {
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }
  return Object.fromEntries([...counts].filter(([, count]) => count > 1));
}

describe('exported names', () => {
  it('no two files export the same name, except for the listed names', () => {
    expect(repeatedNames(SOURCES)).toEqual(REPEATED_NAMES);
  });

  it('detects a type, a constant and a function that two files export', () => {
    const text =
      'export type Row = string;\nexport const LIMIT = 1;\nexport function read() {}\nexport default 1;\n';
    const repeated = repeatedNames([
      { path: 'one.ts', text },
      { path: 'two.ts', text: `${text}export const only = 1;\n` },
    ]);
    expect(repeated).toEqual({ Row: 2, LIMIT: 2, read: 2 });
  });
});
