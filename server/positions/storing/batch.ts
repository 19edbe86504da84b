import type { Address } from 'viem';
import {
  applyTransaction,
  type TransactionEvents,
  type TrustedEmitters,
} from '../../../shared/positions/from-logs.ts';
import {
  applyQuotations,
  type Offer,
  type Quotation,
  quotationKey,
} from '../../../shared/positions/quotation.ts';
import type { ChainMoment, PositionRecord } from '../../../shared/positions/record.ts';
import type { UserRow } from './row-schemas.ts';

/** Stored rows that a range of blocks may change. */
export interface Known {
  readonly positions: ReadonlyMap<Address, PositionRecord>;
  readonly quotations: ReadonlyMap<string, Quotation>;
  readonly offers: ReadonlyMap<string, Offer>;
}

/** A changed item: as stored, and as it is at the end of the batch. */
export interface Change<T> {
  readonly before: T | undefined;
  readonly after: T;
  /** Blocks of the batch that changed the item, with the item's value before each block. */
  readonly images: readonly { readonly block: number; readonly before: T | undefined }[];
}

export interface BatchChanges {
  readonly positions: ReadonlyMap<Address, Change<PositionRecord>>;
  readonly quotations: ReadonlyMap<string, Change<Quotation>>;
  readonly offers: ReadonlyMap<string, Change<Offer>>;
  /** Number of changes of existing positions: one for each transaction and position. */
  readonly updates: number;
  /** Holders of the positions, each with the first block of the batch that names the holder. */
  readonly users: readonly UserRow[];
}

/** Returns both holders of a position: for the position's source, and for all sources. */
export function usersOf(
  { source, buyer, seller }: PositionRecord,
  { block, timestamp }: Pick<ChainMoment, 'block' | 'timestamp'>,
): UserRow[] {
  return [buyer, seller].flatMap((address) =>
    [source, 'all'].map((of) => ({
      source: of,
      address,
      first_block: block,
      first_time: timestamp,
    })),
  );
}

/** Returns option addresses whose records a range of transactions may need. */
export function touchedOptions(transactions: readonly TransactionEvents[]): Address[] {
  const touched = new Set<Address>();
  for (const { events } of transactions)
    for (const { event } of events) {
      if ('option' in event) touched.add(event.option);
      if (event.type === 'option-split') touched.add(event.newOption);
    }
  return [...touched];
}

/** Returns keys of quotations that a range of transactions may need. */
export function touchedQuotations(transactions: readonly TransactionEvents[]): string[] {
  const touched = new Set<string>();
  for (const { events } of transactions)
    for (const { event } of events)
      if ('factory' in event && 'quotationId' in event)
        touched.add(quotationKey(event.factory, event.quotationId));
  return [...touched];
}

/** Applies transactions in chain order. Pure, so that a batch can be applied again. */
export function applyBatch(
  transactions: readonly TransactionEvents[],
  known: Known,
  trusted: TrustedEmitters,
): BatchChanges {
  const positions = createChanges(known.positions);
  const quotations = createChanges(known.quotations);
  const offers = createChanges(known.offers);
  const offersOf = indexOffers(known.offers);
  const users = new Map<string, UserRow>();
  let updates = 0;
  for (const transaction of transactions) {
    const { block } = transaction;
    for (const [address, position] of applyTransaction(transaction, positions.get, trusted)) {
      if (positions.get(address) !== undefined) updates++;
      positions.set(address, position, block);
      if (position.status === 'pending_init') continue;
      for (const user of usersOf(position, transaction)) {
        const key = `${user.source} ${user.address}`;
        if (!users.has(key)) users.set(key, user);
      }
    }
    if (!transaction.events.some(({ event }) => 'factory' in event)) continue;
    const changes = applyQuotations(
      transaction,
      {
        quotation: quotations.get,
        offers: (key) => [...(offersOf.get(key)?.values() ?? [])],
      },
      trusted,
    );
    for (const [key, quotation] of changes.quotations) quotations.set(key, quotation, block);
    for (const [key, offer] of changes.offers) {
      offers.set(key, offer, block);
      addOffer(offersOf, key, offer);
    }
  }
  return {
    positions: positions.changes,
    quotations: quotations.changes,
    offers: offers.changes,
    updates,
    users: [...users.values()],
  };
}

function createChanges<Key, T>(known: ReadonlyMap<Key, T>) {
  const changes = new Map<Key, Change<T>>();
  const get = (key: Key) => changes.get(key)?.after ?? known.get(key);
  return {
    changes,
    get,
    set(key: Key, after: T, block: number) {
      const earlier = changes.get(key);
      const last = earlier?.images.at(-1);
      const image = { block, before: get(key) };
      const images = earlier?.images ?? [];
      changes.set(key, {
        before: earlier === undefined ? known.get(key) : earlier.before,
        after,
        images: last?.block === block ? images : [...images, image],
      });
    },
  };
}

type OffersByQuotation = Map<string, Map<string, Offer>>;

function indexOffers(offers: ReadonlyMap<string, Offer>): OffersByQuotation {
  const index: OffersByQuotation = new Map();
  for (const [key, offer] of offers) addOffer(index, key, offer);
  return index;
}

function addOffer(index: OffersByQuotation, key: string, offer: Offer): void {
  const quotation = quotationKey(offer.factory, offer.quotationId);
  const offers = index.get(quotation) ?? new Map<string, Offer>();
  index.set(quotation, offers.set(key, offer));
}
