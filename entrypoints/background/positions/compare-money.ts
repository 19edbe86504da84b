import { buyerPayoff, maxPayoff, requiredCollateral } from '../../../shared/orders/payoff.ts';
import type { OptionTerms } from '../../../shared/orders/terms.ts';
import type { VerifiedFact } from '../../../shared/positions/position-view.ts';
import type { PositionRecord } from '../../../shared/positions/record.ts';
import { termsOfPosition } from '../../../shared/positions/value.ts';
import type { TokenAmount } from '../../../shared/units.ts';
import type { Backing } from './apply-trades.ts';
import type { ReceiptFacts } from './receipt-facts.ts';

export interface ComparedMoney {
  readonly facts: readonly (readonly [VerifiedFact, boolean])[];
  /**
   * The payoff by Condor's formula (base units), if a receipt proves another payment. The receipt
   * is right, because the deployed code was never published.
   */
  readonly formulaPayout: TokenAmount | undefined;
}

const NOTHING: ComparedMoney = { facts: [], formulaPayout: undefined };

/** Base units by which the rounding of formulas and contracts may differ. */
const ROUNDING_UNITS = 2n;

/**
 * Compares premium and payout with receipts. A receipt outranks any formula. Without a receipt,
 * finds only impossible amounts, because a possible amount proves nothing.
 */
export function compareMoney(
  position: PositionRecord,
  backing: Backing,
  receipts: ReceiptFacts,
): ComparedMoney {
  const terms = termsOfPosition(position);
  if (terms === undefined) return NOTHING;
  const payout = backing.payout ? true : receipts.payout;
  return {
    facts: [
      ...fact('premium', backing.premium, receipts.premium, () =>
        isPremiumPossible(position, terms),
      ),
      ...fact('payout', backing.payout, receipts.payout, () => isPayoutPossible(position, terms)),
    ],
    formulaPayout: payout === true ? otherPayoff(position, terms) : undefined,
  };
}

function fact(
  what: 'premium' | 'payout',
  isOwn: boolean,
  receipt: boolean | undefined,
  isPossible: () => boolean,
): ComparedMoney['facts'] {
  if (isOwn) return [];
  if (receipt !== undefined) return [[what, receipt]];
  return isPossible() ? [] : [[what, false]];
}

function isPremiumPossible(position: PositionRecord, terms: OptionTerms): boolean {
  const { entryPremium, entryFeePaid } = position;
  return entryPremium > 0n && entryPremium <= mostPaid(position, terms) + entryFeePaid;
}

function isPayoutPossible(position: PositionRecord, terms: OptionTerms): boolean {
  const { payoutBuyer, settlementPrice } = position.settlement ?? {};
  // A delivery pays the whole collateral or nothing, so it can't be compared with cash.
  if (terms.product.isPhysical || payoutBuyer === undefined) return true;
  if (settlementPrice === undefined || !terms.product.isPayoffConfirmed)
    return payoutBuyer <= mostPaid(position, terms);
  const { numContracts } = position;
  const expected = buyerPayoff({ terms, contracts: numContracts, settlementPrice });
  const difference = payoutBuyer - expected;
  return difference <= ROUNDING_UNITS && -difference <= ROUNDING_UNITS;
}

/** Returns the maximum payout: the whole collateral if the deployed payoff is unknown. */
function mostPaid({ numContracts }: PositionRecord, terms: OptionTerms): TokenAmount {
  const held = { terms, contracts: numContracts };
  return terms.product.isPayoffConfirmed ? maxPayoff(held) : requiredCollateral(held);
}

function otherPayoff(
  { settlement, numContracts }: PositionRecord,
  terms: OptionTerms,
): TokenAmount | undefined {
  const { payoutBuyer, settlementPrice } = settlement ?? {};
  if (terms.product.isPhysical || payoutBuyer === undefined || settlementPrice === undefined)
    return undefined;
  const expected = buyerPayoff({ terms, contracts: numContracts, settlementPrice });
  return expected === payoutBuyer ? undefined : expected;
}
