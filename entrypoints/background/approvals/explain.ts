import type { Address } from 'viem';
import type { Understanding } from '../../../shared/approvals/understanding.ts';
import type { ApprovalCheck, ApprovalRow } from '../../../shared/approvals/view.ts';
import type { KnownAddress } from '../../../shared/chain/receiver.ts';
import { exactAmount, formatAmount, formatUtc, shortAddress } from '../../../shared/format.ts';
import type { Clock } from '../../../shared/ports.ts';
import { type Price8, unixSeconds } from '../../../shared/units.ts';
import type { Rpc } from '../chain/rpc.ts';
import { explainAllowance } from './explain-allowance.ts';
import { explainOption, type OptionCall } from './explain-option.ts';
import { explainReceiver } from './explain-receiver.ts';
import { inspectFill } from './inspect-fill.ts';
import type { Meaning } from './meaning.ts';
import { amountOf, sentenceFor, tokenMove } from './words.ts';

export interface ExplainDeps {
  readonly client: Rpc;
  readonly clock: Clock;
  readonly spotOf: (asset: string) => Price8 | undefined;
  readonly isInFeed: (digest: string) => boolean | undefined;
  /** Contacts, own accounts and earlier receivers; without it nothing is said of receivers. */
  readonly known?: () => readonly KnownAddress[];
}

/** What a transaction does, in words, rows and checks, by its own bytes. */
export async function explain(
  deps: ExplainDeps,
  found: Understanding,
  account: Address,
  /** The calls of the same request before this one. */
  earlier: readonly Understanding[] = [],
): Promise<Meaning> {
  const common = { sentence: sentenceFor(found), leaves: [], arrives: [], rows: [], checks: [] };
  switch (found.kind) {
    case 'fill':
      return inspectFill({
        ...deps,
        understanding: found,
        account,
        earlier,
        now: unixSeconds(Math.floor(deps.clock.now() / 1000)),
      });
    case 'swap and fill': {
      // The swap runs foreign bytes with the account's tokens: the order alone does not tell it all.
      const inner = await inspectFill({
        ...deps,
        understanding: {
          kind: 'fill',
          book: found.book,
          isPinnedBook: found.isPinnedBook,
          fill: {
            kind: 'fill',
            order: found.order,
            signature: found.signature,
            referrer: found.referrer,
          },
        },
        account,
        now: unixSeconds(Math.floor(deps.clock.now() / 1000)),
      });
      return {
        ...inner,
        sentence: common.sentence,
        leaves: [tokenMove(found.swapToken, found.swapAmount)],
        rows: [
          {
            label: 'Swapped',
            value: amountOf({ token: found.swapToken, amount: found.swapAmount }),
          },
          { label: 'By router', value: found.swapRouter },
          ...inner.rows,
        ],
        danger: `I trust the router ${shortAddress(found.swapRouter)} with ${amountOf({ token: found.swapToken, amount: found.swapAmount })}.`,
      };
    }
    case 'cancel orders':
      return {
        ...common,
        rows: found.orders.slice(0, 20).map((order) => ({
          label: 'Quote that ended',
          value: formatUtc(order.orderExpiryTimestamp),
        })),
        checks: [bookCheck(found)],
      };
    case 'cancel before':
      return {
        ...common,
        rows: [{ label: 'Cutoff', value: formatUtc(found.cutoff) }],
        checks: [bookCheck(found)],
      };
    case 'claim fees':
      return {
        ...common,
        rows: [{ label: 'Token', value: found.token }],
        checks: [bookCheck(found)],
      };
    case 'payout':
    case 'close':
    case 'return excess collateral':
    case 'split':
    case 'reclaim collateral':
    case 'transfer option':
    case 'allow option transfer':
      return { ...common, ...(await explainOption(deps.client, found satisfies OptionCall)) };
    case 'approve':
    case 'increase allowance':
    case 'allow all':
      return { ...common, ...explainAllowance(found) };
    case 'transfer':
      return {
        ...common,
        ...receiverOf(deps, found.to),
        leaves: [tokenMove(found.token, found.amount)],
        rows: [{ label: 'To', value: found.to }],
      };
    case 'transfer from': {
      const isOwn = found.from.toLowerCase() === account.toLowerCase();
      return {
        ...common,
        leaves: isOwn ? [tokenMove(found.token, found.amount)] : [],
        rows: [
          { label: 'From', value: found.from },
          { label: 'To', value: found.to },
        ],
      };
    }
    case 'transfer item':
      return {
        ...common,
        rows: [
          { label: 'Contract', value: found.token },
          { label: 'Item', value: found.item.toString() },
          { label: 'Count', value: found.count.toString() },
          { label: 'From', value: found.from },
          { label: 'To', value: found.to },
        ],
      };
    case 'wrap':
      return { ...common, arrives: [tokenMove(found.token, found.amount)] };
    case 'unwrap':
      return {
        ...common,
        leaves: [tokenMove(found.token, found.amount)],
        arrives: [etherMove(found.amount)],
      };
    case 'send':
      return {
        ...common,
        ...receiverOf(deps, found.to),
        leaves: [etherMove(found.value)],
        rows: [{ label: 'To', value: found.to }],
      };
    case 'multicall':
      return { ...common, ...(await explainMulticall(deps, found, account)) };
    default:
      return { ...common, ...UNKNOWN };
  }
}

