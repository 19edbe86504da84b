import type { Address } from 'viem';
import {
  type AmountFact,
  amountFact,
  tokenFact,
} from '../../../../shared/approvals/facts/amounts.ts';
import type { CheckFact } from '../../../../shared/approvals/facts/checks.ts';
import type { RowFact } from '../../../../shared/approvals/facts/rows.ts';
import type { Understanding } from '../../../../shared/approvals/understanding.ts';
import { type ChainContext, UNLIMITED } from '../../../../shared/chain/chain-context.ts';
import type { KnownAddress } from '../../../../shared/chain/receiver.ts';
import type { CallMeaning } from '../../../../shared/messages/approval-view.ts';
import type { CodeReader } from '../../chain/code-at.ts';
import { findLookAlike } from './explain-receiver.ts';

type Allowance = Extract<
  Understanding,
  {
    kind: 'approve' | 'increase allowance' | 'allow through permit2' | 'allow item' | 'allow all';
  }
>;

type AllowanceMeaning = Pick<CallMeaning, 'rows' | 'checks' | 'dangers'> &
  Partial<Pick<CallMeaning, 'call' | 'allowance'>>;

/** Amounts that the user delivers and receives when exercising one of the user's proven options. */
export interface OptionDelivery {
  readonly gets: AmountFact;
  /** Unix seconds. */
  readonly until: number;
}

/** Explains an allowance of exactly the amount that exercising one of the user's options takes. */
function explainDelivery(
  found: Extract<Allowance, { kind: 'approve' }>,
  context: ChainContext,
  { gets, until }: OptionDelivery,
): AllowanceMeaning {
  const { spender, token } = found;
  const amount = amountFact(found, context);
  return {
    call: { kind: 'allow delivery', amount },
    rows: [
      { label: 'token', value: { kind: 'token', token: tokenFact(token, context) } },
      { label: 'spender', value: { kind: 'address', address: spender } },
      { label: 'youDeliver', value: { kind: 'amount', amount, isWhole: true } },
      { label: 'youGetForIt', value: { kind: 'amount', amount: gets, isWhole: true } },
      { label: 'exerciseUntil', value: { kind: 'time', at: until } },
    ],
    checks: [
      { code: 'spender.ownOption', status: 'passed' },
      { code: 'amount.exactDelivery', status: 'passed' },
    ],
    dangers: [],
  };
}

/** Explains which tokens another address will be able to take. */
export function explainAllowance(
  found: Allowance,
  {
    context,
    isPrivate,
    known,
    delivery,
  }: {
    context: ChainContext;
    /** True when the spender is an ordinary account; see `isSpenderPrivate`. */
    isPrivate: boolean;
    known: readonly KnownAddress[];
    delivery: OptionDelivery | undefined;
  },
): AllowanceMeaning {
  if (found.kind === 'approve' && delivery !== undefined && context.tokenAt(found.token))
    return explainDelivery(found, context, delivery);
  const meaning = meaningOf(found, context);
  // A revocation is safe for every spender.
  if (meaning.dangers.length === 0) return meaning;
  const said = isPrivate ? withPrivateSpender(meaning) : meaning;
  const spender = 'spender' in found ? found.spender : found.operator;
  const alike = findLookAlike(known, spender, 'spender');
  return {
    ...said,
    checks: [...said.checks, ...alike.checks],
    dangers: [...said.dangers, ...alike.dangers],
  };
}

/**
 * Returns true when the spender is an ordinary account. Skips known contracts and revocations.
 * Returns false when the node doesn't respond.
 */
export async function isSpenderPrivate(
  { context, codeAt }: { context: ChainContext; codeAt: CodeReader },
  found: Understanding,
): Promise<boolean> {
  const spender = spenderOf(found, context);
  return spender !== undefined && isPrivateAccount({ context, codeAt }, spender);
}

/** Returns true when the address's code on the chain shows that a single key controls it. */
export async function isPrivateAccount(
  { context, codeAt }: { context: ChainContext; codeAt: CodeReader },
  address: string,
): Promise<boolean> {
  if (context.isContract(address)) return false;
  const code = await codeAt(address);
  return code === 'none' || code === 'delegated';
}

function spenderOf(found: Understanding, context: ChainContext): Address | undefined {
  switch (found.kind) {
    case 'approve':
      // Zero can be a collectible's number, unless the contract is known to hold amounts.
      return found.amount === 0n && context.tokenAt(found.token) !== undefined
        ? undefined
        : found.spender;
    case 'increase allowance':
    case 'allow through permit2':
    case 'permit':
      return found.amount === 0n ? undefined : found.spender;
    case 'allow all':
      return found.isAllowed ? found.operator : undefined;
    default:
      return undefined;
  }
}

