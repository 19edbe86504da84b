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

/** Blanks of any width, more than two of them: they could push what follows onto a line of its own. */
const BLANKS = /\p{Zs}{3,}/gu;

/** Marks stacked on one character beyond what languages use: they paint over the lines around them. */
const STACKED_MARKS = /(?<=\p{M}{3})\p{M}+/gu;

/**
 * Returns a value of one line with hidden characters as their codes, and a run of blanks or of stacked
 * marks as its length: it must not look like another line or cover another row.
 */
export function visible(text: string): string {
  return text
    .replace(STACKED_MARKS, (marks) => `\\u{${codeOf(marks)}}×${[...marks].length} `)
    .replace(BLANKS, ({ length }) => `\\u{20}×${length} `)
    .replace(/\p{Zs}/gu, ' ')
    .replace(HIDDEN, (character) => (character === '\n' ? '\\n' : `\\u{${codeOf(character)}}`));
}

/** Returns the code of a text's first character in hexadecimal. */
function codeOf(text: string): string {
  return (text.codePointAt(0) ?? 0).toString(16);
}

/**
 * Returns a text of a site, contract, node or server for a place inside a sentence of ours: visible,
 * without quotation marks that could end its own, and at most `length` characters long.
 */
export function foreignText(text: string, length: number): string {
  // Cut first too: a text can be a megabyte long.
  const shown = visible(text.slice(0, length + 1)).replace(/["“”„‟«»]/g, "'");
  return shown.length > length ? `${shown.slice(0, length)}…` : shown;
}
