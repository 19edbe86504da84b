import { type Address, type Hex, zeroAddress } from 'viem';
import { BOOKS, OLDER_FACTORIES } from '../chain/deployments.ts';
import {
  contracts,
  type TokenAmount,
  tokenAmount,
  type UnixSeconds,
  unixSeconds,
} from '../units.ts';
import type { MarketEvent } from './market-event.ts';
import type { PositionRecord } from './record.ts';

/** Contracts whose events prove that an option is genuine, in lower case. */
export interface TrustedEmitters {
  readonly books: ReadonlySet<string>;
  readonly factories: ReadonlySet<string>;
}

/** All books and factories that were ever deployed. */
export const KNOWN_EMITTERS: TrustedEmitters = {
  books: new Set(BOOKS.map(({ address }) => address.toLowerCase())),
  factories: new Set(
    [...BOOKS.flatMap(({ factory }) => factory ?? []), ...OLDER_FACTORIES].map((address) =>
      address.toLowerCase(),
    ),
  ),
};

/** The events of one transaction, in log order. */
export interface TransactionEvents {
  readonly hash: Hex;
  readonly block: number;
  readonly timestamp: UnixSeconds;
  readonly events: readonly { readonly event: MarketEvent; readonly logIndex: number }[];
}

type Of<Type extends MarketEvent['type']> = Extract<MarketEvent, { type: Type }>;

/**
 * Applies one transaction to the positions that `lookup` returns, and returns the created or
 * changed positions. Pure and idempotent. Anyone can emit an option's events. An option is
 * therefore accepted only if a known contract names its address: a book (`OrderFilled`), a factory
 * (`QuotationSettled`) or an option (`OptionSplit`, only together with the new option's first
 * event).
 */
export function applyTransaction(
  transaction: TransactionEvents,
  lookup: (address: Address) => PositionRecord | undefined,
  trusted: TrustedEmitters = KNOWN_EMITTERS,
): Map<Address, PositionRecord> {
  const changed = new Map<Address, PositionRecord>();
  const current = (address: Address) => changed.get(address) ?? lookup(address);
  const initialized = new Map<Address, Of<'option-initialized'>>();
  for (const { event } of transaction.events)
    if (event.type === 'option-initialized') initialized.set(event.option, event);

  for (const { event, logIndex } of transaction.events) {
    const moment = { ...momentOf(transaction), logIndex };
    if (event.type === 'order-filled') {
      if (!trusted.books.has(event.book) || current(event.option)) continue;
      changed.set(event.option, {
        ...newPosition(event.option, initialized.get(event.option)),
        source: 'book',
        buyer: event.buyer,
        seller: event.seller,
        referrer: event.referrer ?? zeroAddress,
        createdBy: event.book,
        entry: moment,
        entryPremium: event.premium,
        entryFeePaid: event.fee,
        referralFeePaid: event.referralFee,
      });
    } else if (event.type === 'quotation-settled') {
      // A request that ends without a trade also emits this event, without an option.
      if (!trusted.factories.has(event.factory) || event.option === zeroAddress) continue;
      // A request can also trade a side of an existing option, which it didn't create.
      const isNew = initialized.has(event.option) && current(event.option) === undefined;
      if (isNew)
        changed.set(event.option, {
          ...newPosition(event.option, initialized.get(event.option)),
          createdBy: event.factory,
          entry: moment,
          ...quotedPremium(transaction, event.quotationId),
          quotationId: event.quotationId,
        });
    } else if (event.type === 'option-split') {
      const parent = current(event.option);
      const terms = initialized.get(event.newOption);
      if (parent === undefined || terms === undefined || current(event.newOption)) continue;
      // A book also fills options with unknown code, and such code may emit wrong amounts.
      const moved = event.collateralAmount;
      if (moved > parent.collateralAmount || terms.numContracts > parent.numContracts) continue;
      const [rest, child] = split(parent, event, terms, moment);
      changed.set(parent.address, rest).set(child.address, child);
    } else if ('option' in event) {
      const position = current(event.option);
      const next = position && live(position, event, transaction);
      if (next) changed.set(next.address, next);
    }
  }
  for (const position of changed.values())
    changed.set(position.address, withSettlementCompleted(position));
  return changed;
}

function momentOf({ block, timestamp, hash }: TransactionEvents) {
  return { block, timestamp, txHash: hash };
}

/** Returns a position whose trade isn't known yet. */
function newPosition(
  address: Address,
  terms: Of<'option-initialized'> | undefined,
): Omit<PositionRecord, 'createdBy' | 'entry'> {
  return {
    address,
    status: terms === undefined ? 'pending_init' : 'open',
    source: 'factory',
    buyer: terms?.buyer ?? zeroAddress,
    seller: terms?.seller ?? zeroAddress,
    referrer: zeroAddress,
    entryPremium: tokenAmount(0n),
    entryFeePaid: tokenAmount(0n),
    referralFeePaid: tokenAmount(0n),
    collateralToken: terms?.collateralToken ?? zeroAddress,
    priceFeed: terms?.priceFeed ?? zeroAddress,
    strikes: terms?.strikes ?? [],
    expiry: terms?.expiry ?? unixSeconds(0),
    numContracts: terms?.numContracts ?? contracts(0n),
    collateralAmount: terms?.collateralAmount ?? tokenAmount(0n),
    optionType: terms?.optionType ?? 0n,
    implementation: undefined,
    parent: undefined,
    quotationId: undefined,
    close: undefined,
    settlement: undefined,
    explicitClose: undefined,
  };
}

