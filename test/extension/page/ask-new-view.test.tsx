import { expect, it } from 'vitest';
import { AskNewView } from '../../../components/screens/trade/quotations/AskNewForm.tsx';
import { type AskedForm, readForm } from '../../../components/screens/trade/quotations/asked.ts';
import { tokenAmount, unixSeconds } from '../../../shared/units.ts';
import { NOW } from '../../shared/desk/desk-rows.ts';
import { onPage } from '../helpers/on-page.tsx';
import { buttonsOf, wordsOf } from '../helpers/read-markup.ts';

type Shown = Parameters<typeof AskNewView>[0];

const ignore = () => undefined;
const idle = {
  run: async () => true,
  ...{ isRunning: false, isDone: false, problem: undefined, clear: ignore },
};
const NEEDS = {
  ...{ needed: tokenAmount(50_000_000n), held: tokenAmount(100_000_000n) },
  ...{ pledged: tokenAmount(0n), allowed: tokenAmount(0n) },
};

function form(typed: Partial<AskedForm> = {}, change: Partial<Shown> = {}): string {
  const first: AskedForm = {
    ...{ asset: 'ETH', product: 'PUT', isBuyer: true, strikes: ['3000'] },
    ...{ expiry: '', size: '1', limit: '5' },
    ...typed,
  };
  const asked = readForm(first, { view: undefined, now: unixSeconds(NOW), areHidden: false });
  const shown: Shown = {
    ...{ form: first, asked, change: ignore, minutes: 6, setMinutes: ignore },
    given: { bps: 0n, isFar: false, isAccepted: false, isReady: true, accept: ignore },
    needs: NEEDS,
    ...{ error: null, ask: idle, isReady: true },
  };
  return onPage(<AskNewView {...shown} {...change} />);
}
const ask = (html: string) => buttonsOf(html).at(-1);

it('the form for a new option can’t be sent until it is ready, nor while its request is being sent', () => {
  expect(ask(form())).toEqual({ name: 'Ask makers', isDisabled: false });
  expect(ask(form({}, { isReady: false }))?.isDisabled).toBe(true);
  expect(ask(form({}, { ask: { ...idle, isRunning: true } }))?.isDisabled).toBe(true);
});

it('the form for a new option shows why the factory or the wallet refuses', () => {
  expect(wordsOf(form({}, { error: new Error('No answer.') }))).toContain('No answer.');
  expect(wordsOf(form({}, { ask: { ...idle, problem: 'Not sent.' } }))).toContain('Not sent.');
});

it('the form for a new option says which money is missing', () => {
  const poor = { ...NEEDS, held: tokenAmount(20_000_000n) };
  expect(wordsOf(form({}, { needs: poor }))).toContain(
    'The request needs 50 USDC. The account has 20 USDC.',
  );
  expect(wordsOf(form())).not.toContain('The request needs');
});

it('the form for a new option marks strikes and sizes that aren’t numbers above zero', () => {
  expect(form()).not.toContain('aria-invalid="true"');
  expect(form({ strikes: ['high'] })).toContain('aria-invalid="true"');
  expect(form({ size: '0' })).toContain('aria-invalid="true"');
});
