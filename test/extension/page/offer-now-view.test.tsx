import { expect, it } from 'vitest';
import { OfferNowView } from '../../../components/screens/trade/quotations/OfferNow.tsx';
import { tokenAmount } from '../../../shared/units.ts';
import { PUT } from '../../gallery/samples/positions.ts';
import { address, snapshotWith } from '../../gallery/samples/snapshot.ts';
import { onPage } from '../helpers/on-page.tsx';
import { buttonsOf, wordsOf } from '../helpers/read-markup.ts';

type Shown = Parameters<typeof OfferNowView>[0];

const BEST = {
  offeror: address('a1'),
  amount: tokenAmount(96_000_000n),
  net: tokenAmount(93_120_000n),
  state: 'open',
} as const;
const OFFER: Shown = {
  row: PUT,
  best: BEST,
  view: {
    id: 7n,
    stage: 'collecting',
    stageEnd: Math.floor(Date.now() / 1000) + 83,
    existing: PUT.address,
    isBuyer: false,
    strikes: PUT.strikes,
    expiry: PUT.expiry,
    token: PUT.token,
    contracts: PUT.contracts,
    escrow: tokenAmount(0n),
    offers: [BEST],
    unreadable: 0,
  },
  ...{ isBusy: false, isSent: false, problem: undefined, onAccept: () => undefined },
};
const offer = (change: Partial<Shown> = {}, areAmountsHidden = false) =>
  onPage(<OfferNowView {...OFFER} {...change} />, snapshotWith({ areAmountsHidden }));

it('lets the user take the best offer only once', () => {
  const isDisabled = (change: Partial<Shown>) => buttonsOf(offer(change))[0]?.isDisabled;
  expect(isDisabled({})).toBe(false);
  expect(isDisabled({ isBusy: true })).toBe(true);
  expect(isDisabled({ isSent: true })).toBe(true);
});

it('shows why the best offer couldn’t be taken', () => {
  const problem = 'The offer was withdrawn.';
  expect(wordsOf(offer({ problem }))).toContain(problem);
  expect(offer({ problem })).toContain('role="alert"');
});

it('hides the best offer’s amount while amounts are hidden', () => {
  expect(wordsOf(offer())).toContain('93.12 USDC');
  expect(wordsOf(offer({}, true))).not.toContain('93.12');
  expect(buttonsOf(offer({}, true))[0]?.name).toContain('•••');
});
