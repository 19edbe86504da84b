import { expect, it } from 'vitest';
import { PhraseQuiz } from '../../../components/screens/vault/backup/PhraseQuiz.tsx';
import { onPage } from '../helpers/on-page.tsx';

it('renders the quiz’s back button outside the form, so the button doesn’t submit anything', () => {
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
