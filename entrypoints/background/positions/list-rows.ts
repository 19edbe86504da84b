import type { Address } from 'viem';
import { assetOfFeed } from '../../../shared/chain/tokens.ts';
import type { Order } from '../../../shared/orders/order.ts';
import type { FeedEntry } from '../../../shared/orders/parse-feed.ts';
import type { Clock } from '../../../shared/ports.ts';
import { sidesOf } from '../../../shared/positions/parse-position.ts';
import type { PositionRow, VerifiedFact } from '../../../shared/positions/position-view.ts';
import type { PositionRecord } from '../../../shared/positions/record.ts';
import type { ClosingQuote, Side } from '../../../shared/positions/value.ts';
import { type Price8, secondsOf, type TokenAmount } from '../../../shared/units.ts';
import type { SpotPrices } from '../market/spot-prices.ts';
import { quotedVolatilities } from '../market/volatility.ts';
import type { Applied, Backing } from './apply-trades.ts';
import type { Checked } from './checked.ts';
import { betterQuote, closingQuotes } from './closing-quotes.ts';
import type { Delivery } from './deliveries.ts';
import type { Given } from './given-positions.ts';
import type { RowAmounts } from './row-amounts.ts';
import { type GivenSide, positionRow, rowKey } from './rows.ts';
import type { ChainCheck } from './verify.ts';

/** Facts that all rows of one list share. */
export interface ListContext {
  readonly account: Address;
  readonly applied: Applied;
  /** False while options of a long list are still unchecked. */
  readonly isTried: boolean;
  /** True when the rows come from the chain instead of an indexer. */
  readonly isFromChain: boolean;
  readonly deliveries: ReadonlyMap<Address, Delivery>;
}

/** Returns functions that build rows for positions from the facts of the chain and the user. */
export function createListRows(deps: {
  readonly checked: Checked;
  readonly clock: Clock;
  readonly canSign: (account: Address) => boolean;
  readonly costs: Pick<RowAmounts, 'of'>;
  readonly closings: Pick<RowAmounts, 'of' | 'feeOf'>;
  readonly spots: Pick<SpotPrices, 'of'>;
  /** Backed orders with checked signatures. Positions are valued at these quotes. */
  readonly quotes: () => readonly FeedEntry[];
  /** Returns the maker's remaining money for an order, in base units. */
  readonly budgetOf: (entry: FeedEntry) => TokenAmount;
  /** Returns the premium of a maker's recent offer for a whole side. */
  readonly offerOf: (position: PositionRecord, side: Side) => TokenAmount | undefined;
  /** Returns the asset's price from the time when a quote was first read. */
  readonly quoteSpotOf?: (entry: FeedEntry) => Price8 | undefined;
}) {
  const { checked } = deps;
  const seconds = () => secondsOf(deps.clock.now());

  function heldRows(some: readonly PositionRecord[], context: ListContext): PositionRow[] {
    const { account, applied } = context;
    const now = seconds();
    const canSign = deps.canSign(account);
    const spotOf = ({ priceFeed }: Pick<Order, 'priceFeed'>) =>
      deps.spots.of(assetOfFeed(priceFeed) ?? '')?.price;
    const quotes = deps.quotes();
    const volatilityOf = quotedVolatilities(quotes, {
      now,
      spotOf,
      quoteSpotOf: deps.quoteSpotOf,
    });
    const closingQuote = closingQuotes(quotes, { now, budgetOf: deps.budgetOf });
    return some.flatMap((indexed) => {
      const backing = applied.backed.get(indexed.address);
      const verification = checked.of(indexed, backing);
      const position = asOnChain(indexed, verification);
      return sidesOf(position, account).map((side) => ({
        ...positionRow({
          position,
          side,
          now,
          ...goneSide(position, side, { verification, backing }),
          spotOf: deps.spots.of,
          market: volatilityOf(position),
          quoted: betterQuote(side, [closingQuote(position, side), offerOf(position, side)]),
          backing,
          isFresh: !context.isFromChain && applied.fresh.has(position.address),
          hasFailedSettlement: applied.failed.has(position.address),
          canSign,
          enteredCost: deps.costs.of(account, rowKey(position, side)),
          closedFor: deps.closings.of(account, rowKey(position, side)),
          closingFee: deps.closings.feeOf(account, rowKey(position, side)),
          isOwnTrade: true,
          delivery: context.deliveries.get(position.address),
        }),
        isChecking: !context.isTried && !checked.isRecent(indexed, backing),
      }));
    });
  }

  function givenRows(
    some: readonly Given[],
    { account, applied, isTried }: ListContext,
  ): PositionRow[] {
    return some.map((given) => {
      const { position, side } = given;
      const backing = applied.backed.get(position.address);
      const verification = ofGiven(checked.of(position, backing));
      return {
        ...positionRow({
          position: withImplementation(position, verification),
          side,
          now: seconds(),
          spotOf: () => undefined,
          market: undefined,
          verification,
          backing,
          isFresh: false,
          hasFailedSettlement: false,
          canSign: false,
          given,
          closedFor: deps.closings.of(account, rowKey(position, side)),
          closingFee: deps.closings.feeOf(account, rowKey(position, side)),
          isOwnTrade: (verification.first ?? backing?.first)?.[side] === account.toLowerCase(),
        }),
        isChecking: !isTried && !checked.isRecent(position, backing),
      };
    });
  }

  function offerOf(position: PositionRecord, side: Side): ClosingQuote | undefined {
    const premium = deps.offerOf(position, side);
    return premium && { premium, by: 'offer' };
  }

  return (own: readonly PositionRecord[], given: readonly Given[], context: ListContext) => [
    ...heldRows(own, context),
    ...givenRows(given, context),
  ];
}

