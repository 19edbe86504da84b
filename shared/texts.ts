import { isRecord } from './messages/page.ts';

/** Supported languages. */
export const LANGUAGES = ['en', 'de'] as const;

/** The user's choice; `browser` follows the browser's language. */
export type LanguageChoice = 'browser' | (typeof LANGUAGES)[number];

/** Path of a language's texts in the extension. */
export const textsPath = (language: string): string => `/_locales/${language}/messages.json`;

/** Parses a `messages.json` into texts by key; skips invalid ones. */
export function parseTexts(file: unknown): ReadonlyMap<string, string> {
  const entries = isRecord(file) ? Object.entries(file) : [];
  return new Map(
    entries.flatMap(([key, entry]) =>
      isRecord(entry) && typeof entry.message === 'string' ? [[key, entry.message] as const] : [],
    ),
  );
}

/**
 * Replaces the browser's text look-up, which only uses its own language, by one of the chosen
 * language. `undefined` restores the browser's.
 * @param source `browser.i18n`
 */
export function createTextReader(source: object) {
  const own: unknown = Reflect.get(source, 'getMessage');
  return function read(texts: ReadonlyMap<string, string> | undefined): void {
    if (texts === undefined) Reflect.set(source, 'getMessage', own);
    else Reflect.set(source, 'getMessage', readerOf(texts));
  };
}

/**
 * Like the browser's look-up: replaces `$1` to `$9` by values; an unknown key returns an empty
 * text.
 */
function readerOf(texts: ReadonlyMap<string, string>) {
  return (key: string, values: string | readonly string[] = []): string => {
    const list = typeof values === 'string' ? [values] : values;
    return (texts.get(key) ?? '').replace(/\$(\$|\d)/g, (_, place: string) =>
      place === '$' ? '$' : (list[Number(place) - 1] ?? ''),
    );
  };
}
