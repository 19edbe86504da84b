import { type Budget, createBudget } from '../budget.ts';
import { encodeType } from '../encode-type.ts';
import type { TypedData } from '../typed-data.ts';
import type { SignedFacts } from './facts.ts';
import type { SignedReader } from './fields.ts';
import { HYPERLIQUID_READERS } from './hyperliquid.ts';
import { MAKER_ORDER_READERS } from './maker-order.ts';
import { PERMIT_READERS, readWitnessPermit } from './permits.ts';
import { RIGHTS_READERS } from './rights.ts';
import { readBulkOrder, SEAPORT_READERS } from './seaport.ts';
import { SMART_ACCOUNT_READERS } from './smart-accounts.ts';
import { readSnapshot } from './snapshot.ts';
import { SWAP_READERS } from './swaps.ts';
import { readUnknown } from './unknown.ts';

/** By exact type text: an additional field makes another type. */
const READERS: ReadonlyMap<string, SignedReader> = new Map(
  [
    PERMIT_READERS,
    MAKER_ORDER_READERS,
    SEAPORT_READERS,
    SWAP_READERS,
    SMART_ACCOUNT_READERS,
    RIGHTS_READERS,
    HYPERLIQUID_READERS,
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
  return (
    READERS.get(type)?.(data, account) ??
    readWitnessPermit(data, type) ??
    readBulkOrder(data, type, account) ??
    readSnapshot(data, type) ??
    readUnknown(data, account, budget)
  );
}

/** Replaces `uint` and `int` by their 256-bit forms, so that both forms match. */
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

/** An address in the signed data that could take or receive assets. */
export interface Party {
  readonly address: string;
  readonly role: 'taker' | 'receiver';
}

/** Returns the address that decides what happens, if there is one. */
export function partyOf(facts: SignedFacts): Party | undefined {
  switch (facts.kind) {
    case 'permit':
      return isRevocation(facts) ? undefined : taker(facts.spender);
    case 'collectiblePermit':
      return facts.isAllowed ? taker(facts.spender) : undefined;
    case 'manager':
      return facts.isAllowed ? taker(facts.manager) : undefined;
    case 'creditDelegation':
      return facts.amount === '0' ? undefined : taker(facts.borrower);
    case 'transfer':
      return receiver(facts.to);
    case 'trade':
      return facts.receiver === undefined ? undefined : receiver(facts.receiver);
    case 'hyperliquid':
      return 'destination' in facts.action ? receiver(facts.action.destination) : undefined;
    default:
      return undefined;
  }
}

function taker(address: string): Party {
  return { address, role: 'taker' };
}

function receiver(address: string): Party {
  return { address, role: 'receiver' };
}

/** Returns true for a permit of nothing, except single transfers and permits with other terms. */
export function isRevocation(facts: Extract<SignedFacts, { kind: 'permit' }>): boolean {
  return (
    facts.parts.length > 0 &&
    facts.parts.every(({ amount }) => amount === '0') &&
    !facts.isOnce &&
    !facts.isBound &&
    facts.isKnownPermit2 !== false
  );
}
