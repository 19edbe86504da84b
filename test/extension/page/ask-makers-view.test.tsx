import { expect, it } from 'vitest';
import { AskMakersView } from '../../../components/screens/trade/quotations/AskMakers.tsx';
import { tokenAmount } from '../../../shared/units.ts';
import { ACCOUNT } from '../../gallery/samples/snapshot.ts';
import { deskPosition } from '../../shared/desk/desk-positions.ts';
import { onPage } from '../helpers/on-page.tsx';
import { buttonsOf, wordsOf } from '../helpers/read-markup.ts';

type Shown = Parameters<typeof AskMakersView>[0];

const ignore = () => undefined;
const idle = {
  run: async () => true,
  ...{ isRunning: false, isDone: false, problem: undefined, clear: ignore },
};
const FORM: Shown = {
  row: deskPosition('PUT', [2_800]),
  account: ACCOUNT,
  ...{ isClosed: false, onPart: undefined, onRead: ignore },
  ask: idle,
  ...{ refusal: null, isAllowed: true, tryAgain: ignore },
  part: { count: 1_000_000n },
  ...{ costs: undefined, canSplit: undefined, mark: 80_000_000n, isSale: true },
  hasFewMakers: false,
  given: { bps: 0n, isFar: false, isAccepted: false, isReady: true, accept: ignore },
  ...{ quotes: {}, minutes: 6, setMinutes: ignore, sizeText: '1' },
  ...{ limitText: '70', isLimit: true, isReady: true, onSize: ignore, onLimit: ignore },
};
const form = (change: Partial<Shown> = {}) => onPage(<AskMakersView {...FORM} {...change} />);
const ask = (html: string) => buttonsOf(html).at(-1);

it('disables “Ask makers” until the form is ready and while its request is being sent', () => {
  expect(ask(form())).toEqual({ name: 'Ask makers', isDisabled: false });
  expect(ask(form({ isReady: false }))?.isDisabled).toBe(true);
  expect(ask(form({ ask: { ...idle, isRunning: true } }))?.isDisabled).toBe(true);
});

it('shows why a request to makers failed', () => {
  expect(wordsOf(form({ ask: { ...idle, problem: 'No answer.' } }))).toContain('No answer.');
});

it('shows the reason instead of the form when makers can’t be asked', () => {
  const html = form({ refusal: new Error('No answer.'), isAllowed: false });
  expect(wordsOf(html)).toContain('No answer.');
  expect(buttonsOf(html)).toEqual([]);
});

it('shows the form for a closed position only if makers can be asked about that position', () => {
  expect(form({ isClosed: true, isAllowed: false })).toBe('');
  expect(ask(form({ isClosed: true }))?.name).toBe('Ask makers');
});

it('names the button “Split off, then ask makers” for a request about a part of the position', () => {
  const part = { count: 500_000n, collateral: tokenAmount(50n) };
  expect(ask(form({ part }))?.name).toBe('Split off, then ask makers');
});
