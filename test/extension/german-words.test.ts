import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const FOLDER = new URL('../../components/locales/', import.meta.url);

/** Returns the words in the last column of the glossary, each with its cell. */
function unwanted(): string[] {
  return readFileSync(new URL('README.md', FOLDER), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('|') && !/^\| (?:English|-)/.test(line))
    .flatMap((line) => (line.split('|')[3] ?? '').split(','))
    .map((word) => word.trim())
    .filter((word) => word !== '');
}

const texts = readdirSync(new URL('de/', FOLDER)).flatMap((file) =>
  readFileSync(new URL(`de/${file}`, FOLDER), 'utf8')
    .split('\n')
    .map((line) => ({ file, text: line.replace(/^\s*\w+:/, '') })),
);

describe('the German texts', () => {
  it('finds unwanted words in the glossary and more than 500 German texts to check', () => {
    expect(unwanted()).toContain('Ausübungspreis');
    expect(texts.length).toBeGreaterThan(500);
  });

  it.each(unwanted())('finds no „%s“ in the German texts', (word) => {
    const stem = word.replace(/en$/, '');
    // Verbs may begin a sentence with a capital letter; the noun "Beleg" must not match "belegt".
    const start = `[${stem.slice(0, 1)}${stem.slice(0, 1).toUpperCase()}]${stem.slice(1)}`;
    // Matches whole words with all endings, so that "Order" isn't found in "Orderbuch".
    const pattern = new RegExp(`(?<![\\p{L}-])${start}(?:e|en|er|es|s|n|t)?(?!\\p{L})`, 'u');
    const found = texts.filter(({ text }) => pattern.test(text));
    expect(found).toEqual([]);
  });
});
