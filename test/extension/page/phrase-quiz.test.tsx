import { expect, it } from 'vitest';
import { PhraseQuiz } from '../../../components/screens/vault/backup/PhraseQuiz.tsx';
import { onPage } from '../helpers/on-page.tsx';

it('shows a back button, which doesn’t submit the form, below the check of the words', () => {
  const html = onPage(
    <PhraseQuiz
      asked={[{ place: 3, word: 'acid' }]}
      isRunning={false}
      onBack={() => undefined}
      onAnswer={() => undefined}
    />,
  );
  expect(html).toMatch(/type="submit"[^>]*>Check.*<\/form><button type="button"/);
});
