import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { generateChromeMessages, parseMessagesFile } from '@wxt-dev/i18n/build';
import type { TestProject } from 'vitest/node';

const LOCALES = fileURLToPath(new URL('../../.output/locales/', import.meta.url));

declare module 'vitest' {
  interface ProvidedContext {
    /** Texts by language and flat key. */
    texts: Readonly<Record<string, Readonly<Record<string, string>>>>;
  }
}

/** Parses the texts once for all test files, because parsing takes longer than most files. */
export async function setup(project: TestProject): Promise<void> {
  const languages = readdirSync(LOCALES).map((file) => file.replace('.yml', ''));
  const texts = await Promise.all(languages.map(readTexts));
  project.provide('texts', Object.fromEntries(texts));
}

async function readTexts(language: string) {
  const messages = generateChromeMessages(await parseMessagesFile(`${LOCALES}${language}.yml`));
  const texts = Object.entries(messages).map(([key, { message }]) => [key, message] as const);
  return [language, Object.fromEntries(texts)] as const;
}
