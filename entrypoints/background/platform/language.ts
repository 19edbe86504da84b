import { browser } from 'wxt/browser';
import {
  createTextReader,
  type LanguageChoice,
  parseTexts,
  textsPath,
} from '../../../shared/texts.ts';

/** Has the worker speak the chosen language; a file of the extension itself is read for it. */
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
