import { isRecord } from './is-record.ts';

export const LANGUAGES = ['en', 'de'] as const;

/** The user's choice; `browser` follows the browser's language. */
export type LanguageChoice = 'browser' | (typeof LANGUAGES)[number];

/** Path of a language's texts in the extension. */
export const textsPath = (language: string): string => `/_locales/${language}/messages.json`;

/** Parses a `messages.json` into texts by key, and skips invalid texts. */
export function parseTexts(file: unknown): ReadonlyMap<string, string> {
  const entries = isRecord(file) ? Object.entries(file) : [];
  return new Map(
    entries.flatMap(([key, entry]) =>
      isRecord(entry) && typeof entry.message === 'string' ? [[key, entry.message] as const] : [],
    ),
  );
}

/** Arguments of `t` after the key: a plural's number, values of `$1` to `$9`, or values by name. */
type Argument =
  | number
  | readonly (string | number)[]
  | Readonly<Record<string, string | number>>
  | undefined;

export interface Texts {
  /** Returns the text of a key in the present language; an empty text for an unknown key. */
  t(key: string, ...rest: readonly Argument[]): string;
  /** Uses these texts from now on; `undefined` means the browser's own language. */
  read(texts: ReadonlyMap<string, string> | undefined): void;
}

/**
 * Returns the texts of the browser's language until other texts are set. Looks up each text once.
 * @param source `browser.i18n`, which knows only the browser's language
 */
export function createTexts(source: object): Texts {
  let templates = new Map<string, string>();
  let chosen: ReadonlyMap<string, string> | undefined;

  function templateOf(key: string): string {
    const known = templates.get(key);
    if (known !== undefined) return known;
    const name = key.replaceAll('.', '_');
    const found = chosen === undefined ? lookUp(source, name) : withPlaces(chosen.get(name) ?? '');
    templates.set(key, found);
    return found;
  }

  return {
    t(key, ...rest) {
      const count = rest.find((argument) => typeof argument === 'number');
      const listed = rest.find((argument) => Array.isArray(argument));
      const named = rest.find((argument) => isRecord(argument));
      const values = listed ?? (count === undefined ? [] : [count]);
      const template = templateOf(key);
      const form = count === undefined ? template : pluralOf(template.split(' | '), count);
      // Replaces all values in one pass, so that a mark inside a value isn't replaced.
      return form.replace(/\uE000(\d)|\{(\w+)\}/g, (match, place?: string, name = '') =>
        String(place === undefined ? (named?.[name] ?? match) : (values[Number(place) - 1] ?? '')),
      );
    },
    read(texts) {
      chosen = texts;
      templates = new Map();
    },
  };
}

/** Marks the position of a value in a template. Texts don't contain this character. */
const PLACE = '\uE000';
const PLACES = ['1', '2', '3', '4', '5', '6', '7', '8', '9'].map((place) => PLACE + place);

function lookUp(source: object, name: string): string {
  const getMessage: unknown = Reflect.get(source, 'getMessage');
  return typeof getMessage === 'function' ? String(getMessage.call(source, name, PLACES)) : '';
}

/** Marks `$1` to `$9` as values. Two dollar signs stand for one. */
function withPlaces(text: string): string {
  return text.replace(/\$(\$|\d)/g, (_, place: string) => (place === '$' ? '$' : PLACE + place));
}

/**
 * Returns the plural form for a count. Texts have the forms `1 | n` or `0 | 1 | n`, as defined by
 * the library that compiles them.
 */
function pluralOf(forms: readonly string[], count: number): string {
  const [first = '', second = first, third] = forms;
  if (third === undefined) return count === 1 ? first : second;
  return [first, second][count] ?? third;
}
