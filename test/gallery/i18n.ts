import { createTexts } from '../../shared/texts.ts';

/** Texts for pages outside of the extension. The frame reads the messages before it draws. */
export const i18n = createTexts({});
