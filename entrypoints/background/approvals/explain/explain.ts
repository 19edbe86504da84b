import type { Address } from 'viem';
import { asOwnBatch } from '../../../../shared/approvals/batch.ts';
import { amountFact, tokenFact } from '../../../../shared/approvals/facts/amounts.ts';
import { callOf } from '../../../../shared/approvals/facts/call-of.ts';
import type { CheckFact } from '../../../../shared/approvals/facts/checks.ts';
import { nameChecks } from '../../../../shared/approvals/facts/name-checks.ts';
import type { Understanding } from '../../../../shared/approvals/understanding.ts';
import { isSameAddress } from '../../../../shared/is-same-address.ts';
import type { CallMeaning } from '../../../../shared/messages/approval-view.ts';
import type { Clock } from '../../../../shared/ports.ts';
import { type Price8, secondsOf } from '../../../../shared/units.ts';
import type { CodeReader } from '../../chain/code-at.ts';
import type { Rpc } from '../../chain/rpc.ts';
import { coinMove, tokenMove } from './asset-moves.ts';
import { asCollectible } from './collectibles.ts';
import { contractCheck } from './contract-check.ts';
import { explainAllowance, isSpenderPrivate, type OptionDelivery } from './explain-allowance.ts';
import { explainCodeChange, selfCallRefusal } from './explain-code.ts';
import { explainFactory } from './explain-factory.ts';
import { explainLending } from './explain-lending.ts';
import { explainOption, type OptionCall } from './explain-option.ts';
import { explainPermit } from './explain-permit.ts';
import { findLookAlike, type PartyFindings } from './explain-receiver.ts';
import { asSendOrCall, withTail } from './explain-tail.ts';
import { explainTransfer, type ReceiverDeps, receiverFindings } from './explain-transfer.ts';
import { inspectFill } from './inspect-fill.ts';
import type { JudgeDeps } from './judge-trade.ts';
import { tokensOfCall } from './named-tokens.ts';
import { withValue } from './with-value.ts';

export interface ExplainDeps extends ReceiverDeps, Pick<JudgeDeps, 'recordOf' | 'modelValue'> {
  /** Node of the transaction's chain. */
  readonly rpc: Rpc;
  readonly codeAt: CodeReader;
  /** Ends when the tokens of all calls are named in `context`, or won't be. */
  readonly named?: Promise<void>;
  readonly clock: Clock;
  readonly spotOf: (asset: string) => Price8 | undefined;
  /** Reads the spot prices when they are old, for a limited time. Never rejects. */
  readonly refreshSpots?: () => Promise<void>;
  readonly isInFeed: (digest: string) => Promise<boolean | undefined>;
  readonly offerKeyOf?: (account: Address) => string | undefined;
  /** Delivery of an own, proven option when an allowance equals it. */
  readonly deliveryOf?: (found: Understanding, account: string) => OptionDelivery | undefined;
}

/** Explains a transaction from its own bytes: facts, rows and checks. */
export async function explain(
  deps: ExplainDeps,
  understanding: Understanding,
  account: Address,
  /** The calls of the same request before this one. */
  earlier: readonly Understanding[] = [],
): Promise<CallMeaning> {
  const found = asOwnBatch(understanding, account);
  const [meaning, refusal] = await Promise.all([
    explainCall(deps, found, account, earlier),
    selfCallRefusal(found, { account, codeAt: deps.codeAt }),
  ]);
  const tokens = tokensOfCall(found).map((token) => tokenFact(token, deps.context));
  const checks = [...nameChecks(tokens), ...meaning.checks];
  const refused = refusal === undefined ? {} : { refusal };
  return withTail({ ...meaning, checks, ...refused }, found.tail);
}

