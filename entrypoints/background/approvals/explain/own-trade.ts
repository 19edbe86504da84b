import type { Address } from 'viem';
import type { CheckFact } from '../../../../shared/approvals/facts/checks.ts';
import type { DangerFact } from '../../../../shared/approvals/facts/dangers.ts';
import type { Understanding } from '../../../../shared/approvals/understanding.ts';
import { isSameAddress } from '../../../../shared/is-same-address.ts';
import type { TokenAmount } from '../../../../shared/units.ts';
import type { RequestState } from '../../market/options/request.ts';
import { type JudgeDeps, type Judgement, judgeTrade } from './judge-trade.ts';

/** Calls about an existing request. */
export type OfferCall = Extract<
  Understanding,
  {
    kind:
      | 'accept offer'
      | 'reveal offer'
      | 'settle quotation'
      | 'cancel quotation'
      | 'make offer'
      | 'cancel offer';
  }
>;

/** The account's role in the trade of a request. The total is unknown while the offer is sealed. */
export interface OwnTrade {
  readonly role: 'requester' | 'offeror';
  readonly total: TokenAmount | undefined;
}

/** Offerors take the opposite side of the request. */
export function roleOf(
  found: OfferCall,
  request: RequestState,
  account: Address,
): 'requester' | 'offeror' | 'other' {
  const isRequester = isSameAddress(request.requester, account);
  switch (found.kind) {
    case 'make offer':
    case 'cancel offer':
      return 'offeror';
    case 'reveal offer':
      // Revealing another account's offer doesn't oblige the account to anything.
      return isSameAddress(found.offeror, account) ? 'offeror' : 'other';
    case 'settle quotation':
      if (isRequester) return 'requester';
      return isSameAddress(request.winner ?? '', account) || becomesMaker(request, account)
        ? 'offeror'
        : 'other';
    default:
      return isRequester ? 'requester' : 'other';
  }
}

/** Returns true when settling an open request without a winner makes the account its maker. */
export function becomesMaker(
  { staysOpen, hasWinner, end, requester }: RequestState,
  account: Address,
): boolean {
  return staysOpen && !hasWinner && end === undefined && !isSameAddress(requester, account);
}

/** Returns the trade to which a call obliges the account; undefined for other calls. */
export function tradeIn(
  found: OfferCall,
  request: RequestState,
  account: Address,
): OwnTrade | undefined {
  const role = roleOf(found, request, account);
  if (role === 'other') return undefined;
  switch (found.kind) {
    case 'cancel quotation':
    case 'cancel offer':
      return undefined;
    case 'make offer':
      return { role, total: undefined };
    case 'settle quotation':
      return request.hasWinner || role === 'offeror' ? { role, total: request.best } : undefined;
    default:
      return { role, total: found.amount };
  }
}

/** Judges a trade for the requester, or for an offeror, who takes the other side. */
export async function judgeOffer(
  request: RequestState,
  { role, total }: OwnTrade,
  deps: JudgeDeps & { readonly account: Address },
): Promise<Judgement> {
  const { isBuyer, best, hasWinner, requester } = request;
  const side = (role === 'requester') === isBuyer ? 'buy' : 'sell';
  // A sealed amount is unknown, so it is judged at the limit, the best price for its offeror.
  const judged = await judgeTrade({ ...request, side, total: total ?? best }, deps);
  const isBeyond = total !== undefined && !hasWinner && (isBuyer ? total > best : total < best);
  const isOwn = role === 'offeror' && isSameAddress(requester, deps.account);
  const staysOpen = role === 'offeror' && request.staysOpen;
  const checks: readonly (CheckFact | false)[] = [
    isBeyond && { code: 'limit.beyond', status: 'warned' },
    isOwn && { code: 'request.own', status: 'failed' },
    staysOpen && { code: 'afterwards.requestStaysOpen', status: 'warned' },
  ];
  const dangers: readonly (DangerFact | false)[] = [
    isBeyond && role === 'requester' && { code: 'limit.beyond' },
    total === undefined && { code: 'offer.amountSealed' },
  ];
  return {
    ...judged,
    checks: [...judged.checks, ...checks.filter((check) => check !== false)],
    dangers: [...judged.dangers, ...dangers.filter((danger) => danger !== false)],
  };
}
