import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const VIEM = fileURLToPath(new URL('../../node_modules/viem/_esm/', import.meta.url));
/** What stands in for the original in the build; see `wxt.config.ts`. */
const REPLACED = ['../../utils/ccip.js', 'isows', '@noble/curves/secp256k1'];

/** The modules that viem imports at run time. */
async function runtimeImports(): Promise<string[]> {
  const files = await readdir(VIEM, { recursive: true });
  const texts = await Promise.all(
    files.filter((file) => file.endsWith('.js')).map((file) => readFile(join(VIEM, file), 'utf8')),
  );
  return texts.flatMap((text) =>
    [...text.matchAll(/\bimport\(\s*'([^']+)'/g)].map(([, name = '']) => name),
  );
}

describe('viem', () => {
  it('imports no other modules at run time than those that the build replaces', async () => {
    expect([...new Set(await runtimeImports())].sort()).toEqual([...REPLACED].sort());
  });
});