async function explainCall(
  deps: ExplainDeps,
  understanding: Understanding,
  account: Address,
  earlier: readonly Understanding[],
): Promise<CallMeaning> {
  const { rpc, context } = deps;
  const [found, isPrivate] = await Promise.all([
    asCollectible(deps, understanding, account),
    isSpenderPrivate(deps, understanding),
    deps.named,
  ]);
  const common: CallMeaning = {
    call: callOf(found, context, account),
    leaves: [],
    arrives: [],
    rows: [],
    checks: [],
    dangers: [],
  };
  switch (found.kind) {
    case 'fill':
      return { ...common, ...(await inspectFill(fillOptions(deps, found, account, earlier))) };
    case 'swap and fill':
      return { ...common, ...(await explainSwap(deps, found, account)) };
    case 'cancel orders':
      return {
        ...common,
        rows: found.orders.slice(0, 20).map((order) => ({
          label: 'quoteThatEnded',
          value: { kind: 'time', at: order.orderExpiryTimestamp },
        })),
        ...bookMeaning(found),
      };
    case 'cancel before':
      return {
        ...common,
        rows: [{ label: 'cutoff', value: { kind: 'time', at: found.cutoff } }],
        ...bookMeaning(found),
      };
    case 'claim fees':
      return {
        ...common,
        rows: [{ label: 'token', value: { kind: 'address', address: found.token } }],
        ...bookMeaning(found),
      };
    case 'payout':
    case 'exercise':
    case 'decline exercise':
    case 'close':
    case 'return excess collateral':
    case 'split':
    case 'reclaim collateral':
      return { ...common, ...(await explainOption(deps, found satisfies OptionCall, earlier)) };
    case 'transfer option':
    case 'allow option transfer': {
      const option = await explainOption(deps, found satisfies OptionCall, earlier);
      const receiver = receiverFindings(deps, found.target);
      return {
        ...common,
        ...option,
        checks: [...option.checks, ...receiver.checks],
        dangers: [...option.dangers, ...receiver.dangers],
      };
    }
    case 'approve':
    case 'increase allowance':
    case 'allow through permit2':
    case 'allow item':
    case 'allow all':
      return {
        ...common,
        ...explainAllowance(found, {
          context,
          isPrivate,
          known: deps.known?.() ?? [],
          delivery: deps.deliveryOf?.(found, account),
        }),
      };
    case 'permit':
      return { ...common, ...explainPermit(found, { ...deps, isPrivate, account }) };
    case 'send':
    case 'transfer':
    case 'transfer from':
    case 'transfer item':
      return { ...common, ...explainTransfer(deps, found, account) };
    case 'wrap':
      return {
        ...common,
        leaves: [coinMove(found.amount, context)],
        arrives: [tokenMove(found.token, found.amount, context)],
      };
    case 'unwrap':
      return {
        ...common,
        leaves: [tokenMove(found.token, found.amount, context)],
        arrives: [coinMove(found.amount, context)],
      };
    case 'supply':
    case 'withdraw': {
      const known = deps.known?.() ?? [];
      return { ...common, ...(await explainLending(found, { rpc, context, known, account })) };
    }
    case 'request quotation':
    case 'accept offer':
    case 'accept order':
    case 'reveal offer':
    case 'settle quotation':
    case 'cancel quotation':
    case 'make offer':
    case 'cancel offer':
    case 'claim escrow':
    case 'swap and call':
    case 'register referral':
    case 'withdraw fees': {
      const now = secondsOf(deps.clock.now());
      const explainInner = (inner: Understanding) => explain(deps, inner, account);
      const reading = { ...deps, now, account, earlier, explainInner };
      return { ...common, ...(await explainFactory(found, reading)) };
    }
    case 'multicall':
      return { ...common, ...(await explainMulticall(deps, found, account)) };
    case 'batch':
      return { ...common, ...(await explainBatch(deps, found, account, earlier)) };
    case 'change code': {
      const { change } = found;
      return { ...common, ...(await explainCodeChange(change, { rpc, sender: account })) };
    }
    case 'unknown':
    case 'unreadable':
      return { ...common, ...unknownCall(deps, found.to) };
    default:
      return { ...common, ...UNKNOWN };
  }
}

type FillCall = Extract<Understanding, { kind: 'fill' }>;

function fillOptions(
  deps: ExplainDeps,
  understanding: FillCall,
  account: Address,
  earlier: readonly Understanding[] = [],
) {
  const now = secondsOf(deps.clock.now());
  return { ...deps, client: deps.rpc, understanding, account, earlier, now };
}

/**
 * The swap runs foreign code with the account's tokens, so the order alone doesn't describe the
 * effect.
 */
async function explainSwap(
  deps: ExplainDeps,
  found: Extract<Understanding, { kind: 'swap and fill' }>,
  account: Address,
): Promise<Partial<CallMeaning>> {
  const { order, signature, referrer, book, isPinnedBook } = found;
  const inner = await inspectFill(
    fillOptions(
      deps,
      { kind: 'fill', book, isPinnedBook, fill: { kind: 'fill', order, signature, referrer } },
      account,
    ),
  );
  const { context } = deps;
  const amount = amountFact({ token: found.swapToken, amount: found.swapAmount }, context);
  return {
    ...inner,
    leaves: [tokenMove(found.swapToken, found.swapAmount, context)],
    rows: [
      { label: 'swapped', value: { kind: 'amount', amount, isWhole: true } },
      { label: 'router', value: { kind: 'address', address: found.swapRouter } },
      ...inner.rows,
    ],
    dangers: [...inner.dangers, { code: 'trustsRouter', router: found.swapRouter, amount }],
  };
}

