/** Within an emoji these hide nothing: the joiner, and the selector of the coloured form. */
const IN_EMOJI = [
  /(?<=\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]?)\u200d(?=\p{Extended_Pictographic})/u,
  /(?<=\p{Extended_Pictographic})\ufe0f/u,
  /(?<=[\d#*])\ufe0f(?=\u20e3)/u,
];

/**
 * Control and format characters, line and paragraph separators, the blank of Braille, and all that is
 * drawn as nothing by default: what can hide or turn what stands beside it (Unicode categories Cc, Cf,
 * Zl, Zp, and the property Default_Ignorable_Code_Point, which variation selectors have too).
 */
const HIDDEN = new RegExp(
  `(?!${IN_EMOJI.map(({ source }) => source).join('|')})` +
    String.raw`[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]`,
  'gu',
);

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
