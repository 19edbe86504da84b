/**
 * Characters that are harmless inside an emoji: the joiner, and the selector for the coloured form.
 */
const IN_EMOJI = [
  /(?<=\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]?)\u200d(?=\p{Extended_Pictographic})/u,
  /(?<=\p{Extended_Pictographic})\ufe0f/u,
  /(?<=[\d#*])\ufe0f(?=\u20e3)/u,
];

/**
 * Control and format characters, line and paragraph separators, the Braille blank, and all
 * characters that are invisible by default: they can hide or reorder text (Unicode categories Cc,
 * Cf, Zl, Zp, and the property Default_Ignorable_Code_Point, which includes variation selectors).
 */
const HIDDEN = new RegExp(
  `(?!${IN_EMOJI.map(({ source }) => source).join('|')})` +
    String.raw`[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]`,
  'gu',
);

/** Returns true when a text contains invisible characters. Line breaks and tabs are allowed. */
export function hasHidden(text: string): boolean {
  return text.replace(/\r\n|[\n\t]/g, '').search(HIDDEN) >= 0;
}

/** Returns a text without its invisible characters. */
export function withoutHidden(text: string): string {
  return text.replace(HIDDEN, '');
}

/** Matches three or more blanks of any width, which could push text to another line. */
const BLANKS = /\p{Zs}{3,}/gu;

/**
 * Matches more combining marks on one character than languages use, which would cover other lines.
 */
const STACKED_MARKS = /(?<=\p{M}{3})\p{M}+/gu;

/**
 * Returns a one-line value with hidden characters as codes, and runs of blanks or combining marks
 * as their length, so that it can't look like another line or cover one.
 */
export function visible(text: string): string {
  return text
    .replace(STACKED_MARKS, (marks) => `\\u{${codeOf(marks)}}×${[...marks].length} `)
    .replace(BLANKS, ({ length }) => `\\u{20}×${length} `)
    .replace(/\p{Zs}/gu, ' ')
    .replace(HIDDEN, (character) => (character === '\n' ? '\\n' : `\\u{${codeOf(character)}}`));
}

/** Returns the hexadecimal code of a text's first character. */
function codeOf(text: string): string {
  return (text.codePointAt(0) ?? 0).toString(16);
}

/**
 * Returns foreign text (from a site, contract, node or server) for use inside a sentence: visible,
 * without quotation marks that could end the quotation, and cut to `length` characters.
 */
export function foreignText(text: string, length: number): string {
  // Cut first, because the text can be a megabyte long.
  const shown = visible(text.slice(0, length + 1)).replace(/["“”„‟«»]/g, "'");
  return shown.length > length ? `${shown.slice(0, length)}…` : shown;
}
