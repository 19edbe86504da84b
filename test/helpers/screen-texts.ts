import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { GeneratedI18nStructure } from '../../.wxt/i18n/structure.ts';
import { parseTexts } from '../../shared/texts.ts';
import type { TextArguments } from '../../shared/typed-texts.ts';

type TextKey = keyof GeneratedI18nStructure & string;

/**
 * Values for the `{name}` placeholders of a text. A placeholder without a value matches any text.
 */
type PatternValues = Readonly<Record<string, string | number>>;

export interface ScreenTexts {
  /** Returns a text as a screen shows it, with the arguments of `i18n.t`. */
  text<Key extends TextKey>(key: Key, ...rest: TextArguments<GeneratedI18nStructure[Key]>): string;
  /** Returns a pattern that finds a text anywhere, in singular or plural. */
  textPattern(key: TextKey, values?: PatternValues): RegExp;
  /** Returns a pattern that finds a text at the start of a longer text, such as a row's title. */
  textStart(key: TextKey, values?: PatternValues): RegExp;
}

/** Returns the texts of the built extension in a language, for selectors of browser tests. */
export function screenTexts(language: string): ScreenTexts {
  const source = (key: TextKey, values: PatternValues = {}) =>
    formsOf(language, key)
      .map((form) =>
        form
          .split(/(\{\w+\}|\$\d)/)
          .map((part, at) => (at % 2 === 0 ? quoted(part) : placeOf(part, values)))
          .join(''),
      )
      .join('|');
  return {
    text(key, ...rest) {
      const [first, second]: readonly unknown[] = rest;
      const isPlural = typeof first === 'number';
      const form = formOf(formsOf(language, key), isPlural ? first : undefined);
      const values = new Map<string, unknown>([
        ['0', first],
        ...Object.entries(Object(isPlural ? second : first)),
      ]);
      return form.replace(/\{(\w+)\}|\$(\d)/g, (place, name?: string, digit?: string) =>
        String(values.get(name ?? String(Number(digit) - 1)) ?? place),
      );
    },
    textPattern: (key, values) => new RegExp(source(key, values)),
    textStart: (key, values) => new RegExp(`^(?:${source(key, values)})`),
  };
}

export const { text, textPattern, textStart } = screenTexts('en');

export const anyOf = (...patterns: readonly RegExp[]) =>
  new RegExp(patterns.map(({ source }) => `(?:${source})`).join('|'));

/** Returns the forms of a text in the current build. A test may have replaced the build's texts. */
function formsOf(language: string, key: TextKey): readonly string[] {
  const path = `../../.output/chrome-mv3/_locales/${language}/messages.json`;
  const file = readFileSync(fileURLToPath(new URL(path, import.meta.url)), 'utf8');
  const message = parseTexts(JSON.parse(file)).get(key.replaceAll('.', '_'));
  if (message === undefined) throw new Error(`The built extension has no text ${key}.`);
  return message.split(' | ');
}

/**
 * Returns the plural form for a count. Two forms are for one and many. Three forms are for zero,
 * one and many.
 */
function formOf(forms: readonly string[], count: number | undefined): string {
  const at = forms.length === 3 ? Math.min(count ?? 0, 2) : count === 1 ? 0 : forms.length - 1;
  return forms[at] ?? '';
}

function placeOf(place: string, values: PatternValues): string {
  const value = values[place.slice(1, -1)];
  return value === undefined ? '.*?' : quoted(String(value));
}

const quoted = (literal: string) => literal.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
