import { i18n } from '#i18n';

/**
 * Shows a recovery phrase as numbered words to write down. The words can't be selected, because
 * other programs and web pages can read the clipboard.
 */
export function PhraseList({ words }: { words: readonly string[] }) {
  return (
    <ol
      className="grid grid-cols-[repeat(auto-fill,minmax(6.5rem,1fr))] gap-2 select-none"
      aria-label={i18n.t('addWallet.phrase')}
      data-testid="phrase"
    >
      {numbered(words).map(({ number, word }) => (
        <li key={number} className="rounded-lg bg-raised px-2 py-1.5 text-sm">
          <span className="me-1 text-xs text-muted">{number}</span>
          {word}
        </li>
      ))}
    </ol>
  );
}

/**
 * Returns the words with their positions. A word can occur twice in a phrase, so its position
 * identifies it.
 */
function numbered(words: readonly string[]): { number: number; word: string }[] {
  return words.map((word, i) => ({ number: i + 1, word }));
}
