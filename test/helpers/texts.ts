import { fileURLToPath } from 'node:url';
import { generateChromeMessages, parseMessagesFile } from '@wxt-dev/i18n/build';

const LOCALES = fileURLToPath(new URL('../../.output/locales/', import.meta.url));

/** The texts of a language as the browser has them, by their flat keys. */
export async function textsOf(language: string): Promise<Readonly<Record<string, string>>> {
  const messages = generateChromeMessages(await parseMessagesFile(`${LOCALES}${language}.yml`));
  return Object.fromEntries(Object.entries(messages).map(([key, { message }]) => [key, message]));
}

// Outside a browser the English texts stand in the place of the browser's.
const english = await textsOf('en');
const i18n = {
  getMessage: (key: string, values: readonly string[] = []) =>
    (english[key] ?? '').replace(/\$(\d)/g, (_, place) => values[Number(place) - 1] ?? ''),
};
Object.assign(globalThis, { chrome: { ...Reflect.get(globalThis, 'chrome'), i18n } });
