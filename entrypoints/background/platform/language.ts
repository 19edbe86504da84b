import { browser } from 'wxt/browser';
import { i18n } from '#i18n';
import { type LanguageChoice, parseTexts, textsPath } from '../../../shared/texts.ts';

/** Sets the language of the worker's texts, read from a file of the extension. */
export async function setLanguage(choice: LanguageChoice): Promise<void> {
  if (choice === 'browser') {
    i18n.read(undefined);
    return;
  }
  const response = await fetch(browser.runtime.getURL(textsPath(choice) as never));
  i18n.read(parseTexts(await response.json()));
}
