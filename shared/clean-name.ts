/** Control and format characters, line and paragraph separators, and all that is drawn as nothing. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]+/gu;

/**
 * A name that a server tells, as it may stand on a screen: without what hides or turns the text
 * beside it, blanks single, and cut to `most` characters. Undefined where nothing is left.
 */
export function cleanName(text: string, most: number): string | undefined {
  const cleaned = text.replace(HIDDEN, '').replace(/\s+/g, ' ').trim();
  const cut = [...cleaned].slice(0, most).join('').trim();
  return cut === '' ? undefined : cut;
}
