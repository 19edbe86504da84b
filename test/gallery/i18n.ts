import { createTexts } from '../../shared/texts.ts';

/** The texts of a page that no browser has the texts of: a frame reads them before it draws. */
export const i18n = createTexts({});
