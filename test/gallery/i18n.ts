import { createTexts } from '../../shared/texts.ts';

/** Texts of a page outside of the extension: a frame reads them before it draws. */
export const i18n = createTexts({});
