/**
 * Maximum number of characters of a block. The time that browsers need to lay out a paragraph grows
 * with the square of its length.
 */
export const BLOCK_LENGTH = 2_000;
/** Number of characters by which a block may be shorter, to end at a better position. */
const SLACK = 200;

/**
 * Splits a long text into blocks of at most `BLOCK_LENGTH` characters, if possible at the end of a
 * line or word. Never splits a code point.
 */
export function textBlocks(text: string): string[] {
  const blocks: string[] = [];
  let start = 0;
  while (text.length - start > BLOCK_LENGTH) {
    const end = start + endOfBlock(text.slice(start, start + BLOCK_LENGTH + SLACK));
    blocks.push(text.slice(start, end));
    start = end;
  }
  blocks.push(text.slice(start));
  return blocks;
}

/** Returns the length of the first block of a text. */
function endOfBlock(text: string): number {
  for (const end of ['\n', ' ']) {
    const at = text.lastIndexOf(end, BLOCK_LENGTH - 1);
    if (at >= BLOCK_LENGTH - SLACK) return at + 1;
  }
  // Several code points can form one character: letters with marks, compound emojis.
  const near = new Intl.Segmenter().segment(text.slice(BLOCK_LENGTH - SLACK));
  const before = near.containing(SLACK)?.index ?? 0;
  if (before > 0) return BLOCK_LENGTH - SLACK + before;
  return (text.codePointAt(BLOCK_LENGTH - 1) ?? 0) > 0xffff ? BLOCK_LENGTH - 1 : BLOCK_LENGTH;
}
