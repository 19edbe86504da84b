import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { fromHex } from '../../../shared/bytes.ts';
import { hasAddressForm } from '../../../shared/chain/address-form.ts';
import { forgetLastMatch } from '../../../shared/last-match.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

it('accepts addresses in any letter case, and rejects everything else', () => {
  expect(hasAddressForm(`0x${'aB'.repeat(20)}`)).toBe(true);
  for (const text of [
    '',
    '0x',
    `0x${'ab'.repeat(19)}`,
    `0x${'ab'.repeat(32)}`,
    `${'ab'.repeat(20)}`,
  ]) {
    expect(hasAddressForm(text)).toBe(false);
  }
  expect(hasAddressForm(`0x${'ab'.repeat(20)}\n`)).toBe(false);
});

it('every file that calls viem’s caching isAddress also calls hasAddressForm', async () => {
  const unchecked: string[] = [];
  for (const folder of ['entrypoints', 'components', 'shared']) {
    for (const file of await readdir(join(ROOT, folder), { recursive: true })) {
      if (!/\.tsx?$/.test(file)) continue;
      const source = await readFile(join(ROOT, folder, file), 'utf8');
      if (/\bisAddress\(/.test(source) && !source.includes('hasAddressForm(')) unchecked.push(file);
    }
  }
  expect(unchecked).toEqual([]);
});

it('forgetLastMatch and fromHex don’t leave a key in JavaScript’s record of the last regular-expression match', () => {
  const key = 'c5'.repeat(32);
  /^\w+$/.test(key);
  expect(Reflect.get(RegExp, 'input')).toBe(key);
  forgetLastMatch();
  expect(Reflect.get(RegExp, 'input')).toBe('');
  expect(fromHex(key)).toHaveLength(32);
  expect(Reflect.get(RegExp, 'input')).toBe('');
});
