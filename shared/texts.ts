import { isRecord } from './messages/page.ts';

/** Languages with texts of their own. */
export const LANGUAGES = ['en', 'de'] as const;

/** What the user chose; `browser` follows the browser's own language. */
export type LanguageChoice = 'browser' | (typeof LANGUAGES)[number];

/** Where a language's texts lie in the extension. */
export const textsPath = (language: string): string => `/_locales/${language}/messages.json`;

/** The texts of a `messages.json`, by their keys. What is none is left out. */
export function parseTexts(file: unknown): ReadonlyMap<string, string> {
  const entries = isRecord(file) ? Object.entries(file) : [];
  return new Map(
    entries.flatMap(([key, entry]) =>
      isRecord(entry) && typeof entry.message === 'string' ? [[key, entry.message] as const] : [],
    ),
  );
}

/**
 * The browser reads texts in its own language and cannot be told another: what it reads with is
 * replaced by a reader of the chosen texts. `undefined` gives the browser its own back.
 * @param source `browser.i18n`.
 */
export function createTextReader(source: object) {
  const own: unknown = Reflect.get(source, 'getMessage');
  return function read(texts: ReadonlyMap<string, string> | undefined): void {
    if (texts === undefined) Reflect.set(source, 'getMessage', own);
    else Reflect.set(source, 'getMessage', readerOf(texts));
  };
}

/** Like the browser's: `$1` to `$9` are replaced by values; an unknown key is an empty text. */
function readerOf(texts: ReadonlyMap<string, string>) {
  return (key: string, values: string | readonly string[] = []): string => {
    const list = typeof values === 'string' ? [values] : values;
    return (texts.get(key) ?? '').replace(/\$(\$|\d)/g, (_, place: string) =>
      place === '$' ? '$' : (list[Number(place) - 1] ?? ''),
    );
  };
}