function receiverOf({ known }: ExplainDeps, to: Address) {
  return known === undefined ? {} : explainReceiver(known(), to);
}

const UNKNOWN = {
  checks: [
    {
      label: 'Meaning',
      status: 'warned',
      detail: 'Condor cannot tell what this does. Confirm only if you know the site well.',
    },
  ],
  danger: 'I understand that Condor cannot tell what this transaction does.',
} as const;

function etherMove(amount: bigint) {
  return { symbol: 'ETH', amount: formatAmount(amount, 18), exact: exactAmount(amount, 18) };
}

function bookCheck({ isPinnedBook }: { readonly isPinnedBook: boolean }): ApprovalCheck {
  return isPinnedBook
    ? { label: 'Order book', status: 'passed' }
    : {
        label: 'Order book',
        status: 'warned',
        detail: 'This contract is not one of the known order books.',
      };
}

/** Every inner call in its own words; what one of them warns of, all of them warn of. */
async function explainMulticall(
  deps: ExplainDeps,
  found: Extract<Understanding, { kind: 'multicall' }>,
  account: Address,
) {
  const inner = await Promise.all(found.calls.map((call) => explain(deps, call, account)));
  const rows: ApprovalRow[] = inner.flatMap((meaning, index) => [
    { label: `Call ${index + 1}`, value: meaning.sentence },
    ...meaning.rows.map((row) => ({ ...row, label: `· ${row.label}` })),
  ]);
  const dangers = [...new Set(inner.flatMap(({ danger }) => danger ?? []))];
  const refusal = inner.find((meaning) => meaning.refusal !== undefined)?.refusal;
  return {
    leaves: found.isByContract ? [] : inner.flatMap(({ leaves }) => leaves),
    arrives: found.isByContract ? [] : inner.flatMap(({ arrives }) => arrives),
    rows,
    checks: [
      ...(found.isByContract
        ? [
            {
              label: 'Who calls',
              status: 'warned' as const,
              detail: `The calls are made by ${shortAddress(found.to)}, not by your account.`,
            },
          ]
        : []),
      ...inner.flatMap(({ checks }, index) =>
        checks.map((check) => ({ ...check, label: `Call ${index + 1}: ${check.label}` })),
      ),
    ],
    ...(refusal === undefined ? {} : { refusal }),
    ...(dangers.length === 0 ? {} : { danger: dangers.join(' ') }),
  };
}
