import { expect, it } from 'vitest';
import { amountProblemText } from '../../../components/screens/trade/quotations/quotation-texts.ts';
import { exactText } from '../../../components/texts/numbers.ts';
import { inGerman } from '../helpers/languages.ts';

it('explains how to write an amount that was typed with thousands separators', () => {
  for (const typed of ['2,700', '2,700.50', 'abc'])
    expect(amountProblemText(typed)).toContain('without thousands separators, such as 1250.5');
  inGerman(() => {
    for (const typed of ['2.700', '2.700,50'])
      expect(amountProblemText(typed)).toContain('ohne Tausendertrennung ein, etwa 1250,5');
  });
});

it('asks for an amount above zero when the user typed zero', () => {
  expect(amountProblemText('0')).toBe('Enter an amount above zero.');
  expect(inGerman(() => amountProblemText('0,0'))).toBe('Geben Sie einen Betrag über null ein.');
});

it('writes an exact amount with the decimal mark of the chosen language', () => {
  expect(exactText(1_234_000n, 6)).toBe('1.234');
  expect(inGerman(() => exactText(1_234_000n, 6))).toBe('1,234');
});
