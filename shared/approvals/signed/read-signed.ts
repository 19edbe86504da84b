import { type Budget, createBudget } from '../budget.ts';
import { encodeType } from '../encode-type.ts';
import type { TypedData } from '../typed-data.ts';
import { readDelegation } from './delegations.ts';
import { DESCRIPTORS } from './descriptors.ts';
import type { SignedFacts } from './facts.ts';
import type { SignedReader } from './fields.ts';
import { MAKER_ORDER_READERS } from './maker-order.ts';
import { PERMIT_READERS, readWitnessPermit } from './permits.ts';
import { readDescribed } from './read-described.ts';
import { SAFE_READERS } from './safe-transaction.ts';
import { SEALED_OFFER_READERS } from './sealed-offer.ts';
import { readBulkOrder, SEAPORT_READERS } from './seaport.ts';
import { SWAP_READERS } from './swaps.ts';
import { readUnknown } from './unknown.ts';

/** Readers by the exact text of the type, because an additional member makes another type. */
const READERS: ReadonlyMap<string, SignedReader> = new Map(
  [
    PERMIT_READERS,
    MAKER_ORDER_READERS,
    SEALED_OFFER_READERS,
    SEAPORT_READERS,
    SWAP_READERS,
    SAFE_READERS,
  ].flatMap(Object.entries<SignedReader>),
);

/**
 * Returns what the account's signature over typed data allows others to do.
 * @throws BudgetError
 */
export function readSigned(
  data: TypedData,
  account: string,
  budget: Budget = createBudget(),
): SignedFacts {
  const type = encodeType(wholeWidths(data.types), data.primaryType);
  budget.spend(type.length);
  const descriptor = DESCRIPTORS.find((one) =>
    typeof one.type === 'string' ? one.type === type : one.type.test(type),
  );
  return (
    readDelegation(data, type, account) ??
    (descriptor && readDescribed(data, descriptor, account)) ??
    READERS.get(type)?.(data, account, budget) ??
    readWitnessPermit(data, type, account) ??
    readBulkOrder(data, type, account) ??
    readUnknown(data, account, budget)
  );
}

/** Replaces `uint` and `int` by `uint256` and `int256`, so that both spellings match. */
function wholeWidths(types: TypedData['types']): TypedData['types'] {
  return Object.fromEntries(
    Object.entries(types).map(([name, fields]) => [
      name,
      fields.map((field) => ({
        ...field,
        type: field.type.replace(/^(u?int)(?=\[|$)/, '$1256'),
      })),
    ]),
  );
}
