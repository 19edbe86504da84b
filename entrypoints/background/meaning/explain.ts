import type { Address } from 'viem';
import { i18n } from '#i18n';
import type { Understanding } from '../../../shared/approvals/understanding.ts';
import type { ApprovalCheck, ApprovalRow, AssetMove } from '../../../shared/approvals/view.ts';
import type { Place } from '../../../shared/chain/place.ts';
import type { KnownAddress } from '../../../shared/chain/receiver.ts';
import type { TrustedBook } from '../../../shared/chain/trusted-book.ts';
import { exactAmount, shortAddress } from '../../../shared/format.ts';
import type { Clock } from '../../../shared/ports.ts';
import { type Price8, unixSeconds } from '../../../shared/units.ts';
import type { CodeReader } from '../chain/code-at.ts';
import { ETHER } from '../chain/movements.ts';
import type { Rpc } from '../chain/rpc.ts';
import { amountWords, momentRow } from '../orders/market-words.ts';
import { amountOf, sentenceFor } from '../sending/words.ts';
import { asCollectible } from './collectibles.ts';
import { explainAllowance, isSpenderPrivate, type OptionDelivery } from './explain-allowance.ts';
import { explainOption, type OptionCall } from './explain-option.ts';
import { explainReceiver, lookAlikeOf } from './explain-receiver.ts';
import { inspectFill } from './inspect-fill.ts';
import { lostReceiver } from './lost-receiver.ts';
import type { Meaning } from './meaning.ts';
import { assetOf, collectibleMove } from './merge-moves.ts';
import { tokenMove } from './token-move.ts';

export interface ExplainDeps {
  /** The node of the chain that the transaction is for. */
  readonly rpc: Rpc;
  readonly place: Place;
  readonly codeAt: CodeReader;
  readonly clock: Clock;
  readonly spotOf: (asset: string) => Price8 | undefined;
  readonly isInFeed: (digest: string) => boolean | undefined;
  /** Order books that the user trusts by hand. */
  readonly trustedBooks?: () => readonly TrustedBook[];
  /** Contacts, own accounts and earlier receivers; without it nothing is said of receivers. */
  readonly known?: () => readonly KnownAddress[];
  /** The delivery of an own, proven option that an allowance is exactly for. */
  readonly deliveryOf?: (found: Understanding, account: string) => OptionDelivery | undefined;
}

