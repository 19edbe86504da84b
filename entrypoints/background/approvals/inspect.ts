import { type Address, formatEther } from 'viem';
import { getBalance } from 'viem/actions';
import type { ApprovalDraft } from '../../../shared/approvals/types.ts';
import { type Understanding, understandTransaction } from '../../../shared/approvals/understand.ts';
import type {
  ApprovalView,
  AssetMove,
  FeeOption,
  TransactionView,
} from '../../../shared/approvals/view.ts';
import { fromHex, fromUtf8 } from '../../../shared/bytes.ts';
import { BOOKS, CHAIN_ID } from '../../../shared/chain/deployments.ts';
import { exactAmount, formatAmount, formatCents, shortAddress } from '../../../shared/format.ts';
import { fillFailure } from '../../../shared/orders/failures.ts';
import { tokenAt } from '../../../shared/orders/tokens.ts';
import type { Clock } from '../../../shared/ports.ts';
import { type Price8, unixSeconds } from '../../../shared/units.ts';
import type { ChainClient } from '../chain/client.ts';
import { estimateFees, type FeeEstimate } from '../chain/fees.ts';
import type { Rpc } from '../chain/rpc.ts';
import { simulate } from '../chain/simulate.ts';
import { inspectFill } from './inspect-fill.ts';
import { amountOf, wordsFor } from './words.ts';

/** Above this an allowance is one without limit: no token has so many units. */
const UNLIMITED = 2n ** 96n;

export interface InspectDeps {
  readonly client: ChainClient;
  readonly rpc: Rpc;
  readonly clock: Clock;
  readonly accounts: () => readonly { address: string; name: string }[];
  readonly selected: () => string | undefined;
  readonly spotOf: (asset: string) => Price8 | undefined;
  readonly isInFeed: (digest: string) => boolean | undefined;
}

type Position = ApprovalView['position'];

/** Works out what the approval window shows, out of the stored draft and the chain. */
export async function inspectDraft(
  deps: InspectDeps,
  draft: ApprovalDraft,
  position: Position,
): Promise<ApprovalView> {
  const common = {
    id: draft.id,
    position,
    ...(draft.requester.own ? {} : { origin: draft.requester.origin }),
    ...(draft.requester.topOrigin === undefined ? {} : { topOrigin: draft.requester.topOrigin }),
  };
  const { request } = draft;
  if (request.kind === 'connect') {
    const selected = deps.selected();
    return {
      ...common,
      kind: 'connect',
      accounts: deps.accounts(),
      ...(selected === undefined ? {} : { selected }),
    };
  }
  const accountName =
    deps.accounts().find(({ address }) => sameAddress(address, request.account))?.name ?? 'Account';
  if (request.kind === 'personal_sign') {
    const text = printable(request.message);
    return {
      ...common,
      kind: 'personal_sign',
      account: request.account,
      accountName,
      hex: request.message,
      ...(text === undefined ? {} : { text }),
    };
  }
  const view = await inspectTransaction(deps, draft, request.account as Address);
  return { ...common, kind: 'transaction', account: request.account, accountName, ...view };
}

async function inspectTransaction(deps: InspectDeps, draft: ApprovalDraft, account: Address) {
  if (draft.request.kind !== 'transaction') throw new Error('not a transaction');
  const { transaction } = draft.request;
  const understanding = understandTransaction(transaction);
  const [meaning, simulation, fees, balance] = await Promise.all([
    explain(deps, understanding, account).then((found) =>
      withValue(found, understanding, transaction),
    ),
    simulate(deps.rpc, account, transaction),
    estimateFees(deps.client, account, transaction).catch(() => undefined),
    getBalance(deps.client, { address: account }).catch(() => undefined),
  ]);
  return {
    understood: understanding.kind !== 'unknown' && understanding.kind !== 'unreadable',
    ...meaning,
    simulation: {
      outcome: simulation.outcome,
      ...('block' in simulation ? { block: simulation.block.toString() } : {}),
      ...('reason' in simulation ? { reason: reasonWords(understanding, simulation.reason) } : {}),
    },
    fees: fees === undefined ? [] : feeOptions(fees, deps.spotOf('ETH')),
    ...(balance === undefined ? {} : { balance: `${formatAmount(balance, 18)} ETH` }),
    raw: [
      { label: 'To', value: transaction.to ?? 'new contract' },
      { label: 'Value', value: `${formatEther(BigInt(transaction.value))} ETH` },
      { label: 'Chain', value: String(CHAIN_ID) },
      { label: 'Data', value: transaction.data },
    ],
  } satisfies Partial<TransactionView>;
}

