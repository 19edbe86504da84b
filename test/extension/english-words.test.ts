import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const FOLDER = new URL('../../components/locales/en/', import.meta.url);

/** Words for which the texts use another word; see the terms in `components/locales/README.md`. */
const UNWANTED = ['quote', 'oracle', 'RPC', 'endpoint'];

const texts = readdirSync(FOLDER).flatMap((file) =>
  readFileSync(new URL(file, FOLDER), 'utf8')
    .split('\n')
    .map((line) => line.replace(/^\s*\w+:/, '').replaceAll(/\{\w+\}/g, '')),
);

it.each(UNWANTED)('finds no “%s” in the English texts', (word) => {
  const pattern = new RegExp(`\\b${word}s?\\b`, 'i');
  expect(texts.length).toBeGreaterThan(500);
  expect(texts.filter((text) => pattern.test(text))).toEqual([]);
});
