import { describe, expect, it } from 'vitest';
import { i18n } from '#i18n';
import { promptFailure } from '../../../components/screens/prompt/ceremony-texts.ts';
import { PROMPT_CODES } from '../../../shared/messages/failure-codes.ts';

describe('a cancelled prompt', () => {
  it('says that nothing was changed when a prompt was cancelled before any credential was returned', () => {
    expect(i18n.t(promptFailure('cancelled', false))).toMatch(/Nothing was changed\.$/);
  });

  it.each(PROMPT_CODES)(
    'doesn’t claim that nothing was changed when a prompt fails after an earlier prompt succeeded: %s',
    (failure) => {
      const text = i18n.t(promptFailure(failure, true));
      expect(text).not.toBe('');
      expect(text).not.toMatch(/nothing (?:was|has)/i);
    },
  );
});
