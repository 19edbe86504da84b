/**
 * Control and format characters, line and paragraph separators, and characters drawn as nothing.
 */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]+/gu;

/**
 * Cleans a server's name for display: removes characters that hide or reorder text, collapses
 * blanks, cuts it to `most` characters. Returns undefined when it would be empty.
 */
export function cleanName(text: string, most: number): string | undefined {
  const cleaned = text.replace(HIDDEN, '').replace(/\s+/g, ' ').trim();
  const cut = [...cleaned].slice(0, most).join('').trim();
  return cut === '' ? undefined : cut;
}
