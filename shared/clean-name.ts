/**
 * Control and format characters, line and paragraph separators, and characters without a visible
 * glyph.
 */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]+/gu;

/**
 * Cleans a server's name for display: removes characters that hide or reorder text, collapses
 * blanks, cuts the name to `most` characters. Returns undefined if nothing remains.
 */
export function cleanName(text: string, most: number): string | undefined {
  const cleaned = text.replace(HIDDEN, '').replace(/\s+/g, ' ').trim();
  const cut = [...cleaned].slice(0, most).join('').trim();
  return cut === '' ? undefined : cut;
}
