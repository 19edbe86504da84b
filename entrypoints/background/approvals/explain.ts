import type { Address } from 'viem';
import type { Understanding } from '../../../shared/approvals/understand.ts';
import type { StepView } from '../../../shared/approvals/view.ts';
import { BOOKS } from '../../../shared/chain/deployments.ts';
import { exactAmount, formatAmount, shortAddress } from '../../../shared/format.ts';
import { tokenAt } from '../../../shared/orders/tokens.ts';
import type { Clock } from '../../../shared/ports.ts';
import { type Price8, unixSeconds } from '../../../shared/units.ts';
import type { ChainClient } from '../chain/client.ts';
import { UNLIMITED } from './allowances.ts';
import { inspectFill } from './inspect-fill.ts';
import { amountOf, tokenMove, wordsFor } from './words.ts';

export type Meaning = Omit<StepView, 'raw' | 'number'>;

export interface ExplainDeps {
  readonly client: ChainClient;
  readonly clock: Clock;
  readonly spotOf: (asset: string) => Price8 | undefined;
  readonly isInFeed: (digest: string) => boolean | undefined;
}

const NOTHING = { leaves: [], arrives: [], rows: [], checks: [] } as const;

/** What a transaction does, in words, rows and checks, by its own bytes. */
export async function explain(
  deps: ExplainDeps,
  understanding: Understanding,
  account: Address,
): Promise<Meaning> {
  switch (understanding.kind) {
    case 'fill':
      return inspectFill({
        ...deps,
        understanding,
        account,
        now: unixSeconds(Math.floor(deps.clock.now() / 1000)),
      });
    case 'approve':
      return explainApproval(understanding);
    case 'transfer':
      return {
        ...NOTHING,
        sentence: `Send ${amountOf(understanding)} to ${shortAddress(understanding.to)}`,
        leaves: [tokenMove(understanding.token, understanding.amount)],
        rows: [{ label: 'To', value: understanding.to }],
      };
    case 'send':
      return {
        ...NOTHING,
        sentence: `Send ${formatAmount(understanding.value, 18)} ETH to ${shortAddress(understanding.to)}`,
        leaves: [
          {
            symbol: 'ETH',
            amount: formatAmount(understanding.value, 18),
            exact: exactAmount(understanding.value, 18),
          },
        ],
        rows: [{ label: 'To', value: understanding.to }],
      };
    default:
      return {
        ...NOTHING,
        sentence: wordsFor(understanding).replace(/^Called/, 'Call'),
        checks: [
          {
            label: 'Meaning',
            status: 'warned',
            detail: 'Condor cannot tell what this does. Confirm only if you know the site well.',
          },
        ],
        danger: 'I understand that Condor cannot tell what this transaction does.',
      };
  }
}

function explainApproval(understanding: Extract<Understanding, { kind: 'approve' }>): Meaning {
  const { token, spender, amount } = understanding;
  const isUnlimited = amount >= UNLIMITED;
  const isBook = BOOKS.some((book) => book.address.toLowerCase() === spender.toLowerCase());
  const known = tokenAt(token);
  const who = isBook ? 'the order book' : shortAddress(spender);
  const what = isUnlimited ? 'all your tokens, now and later' : amountOf(understanding);
  const isRevocation = amount === 0n;
  return {
    ...NOTHING,
    sentence: isRevocation
      ? `Take back what ${who} may take of ${known?.symbol ?? shortAddress(token)}`
      : `Allow ${who} to take ${what}`,
    rows: [
      { label: 'Token', value: known?.symbol ?? 'unknown', full: token },
      {
        label: 'Spender',
        value: isBook ? `Order book ${shortAddress(spender)}` : spender,
        full: spender,
      },
      { label: 'Amount', value: isUnlimited ? 'Unlimited' : amountOf(understanding) },
    ],
    checks: isRevocation
      ? []
      : [
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
    allowance: {
      amount: amount.toString(),
      isUnlimited,
      symbol: known?.symbol ?? 'units',
      decimals: known?.decimals ?? 0,
    },
    ...(isUnlimited
      ? { danger: 'This contract could take every token of this kind that you ever hold.' }
      : {}),
  };
}
