import { inject } from 'vitest';

/** Returns the texts of a language as the browser has them, by their flat keys. */
export function textsOf(language: string): Readonly<Record<string, string>> {
  const texts = inject('texts')[language];
  if (texts === undefined) throw new Error(`no texts in ${language}`);
  return texts;
}

// Outside a browser, the English texts replace the browser's.
const english = textsOf('en');
const i18n = {
  getMessage: (key: string, values: readonly string[] = []) =>
    (english[key] ?? '').replace(/\$(\d)/g, (_, place) => values[Number(place) - 1] ?? ''),
};
Object.assign(globalThis, { chrome: { ...Reflect.get(globalThis, 'chrome'), i18n } });
