import { expect, it } from 'vitest';
import { PhraseQuiz } from '../../../components/screens/vault/backup/PhraseQuiz.tsx';
import { onPage } from '../helpers/on-page.tsx';

it('shows below the quiz of phrase words a back button that doesn’t submit the form', () => {
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
