import { createContext, useContext, useEffect, useRef, useState } from 'react';
import { i18n } from '#i18n';
import { type LanguageChoice, parseTexts, textsPath } from '../../shared/texts.ts';
import { useSnapshot } from './use-wallet.ts';

/** Loads the page's texts in a language; resolves when they apply. */
export type UseLanguage = (choice: LanguageChoice) => Promise<void>;

export const LanguageContext = createContext<UseLanguage>(async () => undefined);

/** Returns a function that switches the page to another language. */
export function createLanguage(): UseLanguage {
  const labelDocument = () => {
    document.documentElement.lang = i18n.t('numbers.language');
    document.documentElement.dir = i18n.t('numbers.direction');
  };
  labelDocument();
  return async (choice) => {
    i18n.read(choice === 'browser' ? undefined : parseTexts(await load(textsPath(choice))));
    labelDocument();
  };
}

async function load(path: string): Promise<unknown> {
  const response = await fetch(path);
  return response.json();
}

/**
 * Follows the language that the user chose, and re-renders after a change. Returns false until the
 * first texts are loaded, so that the page never shows another language first.
 */
export function useLanguage(): boolean {
  const choice = useSnapshot((snapshot) => snapshot.language) ?? 'browser';
  const change = useContext(LanguageContext);
  const [shown, setShown] = useState<LanguageChoice>('browser');
  const isReady = useRef(false);
  useEffect(() => {
    if (choice === shown) return;
    let isCurrent = true;
    // If texts can't be loaded, the page keeps its current language.
    change(choice)
      .catch(() => undefined)
      .then(() => (isCurrent ? setShown(choice) : undefined));
    return () => {
      isCurrent = false;
    };
  }, [choice, shown, change]);
  if (choice === shown) isReady.current = true;
  return isReady.current;
}
