import { cp, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { isRecord } from '../../shared/is-record.ts';
import { parseJson } from '../../shared/parse.ts';

const BUILD = fileURLToPath(new URL('../../.output/chrome-mv3', import.meta.url));

/** Marks around every text of the language. A text that is written in the code has no marks. */
export const OPEN = '⟦';
const CLOSE = '⟧';

/** Accented letters that are still readable and as wide as the plain letters. */
const ACCENTS: Readonly<Record<string, string>> = {
  a: 'á',
  e: 'é',
  i: 'í',
  o: 'ö',
  u: 'ü',
  A: 'Á',
  E: 'É',
  I: 'Í',
  O: 'Ö',
  U: 'Ü',
};

/** Share by which translations are typically longer than English texts. */
const LONGER = 0.35;

/**
 * Returns a text with accents, additional length and marks. Keeps placeholders and plural forms.
 */
function pseudoText(text: string): string {
  return text
    .split(' | ')
    .map((form) => {
      const accented = form
        .split(/(\{\w+\}|\$\w+\$|\$\d)/)
        .map((part, at) =>
          at % 2 === 0 ? part.replace(/[aeiou]/gi, (v) => ACCENTS[v] ?? v) : part,
        )
        .join('');
      const extra = '~'.repeat(Math.ceil(form.length * LONGER));
      const spaced = extra.replace(/~{6}/g, '~~~~~ ').trimEnd();
      return `${OPEN}${accented} ${spaced}${CLOSE}`;
    })
    .join(' | ');
}

/** Copies the built extension into a folder, with the pseudo language in place of German. */
export async function buildWithPseudoLanguage(folder: string): Promise<void> {
  await cp(BUILD, folder, { recursive: true });
  const path = (language: string) => `${folder}/_locales/${language}/messages.json`;
  const english = parseJson(await readFile(path('en'), 'utf8'));
  if (!isRecord(english)) throw new Error('the build has no English texts');
  const texts = Object.entries(english).map(([key, entry]) => {
    if (!isRecord(entry) || typeof entry.message !== 'string') return [key, entry];
    // Number formats and manifest texts stay as they are, because they aren't words.
    if (key.startsWith('numbers_') || key.startsWith('manifest_'))
      return [key, key === 'numbers_direction' ? { ...entry, message: 'rtl' } : entry];
    return [key, { ...entry, message: pseudoText(entry.message) }];
  });
  await writeFile(path('de'), JSON.stringify(Object.fromEntries(texts)));
}
