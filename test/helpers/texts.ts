import { inject } from 'vitest';

/** Returns the texts of a language by their flat keys, as the browser has them. */
export function textsOf(language: string): Readonly<Record<string, string>> {
  const texts = inject('texts')[language];
  if (texts === undefined) throw new Error(`no texts in ${language}`);
  return texts;
}

// Replaces the browser's texts with the English texts. All test files in a process share this
// object, because shared modules keep a reference to it.
const english = textsOf('en');
const chrome: object = Reflect.get(globalThis, 'chrome') ?? {};
const i18n: object = Reflect.get(chrome, 'i18n') ?? {};
Object.assign(i18n, {
  getMessage: (key: string, values: readonly string[] = []) =>
    (english[key] ?? '').replace(/\$(\d)/g, (_, place) => values[Number(place) - 1] ?? ''),
});
Object.assign(chrome, { i18n });
Object.assign(globalThis, { chrome });
