import { describe, expect, it } from 'vitest';
import { i18n } from '#i18n';
import { promptFailure } from '../../../components/screens/prompt/ceremony-texts.ts';
import { PROMPT_CODES } from '../../../shared/messages/failure-codes.ts';

describe('a cancelled prompt', () => {
  it('reports that nothing was changed while no credential was handed over', () => {
    expect(i18n.t(promptFailure('cancelled', false))).toMatch(/Nothing was changed\.$/);
  });

  it.each(PROMPT_CODES)(
    'claims nothing about changes after an earlier prompt of the ceremony: %s',
    (failure) => {
      const text = i18n.t(promptFailure(failure, true));
      expect(text).not.toBe('');
      expect(text).not.toMatch(/nothing (?:was|has)/i);
    },
  );
});
