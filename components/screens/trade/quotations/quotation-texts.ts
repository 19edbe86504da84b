import { i18n } from '#i18n';
import type { StrikeProblem } from '../../../../shared/orders/strikes.ts';
import type { OfferState, QuotationView } from '../../../../shared/quotations/view.ts';
import { WalletFailure } from '../../../hooks/wallet-connection.ts';
import { amountProblem } from '../../../texts/amount-problem.ts';
import { codeKey } from '../../../texts/code-key.ts';
import { fittingPrice } from '../../../texts/position-texts.ts';
import { productLabel } from '../../../texts/product-name.ts';
import { leftUntil } from '../../../texts/times.ts';

/** Returns the title of a request: "Sell ETH · Put $2,500". */
export function titleOf({ asset, product, strikes, isBuyer, existing }: QuotationView): string {
  const name = `${asset ?? i18n.t('positions.unknownAsset')} · ${productLabel(product)}`;
  const option = `${name} ${strikes.map(fittingPrice).join(' · ')}`;
  if (existing === undefined && isBuyer) return i18n.t('quotations.newOf', { option });
  return i18n.t(isBuyer ? 'quotations.purchaseOf' : 'quotations.saleOf', { option });
}

/** Describes the stage of a request. `now` in epoch milliseconds. */
export function stageText(view: QuotationView, now: number): string {
  const time = leftUntil(view.stageEnd ?? 0, now);
  switch (view.stage) {
    case 'collecting':
      return i18n.t('quotations.collecting', { time });
    case 'revealing':
      return i18n.t('quotations.revealing', { time });
    case 'settled':
      if (view.existing === undefined) return i18n.t('quotations.settledNew');
      return i18n.t(view.isBuyer ? 'quotations.settledPurchase' : 'quotations.settledSale');
    default:
      return i18n.t(`quotations.${view.stage}`);
  }
}

/** Returns the outcome of an offer; empty for an offer that can be accepted. */
export function offerStateText(state: OfferState): string {
  return state === 'open' ? '' : i18n.t(`quotations.offer.${state}`);
}

/** Explains which rule the strikes of a structure break. */
export function strikeProblemText(problem: StrikeProblem): string {
  return i18n.t(`quotations.strikeProblem.${codeKey(problem)}`);
}

/** Explains why a typed amount can't be used. */
export function amountProblemText(typed: string): string {
  return amountProblem(typed, i18n.t('quotations.limitWrong'));
}

/** Errors of the factory that a user can understand, by their names in the ABI. */
const REASONS = {
  InvalidOptionOwnership: 'quotations.reasonOwner',
  OptionOwnedBySameParty: 'quotations.reasonSameParty',
  OptionExpired: 'quotations.reasonExpired',
  RFQExpiryAfterOptionExpiry: 'quotations.reasonExpired',
  OfferPeriodEnded: 'quotations.reasonEnded',
  QuotationNotActive: 'quotations.reasonInactive',
} as const;

const isKnown = (words: string): words is keyof typeof REASONS => Object.hasOwn(REASONS, words);

/** Explains why a request, or an answer to a request, isn't possible. */
export function reasonText(error: Error): string {
  if (!(error instanceof WalletFailure) || error.code !== 'chain') return error.message;
  const { words } = error;
  if (words === undefined) return i18n.t('quotations.reasonUnknown');
  return isKnown(words) ? i18n.t(REASONS[words]) : i18n.t('quotations.reasonOther', { words });
}
