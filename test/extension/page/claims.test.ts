import { expect, it } from 'vitest';
import { i18n } from '#i18n';
import { inGerman } from '../helpers/languages.ts';

it('puts a colon between a step’s number and the step’s amount', () => {
  const title = () => i18n.t('meaning.stepTitle', { number: 2, sentence: '1.234,5 USDC' });
  expect(title()).toBe('Step 2: 1.234,5 USDC');
  expect(inGerman(title)).toBe('Schritt 2: 1.234,5 USDC');
});

it('the note about unreadable stored data makes no claim about the user’s money', () => {
  const text = () => i18n.t('storage.unchanged');
  expect(text()).not.toMatch(/money/i);
  expect(inGerman(text)).not.toMatch(/Geld/);
  expect(text()).toContain('on this device');
});
