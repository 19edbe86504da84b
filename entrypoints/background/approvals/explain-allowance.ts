import type { Address } from 'viem';
import type { Understanding } from '../../../shared/approvals/understanding.ts';
import { isPinnedBook } from '../../../shared/chain/pinned-book.ts';
import { shortAddress } from '../../../shared/format.ts';
import { tokenAt } from '../../../shared/orders/tokens.ts';
import { UNLIMITED } from './allowances.ts';
import type { Meaning } from './meaning.ts';
import { amountOf, sentenceFor } from './words.ts';

type Allowance = Extract<Understanding, { kind: 'approve' | 'increase allowance' | 'allow all' }>;

/** What somebody else may take from now on. */
export function explainAllowance(found: Allowance): Partial<Meaning> {
  return found.kind === 'allow all' ? explainAll(found) : explainAmount(found);
}

function explainAll(found: Extract<Allowance, { kind: 'allow all' }>): Partial<Meaning> {
  const rows = [
    { label: 'Contract', value: found.token },
    { label: 'Operator', value: found.operator },
  ];
  if (!found.isAllowed) return { rows };
  return {
    rows,
    checks: [
      {
        label: 'Amount',
        status: 'warned',
        detail: 'It covers every item of this contract, now and later.',
      },
    ],
    danger: `${shortAddress(found.operator)} could take every collectible of this contract that I ever hold.`,
  };
}

function explainAmount(
  found: Extract<Allowance, { kind: 'approve' | 'increase allowance' }>,
): Partial<Meaning> {
  const { token, spender, amount } = found;
  const isBook = isPinnedBook(spender);
  const known = tokenAt(token);
  const who = isBook ? 'the order book' : shortAddress(spender);
  const symbol = known?.symbol ?? shortAddress(token);
  if (amount === 0n && found.kind === 'approve') {
    return {
      sentence: `Take back what ${who} may take of ${symbol}`,
      rows: rowsOf(found, isBook, amountOf(found)),
    };
  }
  const isUnlimited = amount >= UNLIMITED;
  const what = isUnlimited ? 'all your tokens, now and later' : amountOf(found);
  return {
    sentence: found.kind === 'approve' ? `Allow ${who} to take ${what}` : sentenceFor(found),
    rows: rowsOf(found, isBook, isUnlimited ? 'Unlimited' : amountOf(found)),
    checks: [
      {
        label: 'Spender',
        status: isBook ? 'passed' : 'warned',
        detail: isBook ? 'A known order book.' : 'Condor does not know this contract.',
      },
      {
        label: 'Amount',
        status: isUnlimited || !isBook ? 'warned' : 'passed',
        ...(isUnlimited
          ? { detail: 'There is no limit to what it may take.' }
          : isBook
            ? {}
            : { detail: `It could take ${what} at any time.` }),
      },
    ],
    ...(found.kind === 'approve'
      ? {
          allowance: {
            amount: amount.toString(),
            isUnlimited,
            symbol: known?.symbol ?? 'units',
            decimals: known?.decimals ?? 0,
          },
        }
      : {}),
    ...dangerOf({ isUnlimited, isBook, who, what }),
  };
}

/** A known book takes exactly what a fill needs; to anyone else the money is as good as given. */
function dangerOf(found: { isUnlimited: boolean; isBook: boolean; who: string; what: string }) {
  if (found.isUnlimited) {
    return { danger: 'This contract could take every token of this kind that you ever hold.' };
  }
  return found.isBook ? {} : { danger: `I let ${found.who} take ${found.what} whenever it wants.` };
}

function rowsOf(found: { token: Address; spender: Address }, isBook: boolean, amount: string) {
  const { token, spender } = found;
  return [
    { label: 'Token', value: tokenAt(token)?.symbol ?? 'unknown', full: token },
    {
      label: 'Spender',
      value: isBook ? `Order book ${shortAddress(spender)}` : spender,
      full: spender,
    },
    { label: 'Amount', value: amount },
  ];
}
