import { expect, it } from 'vitest';
import { SendView } from '../../../components/screens/wallet/send/Send.tsx';
import { ACCOUNT, snapshotWith } from '../../gallery/samples/snapshot.ts';
import { onPage } from '../helpers/on-page.tsx';
import { buttonsOf, wordsOf } from '../helpers/read-markup.ts';

type Shown = Parameters<typeof SendView>[0];

const ignore = () => undefined;
const idle = {
  run: async () => true,
  ...{ isRunning: false, isDone: false, problem: undefined, clear: ignore },
};
const balances = snapshotWith({}).portfolio?.balances ?? expect.unreachable();
const FORM: Shown = {
  balances,
  balance: balances[0],
  to: {
    ...{ from: ACCOUNT, typed: '', setTyped: ignore, receiver: undefined },
    ...{ isAcknowledged: false, acknowledge: ignore, address: undefined },
  },
  typed: '',
  setTyped: ignore,
  amount: undefined,
  problem: undefined,
  isReady: true,
  send: idle,
  fillMost: idle,
  pick: ignore,
};
const form = (change: Partial<Shown> = {}, areAmountsHidden = false) =>
  onPage(<SendView {...FORM} {...change} />, snapshotWith({ areAmountsHidden }));
const button = (html: string, name: string) => buttonsOf(html).find((one) => one.name === name);

it('disables “Review” until the payment form is ready', () => {
  expect(button(form(), 'Review')?.isDisabled).toBe(false);
  expect(button(form({ isReady: false }), 'Review')?.isDisabled).toBe(true);
});

it('disables the button of the payment form while the payment’s request is running', () => {
  const busy = buttonsOf(form({ send: { ...idle, isRunning: true } })).at(-1);
  expect(busy?.isDisabled).toBe(true);
  expect(busy?.name).not.toBe('Review');
});

it('shows why a payment was refused', () => {
  const problem = 'The node didn’t respond.';
  expect(wordsOf(form({ send: { ...idle, problem } }))).toContain(problem);
});

it('shows why an amount can’t be sent, and marks its field as invalid', () => {
  const problem = 'Enter an amount above zero.';
  const html = form({ typed: '0', problem });
  expect(wordsOf(html)).toContain(problem);
  expect(html).toContain('aria-invalid="true"');
});

it('hides the balance while amounts are hidden', () => {
  expect(wordsOf(form())).toContain('You have 1.42');
  expect(wordsOf(form({}, true))).toContain('You have •••');
  expect(wordsOf(form({}, true))).not.toContain('1.42');
});
