import { isRecord } from './is-record.ts';

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
 * Replaces the browser's text look-up, which only uses its own language and costs a native call for
 * each text of each row. `read(undefined)` uses the browser's texts, each looked up once.
 * @param source `browser.i18n`
 */
export function createTextReader(source: object) {
  const own: unknown = Reflect.get(source, 'getMessage');
  return function read(texts: ReadonlyMap<string, string> | undefined): void {
    const templateOf = texts === undefined ? lookUpOnce(source, own) : chosen(texts);
    Reflect.set(source, 'getMessage', (key: string, values: string | readonly string[] = []) =>
      filled(templateOf(key), typeof values === 'string' ? [values] : values),
    );
  };
}

/** Marks the place of a value in a template; texts don't contain it. */
const PLACE = '\uE000';
const PLACES = ['1', '2', '3', '4', '5', '6', '7', '8', '9'].map((place) => PLACE + place);

type Templates = (key: string) => string;

/** An unknown key has an empty text. `$1` to `$9` are values, two dollar signs are one. */
function chosen(texts: ReadonlyMap<string, string>): Templates {
  return (key) =>
    (texts.get(key) ?? '').replace(/\$(\$|\d)/g, (_, place: string) =>
      place === '$' ? '$' : PLACE + place,
    );
}

function lookUpOnce(source: object, own: unknown): Templates {
  const known = new Map<string, string>();
  return (key) => {
    const text = known.get(key);
    if (text !== undefined) return text;
    const found = typeof own === 'function' ? String(own.call(source, key, PLACES)) : '';
    known.set(key, found);
    return found;
  };
}

function filled(template: string, values: readonly string[]): string {
  return template.replace(/\uE000(\d)/g, (_, place: string) => values[Number(place) - 1] ?? '');
}
