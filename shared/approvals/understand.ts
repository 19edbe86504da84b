import { type Address, getAddress, type Hex } from 'viem';
import { isOrderBook } from '../chain/chain-context.ts';
import { CHAIN_ID } from '../chain/deployments.ts';
import { decodeFillOrder } from '../orders/calldata.ts';
import { type Wei, wei } from '../units.ts';
import { type Budget, createBudget } from './budget.ts';
import { callAt } from './known-calls/call-at.ts';
import type { TransactionDraft } from './types.ts';
import type { Understanding } from './understanding.ts';

const FILL_ORDER = '0xa4761ec1';
/** Maximum depth of inner calls; deeper ones count as unknown. */
const MAX_LEVELS = 3;
/** Standard token calls, known on every chain; other known contracts are only on Base. */
const EVERYWHERE: ReadonlySet<Understanding['kind']> = new Set([
  'approve',
  'increase allowance',
  'transfer',
  'transfer from',
  'allow all',
  'transfer item',
  'multicall',
  'unreadable',
  'unknown',
] as const);

/**
 * Price of a call in values of the budget: decoding, looking up addresses, and for a fill a
 * recovered signature. It limits a request to 500 calls.
 */
const CALL_VALUES = 100;

/**
 * Parses a transaction strictly: decodes, encodes again, rejects any difference.
 * @throws BudgetError for more inner calls than can be explained
 */
export function understandTransaction(
  draft: TransactionDraft,
  chainId: number = CHAIN_ID,
  budget: Budget = createBudget(),
  level = 0,
): Understanding {
  budget.spend(draft.data.length, CALL_VALUES);
  if (draft.to === undefined) return { kind: 'deploy' };
  const to = getAddress(draft.to);
  const data = draft.data.toLowerCase() as Hex;
  const value = wei(BigInt(draft.value));
  if (data === '0x') return { kind: 'send', to, value };
  const selector = data.slice(0, 10) as Hex;
  const unknown: Understanding = { kind: 'unknown', to, selector };
  const found = read({ to, data, value }, (inner) =>
    level + 1 < MAX_LEVELS ? understandTransaction(inner, chainId, budget, level + 1) : unknown,
  );
  if (found === undefined) return unknown;
  return chainId === CHAIN_ID || EVERYWHERE.has(found.kind) ? found : unknown;
}

function read(
  { to, data, value }: { to: Address; data: Hex; value: Wei },
  understand: (inner: TransactionDraft) => Understanding,
): Understanding | undefined {
  const isPinnedBook = isOrderBook(to);
  const selector = data.slice(0, 10) as Hex;
  if (selector === FILL_ORDER) {
    const fill = decodeFillOrder(data);
    // A value sent to a call that doesn't take one makes it another call.
    return fill.kind === 'fill' && value === 0n
      ? { kind: 'fill', book: to, isPinnedBook, fill }
      : { kind: 'unreadable', to, name: 'fillOrder' };
  }
  const known = callAt(selector);
  if (known === undefined) return undefined;
  const isPayable = value === 0n || known.takesValue;
  const found = isPayable ? known.read(data, { to, value, isPinnedBook, understand }) : undefined;
  return found ?? { kind: 'unreadable', to, name: known.name };
}
