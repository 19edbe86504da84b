import type { DefaultSize } from '../messages/desk-choices.ts';
import { floorContracts } from '../orders/sizing.ts';
import {
  type Size,
  type TicketFigures,
  type TicketInput,
  ticketFigures,
} from '../orders/ticket.ts';
import { type Contracts, contracts, ONE_8, type TokenAmount } from '../units.ts';

/** Factor between cents and the dollars in which limits are compared. */
const PER_CENT = 1_000_000n;
const BPS = 10_000n;

/**
 * Returns the size with which a ticket opens, rounded down to a millionth of a contract and at most
 * `limits.most`. Undefined while a needed price or balance is unknown. Losses and premiums in
 * tokens are converted to dollars at today's price.
 * @param limits.balanceCents dollars of the account's balances, in cents
 */
export function defaultSize(
  size: DefaultSize,
  offer: TicketInput,
  limits: { readonly most: Contracts; readonly balanceCents: bigint | undefined },
): Size | undefined {
  const { most, balanceCents } = limits;
  const { decimals } = offer;
  if (size.by === 'contracts') {
    const wanted = (BigInt(size.millionths) * 10n ** BigInt(decimals)) / 1_000_000n;
    return sizeOf(contracts(wanted < most ? wanted : most), decimals);
  }
  const cents =
    size.by === 'share'
      ? balanceCents === undefined
        ? undefined
        : (balanceCents * BigInt(size.bps)) / BPS
      : BigInt(size.cents);
  const tokenPrice = offer.terms.product.isQuoteCollateral ? ONE_8 : offer.spot;
  if (cents === undefined || tokenPrice === undefined) return undefined;
  const amountOf = ({ quote }: TicketFigures): TokenAmount =>
    size.by === 'premium' ? quote.premium : quote.curve.maxLoss;
  // Dollars with 8 decimals times the token's unit, so that the comparison is exact.
  const limit = cents * PER_CENT * 10n ** BigInt(decimals);
  const fits = (amount: bigint) =>
    amountOf(ticketFigures(offer, { by: 'contracts', amount })) * tokenPrice <= limit;
  return sizeOf(contracts(largestThat(fits, most)), decimals);
}

const sizeOf = (amount: Contracts, decimals: number): Size => ({
  by: 'contracts',
  amount: floorContracts(amount, decimals),
});

/** Returns the largest number up to `most` that fits. All smaller numbers must fit, too. */
function largestThat(fits: (amount: bigint) => boolean, most: bigint): bigint {
  if (fits(most)) return most;
  let [low, high] = [0n, most];
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (fits(middle)) low = middle;
    else high = middle;
  }
  return low;
}
