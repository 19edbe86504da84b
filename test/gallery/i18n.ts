import { createTexts } from '../../shared/texts.ts';

/** Texts for a page outside of the extension, which a frame reads before drawing. */
export const i18n = createTexts({});