/** Returns a quotation's premium and fee, from the other events of its settlement. */
function quotedPremium({ events }: TransactionEvents, quotationId: bigint) {
  const sum = (type: 'quotation-fee' | 'quotation-premium') =>
    events.reduce(
      (total, { event }) =>
        event.type === type && event.quotationId === quotationId ? total + event.amount : total,
      0n,
    );
  const fee = sum('quotation-fee');
  return {
    entryPremium: tokenAmount(sum('quotation-premium') + fee),
    entryFeePaid: tokenAmount(fee),
  };
}

/**
 * Moves collateral and the contracts that it backs into a new option. Splits premium and fees in
 * proportion. The new option's share is rounded down, and the parent keeps the remainder, so that
 * the total stays the same.
 */
function split(
  parent: PositionRecord,
  event: Of<'option-split'>,
  terms: Of<'option-initialized'>,
  moment: PositionRecord['entry'],
): [rest: PositionRecord, child: PositionRecord] {
  const moved = event.collateralAmount;
  const whole = parent.collateralAmount;
  const share = (amount: bigint): TokenAmount =>
    tokenAmount(whole > 0n ? (amount * moved) / whole : 0n);
  const child: PositionRecord = {
    ...parent,
    address: event.newOption,
    createdBy: parent.address,
    parent: parent.address,
    entry: moment,
    numContracts: terms.numContracts,
    collateralAmount: moved,
    entryPremium: share(parent.entryPremium),
    entryFeePaid: share(parent.entryFeePaid),
    referralFeePaid: share(parent.referralFeePaid),
  };
  const rest: PositionRecord = {
    ...parent,
    numContracts: contracts(parent.numContracts - terms.numContracts),
    collateralAmount: tokenAmount(whole - moved),
    entryPremium: tokenAmount(parent.entryPremium - child.entryPremium),
    entryFeePaid: tokenAmount(parent.entryFeePaid - child.entryFeePaid),
    referralFeePaid: tokenAmount(parent.referralFeePaid - child.referralFeePaid),
  };
  return [rest, child];
}

/** Applies one event of a known option; returns undefined when it changes nothing. */
function live(
  position: PositionRecord,
  event: Extract<MarketEvent, { option: Address }>,
  transaction: TransactionEvents,
): PositionRecord | undefined {
  const settlement = position.settlement ?? {
    settlementPrice: undefined,
    payoutBuyer: undefined,
    collateralReturnedSeller: undefined,
  };
  const settled = {
    ...position,
    status: position.status === 'closed' ? ('closed' as const) : ('settled' as const),
    close: position.close ?? momentOf(transaction),
  };
  switch (event.type) {
    case 'option-expired':
      return { ...settled, settlement: { ...settlement, settlementPrice: event.settlementPrice } };
    case 'option-payout':
      return { ...settled, settlement: { ...settlement, payoutBuyer: event.amount } };
    case 'option-exercised':
      return {
        ...settled,
        settlement: {
          ...settlement,
          payoutBuyer: event.collateralAmount,
          collateralReturnedSeller: tokenAmount(0n),
        },
      };
    case 'option-not-exercised':
      return {
        ...settled,
        settlement: {
          ...settlement,
          payoutBuyer: tokenAmount(0n),
          collateralReturnedSeller: event.collateralAmount,
        },
      };
    case 'collateral-returned':
      return {
        ...settled,
        settlement: { ...settlement, collateralReturnedSeller: event.amount },
      };
    case 'option-closed':
      return {
        ...position,
        status: 'closed',
        close: position.close ?? momentOf(transaction),
        explicitClose: {
          closedBy: event.closedBy,
          collateralReturned: event.collateralReturned,
        },
      };
    case 'role-transferred':
      return event.isBuyer ? { ...position, buyer: event.to } : { ...position, seller: event.to };
    default:
      return undefined;
  }
}

/**
 * Completes a settlement. One transaction pays both sides, but a payment of zero emits no event. A
 * missing payment is therefore the collateral less the other payment.
 */
function withSettlementCompleted(position: PositionRecord): PositionRecord {
  const { settlement, collateralAmount } = position;
  if (settlement === undefined || settlement.settlementPrice === undefined) return position;
  const returned = settlement.collateralReturnedSeller;
  const payoutBuyer = settlement.payoutBuyer ?? tokenAmount(0n);
  const rest =
    payoutBuyer > collateralAmount ? undefined : tokenAmount(collateralAmount - payoutBuyer);
  return {
    ...position,
    settlement: {
      ...settlement,
      payoutBuyer,
      collateralReturnedSeller: returned ?? rest,
    },
  };
}
