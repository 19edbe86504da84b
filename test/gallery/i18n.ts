import { createTexts } from '../../shared/texts.ts';

/** Texts of a page without a browser extension's texts: a frame reads them before it draws. */
export const i18n = createTexts({});
