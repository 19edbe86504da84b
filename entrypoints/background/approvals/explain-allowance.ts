import type { Address } from 'viem';
import type { Understanding } from '../../../shared/approvals/understanding.ts';
import { type Place, UNLIMITED } from '../../../shared/chain/place.ts';
import type { KnownAddress } from '../../../shared/chain/receiver.ts';
import { shortAddress } from '../../../shared/format.ts';
import { lookAlikeOf } from './explain-receiver.ts';
import type { Meaning } from './meaning.ts';
import { amountOf, sentenceFor } from './words.ts';

type Allowance = Extract<
  Understanding,
  { kind: 'approve' | 'increase allowance' | 'allow item' | 'allow all' }
>;

/** What somebody else may take from now on. */
export function explainAllowance(
  found: Allowance,
  place: Place,
  known: readonly KnownAddress[],
): Partial<Meaning> {
  const meaning = meaningOf(found, place);
  const alike = lookAlikeOf(known, 'spender' in found ? found.spender : found.operator, 'Spender');
  // What is taken back is safe whoever it was given to.
  if (alike === undefined || meaning.danger === undefined) return meaning;
  return {
    ...meaning,
    checks: [...(meaning.checks ?? []), ...alike.checks],
    danger: `${meaning.danger} ${alike.danger}`,
  };
}

function meaningOf(found: Allowance, place: Place): Partial<Meaning> {
  if (found.kind === 'allow all') return explainAll(found);
  return found.kind === 'allow item' ? explainItem(found) : explainAmount(found, place);
}

/** The address zero takes a collectible's permission back (ERC-721). */
const NOBODY = /^0x0{40}$/;

function explainItem(found: Extract<Allowance, { kind: 'allow item' }>): Partial<Meaning> {
  const { token, operator, item } = found;
  const rows = [
    { label: 'Contract', value: token },
    { label: 'Item', value: item.toString() },
    { label: 'Operator', value: operator },
  ];
  if (NOBODY.test(operator)) {
    return {
      sentence: `Take back who may take collectible ${item} of ${shortAddress(token)}`,
      rows,
    };
  }
  return {
    rows,
    checks: [{ label: 'Spender', status: 'warned', detail: 'Condor does not know this contract.' }],
    danger: `${shortAddress(operator)} could take this collectible whenever it wants.`,
  };
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
  place: Place,
): Partial<Meaning> {
  const { token, spender, amount } = found;
  const isBook = place.isBook(spender);
  const known = place.tokenAt(token);
  const who = isBook ? 'the order book' : shortAddress(spender);
  const symbol = known?.symbol ?? shortAddress(token);
  if (amount === 0n && found.kind === 'approve') {
    return {
      sentence: `Take back what ${who} may take of ${symbol}`,
      rows: rowsOf({ ...found, isBook, symbol: known?.symbol }, amountOf(found, place)),
    };
  }
  const isUnlimited = amount >= UNLIMITED;
  const what = isUnlimited ? 'all your tokens, now and later' : amountOf(found, place);
  return {
    sentence: found.kind === 'approve' ? `Allow ${who} to take ${what}` : sentenceFor(found, place),
    rows: rowsOf(
      { ...found, isBook, symbol: known?.symbol },
      isUnlimited ? 'Unlimited' : amountOf(found, place),
    ),
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

function rowsOf(
  found: { token: Address; spender: Address; isBook: boolean; symbol: string | undefined },
  amount: string,
) {
  const { token, spender, isBook, symbol } = found;
  return [
    { label: 'Token', value: symbol ?? 'unknown', full: token },
    {
      label: 'Spender',
      value: isBook ? `Order book ${shortAddress(spender)}` : spender,
      full: spender,
    },
    { label: 'Amount', value: amount },
  ];
}