/** Adds the danger of an ordinary account: its owner can take the whole allowance. */
function withPrivateSpender(said: AllowanceMeaning): AllowanceMeaning {
  const code = 'spender.person';
  const others = said.checks.filter((check) => check.code !== 'spender.unknown');
  return {
    ...said,
    checks: [{ code, status: 'failed' }, ...others],
    dangers: [{ code }, ...said.dangers],
  };
}

function meaningOf(found: Allowance, context: ChainContext): AllowanceMeaning {
  if (found.kind === 'allow all') return explainAll(found);
  return found.kind === 'allow item' ? explainItem(found) : explainAmount(found, context);
}

/** The zero address revokes a collectible's approval (ERC-721). */
const NOBODY = /^0x0{40}$/;

function explainItem(found: Extract<Allowance, { kind: 'allow item' }>): AllowanceMeaning {
  const { operator } = found;
  if (NOBODY.test(operator)) return { rows: [], checks: [], dangers: [] };
  return {
    rows: [],
    checks: [{ code: 'spender.unknown', status: 'warned' }],
    dangers: [{ code: 'couldTakeCollectible', operator }],
  };
}

function explainAll(found: Extract<Allowance, { kind: 'allow all' }>): AllowanceMeaning {
  const { operator, isAllowed } = found;
  if (!isAllowed) return { rows: [], checks: [], dangers: [] };
  return {
    rows: [],
    checks: [{ code: 'amount.everyItem', status: 'warned' }],
    dangers: [{ code: 'couldTakeEveryCollectible', operator }],
  };
}

function explainAmount(
  found: Extract<Allowance, { kind: 'approve' | 'increase allowance' | 'allow through permit2' }>,
  context: ChainContext,
): AllowanceMeaning {
  const { spender } = found;
  const [isBook, isPool] = [context.isBook(spender), context.isPool(spender)];
  const isFactory = context.isFactory(spender);
  const amount = amountFact(found, context);
  const { symbol, decimals = 0 } = amount.token;
  const isUnlimited = found.amount >= UNLIMITED;
  // Known contracts take only what the user agreed to: a book takes what a fill needs, the pool
  // takes its caller's supply, and the factory takes at most the amounts of the account's own
  // requests and offers.
  const isKnown = isBook || isPool || isFactory;
  const rows: readonly RowFact[] = [
    { label: 'token', value: { kind: 'token', token: amount.token } },
    {
      label: 'spender',
      value: {
        kind: isBook ? 'book' : isPool ? 'pool' : isFactory ? 'factory' : 'address',
        address: spender,
      },
    },
    {
      label: 'amount',
      value: isUnlimited ? { kind: 'unlimited' } : { kind: 'amount', amount, isWhole: true },
    },
    ...(found.kind === 'allow through permit2' && found.amount > 0n
      ? [{ label: 'deadline', value: { kind: 'time', at: found.until } } as const]
      : []),
  ];
  if (found.amount === 0n && found.kind !== 'increase allowance')
    return { rows, checks: [], dangers: [] };
  return {
    rows,
    checks: [
      spenderCheck({ isBook, isPool, isFactory }),
      amountCheck({ isUnlimited, isKnown, amount }),
    ],
    ...(found.kind === 'approve'
      ? {
          allowance: {
            amount: amount.units,
            isUnlimited,
            ...(symbol === undefined ? {} : { symbol }),
            decimals,
          },
        }
      : {}),
    dangers:
      isKnown && !isUnlimited
        ? []
        : [
            {
              code: 'mayTake',
              spender,
              isBook,
              ...(isPool ? { isPool } : {}),
              ...(isFactory ? { isFactory } : {}),
              isUnlimited,
              amount,
            },
          ],
  };
}

function spenderCheck(found: { isBook: boolean; isPool: boolean; isFactory: boolean }): CheckFact {
  if (found.isFactory) return { code: 'spender.factory', status: 'passed' };
  if (found.isBook) return { code: 'spender.knownBook', status: 'passed' };
  return found.isPool
    ? { code: 'spender.lendingPool', status: 'passed' }
    : { code: 'spender.unknown', status: 'warned' };
}

function amountCheck(found: {
  isUnlimited: boolean;
  isKnown: boolean;
  amount: AmountFact;
}): CheckFact {
  if (found.isUnlimited) return { code: 'amount.unlimited', status: 'warned' };
  return found.isKnown
    ? { code: 'amount.limited', status: 'passed' }
    : { code: 'amount.anyTime', status: 'warned', amount: found.amount };
}
