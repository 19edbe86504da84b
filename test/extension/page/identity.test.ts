import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { ICON } from '../../../entrypoints/inpage/icon.ts';
import { RDNS, WALLET_NAME } from '../../../shared/messages/page.ts';

const SVG = new URL('../../../components/public/condor.svg', import.meta.url);
const plain = (svg: string) =>
  svg
    .replace(/<title>.*<\/title>/, '')
    .replaceAll('"', "'")
    .replace(/\s*([<>])\s*/g, '$1')
    .trim();

it('the wallet’s name and rdns are “Condor” and “io.github.condor-wallet”', () => {
  expect([WALLET_NAME, RDNS]).toEqual(['Condor', 'io.github.condor-wallet']);
});

it('the wallet’s announced icon is the extension’s icon', async () => {
  const [type, image] = ICON.split(/,(.*)/s);
  expect(type).toBe('data:image/svg+xml');
  expect(plain(decodeURIComponent(image ?? ''))).toBe(plain(await readFile(SVG, 'utf8')));
});
