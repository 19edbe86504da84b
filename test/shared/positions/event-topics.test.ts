import { readFileSync } from 'node:fs';
import { toEventSelector } from 'viem';
import { expect, it } from 'vitest';
import { EVENT_TOPICS } from '../../../shared/positions/decode-log.ts';

const NAMED = /\/\*\* ?`(\w+\([^`]*\))`\s*\*\/\s+\w+:\s+'(0x[0-9a-f]{64})'/g;

it('the source files name the signature of each event next to its topic', () => {
  const found = ['decode-quotation-log', 'decode-trade-log'].flatMap((name) => {
    const file = new URL(`../../../shared/positions/${name}.ts`, import.meta.url);
    // Joins comments of several lines.
    const text = readFileSync(file, 'utf8').replaceAll(/\n {3}\* /g, '');
    return [...text.matchAll(NAMED)];
  });
  for (const [, signature = '', topic] of found)
    expect(toEventSelector(`event ${signature}`), signature).toBe(topic);
  expect(found.map(([, , topic]) => topic).toSorted()).toEqual(EVENT_TOPICS.toSorted());
});
