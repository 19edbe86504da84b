/**
 * Control and format characters, line and paragraph separators, blanks that are drawn as nothing, and
 * variation selectors: what can hide or turn what stands beside it (Unicode categories Cc, Cf, Zl,
 * Zp, and the default ignorables outside of them).
 */
const HIDDEN =
  /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u115f\u1160\u2800\u3164\uffa0]|\u034f|\u17b4|\u17b5|[\u{e0100}-\u{e01ef}]/gu;

/** Whether a text of several lines holds anything that its reader cannot see. */
export function hasHidden(text: string): boolean {
  return text.replace(/\r\n|[\n\t]/g, '').search(HIDDEN) >= 0;
}

/** A value of one line with hidden characters as their codes: it must not look like another line. */
export function visible(text: string): string {
  return text.replace(HIDDEN, (character) =>
    character === '\n' ? '\\n' : `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
}
