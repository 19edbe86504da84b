import { fileURLToPath } from 'node:url';
import { parseMessagesFile } from '@wxt-dev/i18n/build';
import type { TextOf } from './describe-contract.ts';

const LOCALE = fileURLToPath(new URL('../../components/locales/en/', import.meta.url));

/**
 * Reads the English texts that name calls and their parts. If a text has several plural forms, uses
 * the form for many.
 */
export async function readTexts(): Promise<TextOf> {
  const texts = new Map<string, string>();
  for (const file of ['actions', 'fill', 'rows'])
    for (const message of await parseMessagesFile(`${LOCALE}${file}.yml`))
      texts.set(
        [file, ...message.key].join('.'),
        message.type === 'plural' ? (message.plurals.n ?? '') : message.message,
      );
  return (key) => texts.get(key);
}