/** What a transaction does, in words, rows and checks, by its own bytes. */
export async function explain(
  deps: ExplainDeps,
  understanding: Understanding,
  account: Address,
  /** The calls of the same request before this one. */
  earlier: readonly Understanding[] = [],
): Promise<Meaning> {
  const { rpc, place } = deps;
  const [found, isPrivate] = await Promise.all([
    asCollectible(rpc, place, understanding),
    isSpenderPrivate(deps, understanding),
  ]);
  const isOwn = 'from' in found && found.from.toLowerCase() === account.toLowerCase();
  const common = {
    sentence: sentenceFor(found, place),
    leaves: [],
    arrives: [],
    rows: [],
    checks: [],
  };
  switch (found.kind) {
    case 'fill':
      return inspectFill({
        ...deps,
        client: rpc,
        understanding: found,
        account,
        earlier,
        now: unixSeconds(Math.floor(deps.clock.now() / 1000)),
      });
    case 'swap and fill': {
      // The swap runs foreign bytes with the account's tokens: the order alone does not tell it all.
      const inner = await inspectFill({
        ...deps,
        client: rpc,
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
        leaves: [tokenMove(found.swapToken, found.swapAmount, place)],
        rows: [
          {
            label: i18n.t('approving.swapped'),
            value: amountOf({ token: found.swapToken, amount: found.swapAmount }, place),
          },
          { label: i18n.t('approving.byRouter'), value: found.swapRouter },
          ...inner.rows,
        ],
        danger: [
          ...(inner.danger === undefined ? [] : [inner.danger]),
          i18n.t('approving.iTrustTheRouterWith', {
            router: shortAddress(found.swapRouter),
            amount: amountOf({ token: found.swapToken, amount: found.swapAmount }, place),
          }),
        ].join(' '),
      };
    }
    case 'cancel orders':
      return {
        ...common,
        rows: found.orders.slice(0, 20).map((order) => ({
          label: i18n.t('approving.quoteThatEnded'),
          ...momentRow(order.orderExpiryTimestamp),
        })),
        ...bookMeaning(found, place),
      };
    case 'cancel before':
      return {
        ...common,
        rows: [{ label: i18n.t('approving.cutoff'), ...momentRow(found.cutoff) }],
        ...bookMeaning(found, place),
      };
    case 'claim fees':
      return {
        ...common,
        rows: [{ label: i18n.t('approving.token'), value: found.token }],
        ...bookMeaning(found, place),
      };
    case 'payout':
    case 'exercise':
    case 'decline exercise':
    case 'close':
    case 'return excess collateral':
    case 'split':
    case 'reclaim collateral':
      return { ...common, ...(await explainOption(rpc, found satisfies OptionCall)) };
    case 'transfer option':
    case 'allow option transfer': {
      const option = await explainOption(rpc, found satisfies OptionCall);
      const receiver = receiverOf(deps, found.target);
      return { ...common, ...option, ...bothOf(option, receiver) };
    }
    case 'approve':
    case 'increase allowance':
    case 'allow item':
    case 'allow all':
      return {
        ...common,
        ...explainAllowance(found, {
          place,
          isPrivate,
          known: deps.known?.() ?? [],
          delivery: deps.deliveryOf?.(found, account),
        }),
      };
    case 'transfer':
      return {
        ...common,
        ...receiverOf(deps, found.to),
        ...lostReceiver(found.to, found.token, place),
        leaves: [tokenMove(found.token, found.amount, place)],
        rows: [{ label: i18n.t('approving.to'), value: found.to }],
      };
    case 'transfer from':
      return {
        ...common,
        ...(isOwn
          ? { ...receiverOf(deps, found.to), ...lostReceiver(found.to, found.token, place) }
          : {}),
        leaves: isOwn ? [tokenMove(found.token, found.amount, place)] : [],
        rows: [
          { label: i18n.t('approving.from'), value: found.from },
          { label: i18n.t('approving.to'), value: found.to },
        ],
      };
    case 'transfer item':
      return {
        ...common,
        ...(isOwn
          ? { ...receiverOf(deps, found.to), ...lostReceiver(found.to, found.token, place) }
          : {}),
        leaves: isOwn ? [collectibleMove(found.token, found.count, found.item.toString())] : [],
        rows: [
          { label: i18n.t('approving.contract'), value: found.token },
          { label: i18n.t('approving.item'), value: found.item.toString() },
          { label: i18n.t('approving.count'), value: found.count.toString() },
          { label: i18n.t('approving.from'), value: found.from },
          { label: i18n.t('approving.to'), value: found.to },
        ],
      };
    case 'wrap':
      return {
        ...common,
        leaves: [coinMove(found.amount, place)],
        arrives: [tokenMove(found.token, found.amount, place)],
      };
    case 'unwrap':
      return {
        ...common,
        leaves: [tokenMove(found.token, found.amount, place)],
        arrives: [coinMove(found.amount, place)],
      };
    case 'send':
      return {
        ...common,
        ...receiverOf(deps, found.to),
        ...lostReceiver(found.to, undefined, place),
        leaves: [coinMove(found.value, place)],
        rows: [{ label: i18n.t('approving.to'), value: found.to }],
      };
    case 'multicall':
      return { ...common, ...(await explainMulticall(deps, found, account)) };
    case 'unknown':
    case 'unreadable':
      return { ...common, ...unknownCall(deps, found.to) };
    default:
      return { ...common, ...unknownMeaning() };
  }
}

function receiverOf({ known }: ExplainDeps, to: Address) {
  return known === undefined ? {} : explainReceiver(known(), to);
}

/** What is given and to whom: both are checked, and both may have to be acknowledged. */
function bothOf(
  what: Partial<Meaning>,
  whom: Partial<Meaning>,
): Pick<Meaning, 'checks' | 'danger'> {
  const dangers = [what.danger, whom.danger].filter((sentence) => sentence !== undefined);
  return {
    checks: [...(what.checks ?? []), ...(whom.checks ?? [])],
    ...(dangers.length === 0 ? {} : { danger: dangers.join(' ') }),
  };
}

/** Nobody can tell what it does; whom it is sent to is told in full, and compared. */
function unknownCall({ known }: ExplainDeps, to: Address): Partial<Meaning> {
  const { checks, danger } = unknownMeaning();
  const alike = lookAlikeOf(known?.() ?? [], to, 'receiver');
  return {
    rows: [{ label: i18n.t('approving.wholeAddress'), value: to }],
    checks: [...checks, ...(alike?.checks ?? [])],
    danger: alike === undefined ? danger : `${danger} ${alike.danger}`,
  };
}

function unknownMeaning(): { checks: ApprovalCheck[]; danger: string } {
  return {
    checks: [
      {
        label: i18n.t('approving.meaning'),
        status: 'warned',
        detail: i18n.t('approving.condorCannotTellWhatThis'),
      },
    ],
    danger: i18n.t('approving.iUnderstandNothing'),
  };
}

function coinMove(amount: bigint, { coin }: Place): AssetMove {
  return {
    symbol: coin,
    amount: amountWords(amount, 18),
    exact: exactAmount(amount, 18),
    asset: assetOf(ETHER, amount),
  };
}

/** What is signed for a book counts on that book alone; another contract may do anything under its names. */
function bookMeaning(
  found: { readonly book: Address; readonly isPinnedBook: boolean },
  place: Place,
): Pick<Meaning, 'checks' | 'danger'> {
  const checks = [bookCheck(found, place)];
  return found.isPinnedBook
    ? { checks }
    : { checks, danger: i18n.t('approving.iUnderstandThatThisIsNoBook') };
}

function bookCheck(
  { book, isPinnedBook }: { readonly book: Address; readonly isPinnedBook: boolean },
  place: Place,
): ApprovalCheck {
  if (place.isTrustedBook(book)) {
    return {
      label: i18n.t('approving.orderBook'),
      status: 'warned',
      detail: i18n.t('approving.trustedByYou'),
    };
  }
  return isPinnedBook
    ? { label: i18n.t('approving.orderBook'), status: 'passed' }
    : {
        label: i18n.t('approving.orderBook'),
        status: 'warned',
        detail: i18n.t('approving.thisContractIsNotOne'),
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
    { label: i18n.t('approving.call', { number: index + 1 }), value: meaning.sentence },
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
              label: i18n.t('approving.whoCalls'),
              status: 'warned' as const,
              detail: i18n.t('approving.theCallsAreMadeBy', { to: shortAddress(found.to) }),
            },
          ]
        : []),
      ...inner.flatMap(({ checks }, index) =>
        checks.map((check) => ({
          ...check,
          label: i18n.t('approving.callCheck', { number: index + 1, label: check.label }),
        })),
      ),
    ],
    ...(refusal === undefined ? {} : { refusal }),
    ...(dangers.length === 0 ? {} : { danger: dangers.join(' ') }),
  };
}