/**
 * Returns a position with its contract's state: implementation, and whether the position is
 * settled. The contract's state doesn't include the settlement's payment.
 */
export function asOnChain(indexed: PositionRecord, verification: ChainCheck): PositionRecord {
  const position = withImplementation(indexed, verification);
  const { isSettled } = verification;
  if (
    position.status === 'closed' ||
    isSettled === undefined ||
    isSettled === (position.status === 'settled')
  )
    return position;
  const status = isSettled ? 'settled' : 'open';
  return { ...position, status, settlement: undefined, close: undefined };
}

/**
 * Returns the verification of a side, and its new holder if the contract names another. Only a
 * receipt proves that the account held the side, because an indexer could name the account for any
 * option.
 */
function goneSide(
  position: PositionRecord,
  side: Side,
  { verification, backing }: { verification: ChainCheck; backing: Backing | undefined },
): { readonly verification: ChainCheck; readonly given?: GivenSide } {
  const holder = verification.holders?.[side];
  const first = verification.first ?? backing?.first;
  const isOwn = first?.[side] === position[side];
  if (holder === undefined || holder === position[side] || !isOwn) return { verification };
  return { verification: ofGiven(verification), given: { to: holder } };
}

/** Adds the implementation that a clone reports, because the indexer may not have it. */
function withImplementation(position: PositionRecord, verification: ChainCheck): PositionRecord {
  const { implementation = verification.implementation } = position;
  return { ...position, implementation };
}

/** Facts about the current holders. A transfer can change these facts. */
const PRESENT: readonly VerifiedFact[] = ['buyer', 'seller', 'settled', 'cover', 'collateral'];

/** Returns the verification of a transferred side, without findings about the current holder. */
function ofGiven(verification: ChainCheck): ChainCheck {
  if (verification.result !== 'disagrees') return verification;
  const disagreements = verification.disagreements.filter((fact) => !PRESENT.includes(fact));
  const compared = verification.compared.filter((fact) => !PRESENT.includes(fact));
  const former = { ...verification, disagreements, compared };
  return disagreements.length > 0 ? former : { ...former, result: 'verified' };
}
