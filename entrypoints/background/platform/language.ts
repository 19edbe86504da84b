import { browser } from 'wxt/browser';
import {
  createTextReader,
  type LanguageChoice,
  parseTexts,
  textsPath,
} from '../../../shared/texts.ts';

/** Sets the language of the worker's texts, read from a file of the extension. */
export function languageSetter(): (choice: LanguageChoice) => Promise<void> {
  const read = createTextReader(browser.i18n);
  return async (choice) => {
    if (choice === 'browser') {
      read(undefined);
      return;
    }
    const response = await fetch(browser.runtime.getURL(textsPath(choice) as never));
    read(parseTexts(await response.json()));
  };
}