const UNKNOWN = {
  checks: [{ code: 'meaning.unknown', status: 'warned' }],
  dangers: [{ code: 'meaning.unknown' }],
} as const satisfies PartyFindings;

/** Its effect is unknown, so the called address is shown in full and compared with known ones. */
function unknownCall(
  { known, context }: ExplainDeps,
  to: Address,
): Pick<CallMeaning, 'rows' | 'checks' | 'dangers'> {
  const alike = findLookAlike(known?.() ?? [], to, 'receiver');
  const elsewhere: readonly CheckFact[] = context.isBookElsewhere(to)
    ? [{ code: 'contract.bookElsewhere', status: 'failed' }]
    : context.isOtherFactory(to)
      ? [{ code: 'contract.otherRevision', status: 'warned' }]
      : [];
  return {
    rows: [{ label: 'calledContract', value: { kind: 'address', address: to } }],
    checks: [...elsewhere, ...UNKNOWN.checks, ...alike.checks],
    dangers: [...UNKNOWN.dangers, ...alike.dangers],
  };
}

/**
 * A signature for a book is valid on that book only; another contract can give the same names any
 * meaning.
 */
function bookMeaning({ isPinnedBook }: { readonly isPinnedBook: boolean }): PartyFindings {
  return isPinnedBook
    ? { checks: [{ code: 'book.known', status: 'passed' }], dangers: [] }
    : {
        checks: [{ code: 'book.unknown', status: 'warned' }],
        dangers: [{ code: 'notAKnownBook' }],
      };
}

/** Explains every inner call; the pages show the findings of all of them. */
async function explainMulticall(
  deps: ExplainDeps,
  found: Extract<Understanding, { kind: 'multicall' }>,
  account: Address,
): Promise<Partial<CallMeaning>> {
  const inner = await Promise.all(
    found.calls.map(async (call) => explain(deps, await asSendOrCall(call, deps.codeAt), account)),
  );
  const { isByContract, to } = found;
  const [only] = inner;
  return {
    ...(only !== undefined && inner.length === 1 && !isByContract ? { call: only.call } : {}),
    leaves: isByContract ? [] : inner.flatMap(({ leaves }) => leaves),
    arrives: isByContract ? [] : inner.flatMap(({ arrives }) => arrives),
    checks: isByContract ? [{ code: 'caller.isContract', status: 'warned', address: to }] : [],
    inner,
  };
}

/** Explains the calls that the account makes, each after the ones before. */
async function explainBatch(
  deps: ExplainDeps,
  { calls }: Extract<Understanding, { kind: 'batch' }>,
  account: Address,
  before: readonly Understanding[],
): Promise<Partial<CallMeaning>> {
  const found = await Promise.all(
    calls.map(async ({ draft, call }) => ({ draft, call: await asSendOrCall(call, deps.codeAt) })),
  );
  const inner = await Promise.all(
    found.map(async ({ draft, call }, index) => {
      const earlier = [...before, ...found.slice(0, index).map((one) => one.call)];
      const [meaning, missing] = await Promise.all([
        explain(deps, call, account, earlier),
        contractCheck(deps, draft, call),
      ]);
      const checks = [...missing, ...meaning.checks];
      // The call is refused before the account has code, too: the batch may set it, and would run hidden calls.
      const isOwnCall = isSameAddress(draft.to ?? '', account) && draft.data !== '0x';
      const refused = isOwnCall ? { refusal: { code: 'actsAsTheAccount' } as const } : {};
      return withValue({ ...meaning, checks, ...refused }, call, draft, deps.context.coin);
    }),
  );
  return {
    ...shownFirst(inner),
    leaves: inner.flatMap(({ leaves }) => leaves),
    arrives: inner.flatMap(({ arrives }) => arrives),
    inner,
  };
}

/** Returns the payoff, the highlights and the end of a batch's only fill. */
function shownFirst(
  inner: readonly CallMeaning[],
): Pick<CallMeaning, 'highlights' | 'picture' | 'endsAt'> {
  const [fill, ...others] = inner.filter(({ highlights }) => highlights !== undefined);
  if (fill === undefined || others.length > 0) return {};
  const { highlights, picture, endsAt } = fill;
  return {
    ...(highlights === undefined ? {} : { highlights }),
    ...(picture === undefined ? {} : { picture }),
    ...(endsAt === undefined ? {} : { endsAt }),
  };
}
