import { BLOCK_LENGTH, textBlocks } from '../texts/text-blocks.ts';

/**
 * Shows a whole text from outside Condor, however long. The browser lays out each block only when
 * it becomes visible, so that a long text doesn't freeze the page.
 */
export function LongText({ text }: { text: string }) {
  if (text.length <= BLOCK_LENGTH) return text;
  let start = 0;
  return textBlocks(text).map((block) => {
    const key = start;
    start += block.length;
    return (
      <span
        key={key}
        className="block indent-0 [contain-intrinsic-size:auto_32rem] [content-visibility:auto]"
      >
        {block}
      </span>
    );
  });
}