type Meaning = Pick<
  TransactionView,
  'sentence' | 'leaves' | 'arrives' | 'rows' | 'checks' | 'picture' | 'refusal' | 'danger'
>;

async function explain(
  deps: InspectDeps,
  understanding: Understanding,
  account: Address,
): Promise<Meaning> {
  const nothing = { leaves: [], arrives: [], rows: [], checks: [] };
  switch (understanding.kind) {
    case 'fill':
      return inspectFill({
        ...deps,
        understanding,
        account,
        now: unixSeconds(Math.floor(deps.clock.now() / 1000)),
      });
    case 'approve': {
      const isUnlimited = understanding.amount >= UNLIMITED;
      const isBook = BOOKS.some((book) => sameAddress(book.address, understanding.spender));
      const who = isBook ? 'the order book' : shortAddress(understanding.spender);
      const what = isUnlimited ? 'all your tokens, now and later' : amountOf(understanding);
      return {
        ...nothing,
        sentence: `Allow ${who} to take ${what}`,
        rows: [
          {
            label: 'Token',
            value: tokenAt(understanding.token)?.symbol ?? 'unknown',
            full: understanding.token,
          },
          {
            label: 'Spender',
            value: isBook
              ? `Order book ${shortAddress(understanding.spender)}`
              : understanding.spender,
            full: understanding.spender,
          },
          { label: 'Amount', value: isUnlimited ? 'Unlimited' : amountOf(understanding) },
        ],
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
        ...(isUnlimited
          ? { danger: 'This contract could take every token of this kind that you ever hold.' }
          : {}),
      };
    }
    case 'transfer':
      return {
        ...nothing,
        sentence: `Send ${amountOf(understanding)} to ${shortAddress(understanding.to)}`,
        leaves: [tokenMove(understanding.token, understanding.amount)],
        rows: [{ label: 'To', value: understanding.to }],
      };
    case 'send':
      return {
        ...nothing,
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
        ...nothing,
        sentence: `${wordsFor(understanding).replace(/^Called/, 'Call')}`,
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

/** Ether that goes along with a call nobody understands is the one thing that is certain about it. */
function withValue(
  meaning: Meaning,
  understanding: Understanding,
  transaction: { readonly value: string },
): Meaning {
  const value = BigInt(transaction.value);
  if (value === 0n || understanding.kind === 'send') return meaning;
  const amount = formatAmount(value, 18);
  const leaves = { symbol: 'ETH', amount, exact: exactAmount(value, 18), note: 'with the call' };
  return {
    ...meaning,
    sentence: `${meaning.sentence}, and send ${amount} ETH along`,
    leaves: [leaves, ...meaning.leaves],
    danger: `${meaning.danger ?? 'I understand that this moves Ether.'} It takes ${amount} ETH.`,
  };
}

function tokenMove(address: Address, amount: bigint): AssetMove {
  const token = tokenAt(address);
  return token === undefined
    ? { symbol: shortAddress(address), amount: amount.toString(), exact: amount.toString() }
    : {
        symbol: token.symbol,
        amount: formatAmount(amount, token.decimals),
        exact: exactAmount(amount, token.decimals),
      };
}

function reasonWords(understanding: Understanding, reason: string): string {
  if (understanding.kind === 'fill') return fillFailure(reason).sentence;
  return `The chain would refuse this: ${reason}`;
}

function feeOptions(estimate: FeeEstimate, etherPrice: Price8 | undefined): FeeOption[] {
  const labels = { slow: 'Slow', normal: 'Normal', fast: 'Fast' } as const;
  return estimate.quotes.map(({ preset, total }) => ({
    preset,
    label: labels[preset],
    eth: formatAmount(total, 18, 8),
    // Wei × 8-decimal price, cut down to cents; a fee is shown one cent higher rather than lower.
    ...(etherPrice === undefined
      ? {}
      : { usd: formatCents((total * etherPrice) / 10n ** 24n + 1n) }),
  }));
}

/** The message as text, when it is UTF-8 without control characters that could hide something. */
function printable(message: string): string | undefined {
  try {
    const text = fromUtf8(fromHex(message) ?? new Uint8Array());
    const hasHidden = /[\p{Cc}\p{Cf}\u115f\u1160\u2800\u3164\uffa0]/u.test(
      text.replace(/[\n\r\t]/g, ''),
    );
    return text === '' || hasHidden ? undefined : text;
  } catch {
    // Not UTF-8: shown as hex.
    return undefined;
  }
}

function sameAddress(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
