import type { Address } from 'viem';
import {
  amountFact,
  type OfferTrade,
  requestedFact,
} from '../../../../shared/approvals/facts/amounts.ts';
import type { CheckFact } from '../../../../shared/approvals/facts/checks.ts';
import type { RowFact } from '../../../../shared/approvals/facts/rows.ts';
import type { ChainContext } from '../../../../shared/chain/chain-context.ts';
import { isSameAddress } from '../../../../shared/is-same-address.ts';
import type { CallMeaning, SignedRequestView } from '../../../../shared/messages/approval-view.ts';
import { feeCeiling } from '../../../../shared/orders/fees.ts';
import { type TokenAmount, tokenAmount } from '../../../../shared/units.ts';
import { createFactoryReader } from '../../market/options/factory.ts';
import { type RequestState, readRequest } from '../../market/options/request.ts';
import { tokenMove } from './asset-moves.ts';
import { NO_SIDE, type Side, sideOf } from './held-side.ts';
import type { JudgeDeps, Judgement } from './judge-trade.ts';
import { offerSignatureCheck } from './offer-signature.ts';
import { becomesMaker, judgeOffer, type OfferCall, roleOf, tradeIn } from './own-trade.ts';
import { amountsIn, collateralOf, presentFee, requestedRows } from './request-rows.ts';

type OpenedOffer = Extract<OfferCall, { readonly offeror: Address }>;

interface OfferDeps extends JudgeDeps {
  readonly context: ChainContext;
  readonly account: Address;
}

const FACTORY_KNOWN: CheckFact = { code: 'factory.known', status: 'passed' };

/**
 * Check of a call whose request couldn't be read from the chain. Such a call can't be confirmed.
 */
export const REQUEST_UNREAD: CheckFact = { code: 'request.unread', status: 'failed' };

/** Explains a call about a request to makers, with the request's current state on the chain. */
export async function explainOffer(
  found: OfferCall,
  deps: OfferDeps,
): Promise<Partial<CallMeaning>> {
  const request = await readRequest(deps.rpc, found.id).catch(() => undefined);
  if (request === undefined) {
    const isHarmless = found.kind === 'cancel quotation' || found.kind === 'cancel offer';
    return {
      rows: [requestRow(found.id)],
      checks: [
        FACTORY_KNOWN,
        isHarmless ? { code: 'request.unread', status: 'warned' } : REQUEST_UNREAD,
      ],
      ...(isHarmless ? {} : { refusal: { code: 'trade', finding: REQUEST_UNREAD } }),
    };
  }
  const { account, context } = deps;
  const trade = tradeIn(found, request, account);
  const [meaning, judged] = await Promise.all([
    meaningOf(found, request, deps),
    trade === undefined ? NOTHING : judgeOffer(request, trade, deps),
  ]);
  const role = roleOf(found, request, account);
  const buys = role === 'other' ? undefined : (role === 'requester') === request.isBuyer;
  const isOwn = isSameAddress(request.requester, account);
  const requester: readonly RowFact[] = isOwn
    ? []
    : [{ label: 'requester', value: { kind: 'address', address: request.requester } }];
  const refusal = judged.refusal ?? meaning.refusal;
  return {
    ...meaning,
    ...namedCall(found, request, deps),
    rows: [
      requestRow(found.id),
      ...requestedRows(request, context, { buys }),
      ...requester,
      ...(meaning.rows ?? []),
      ...(trade === undefined || role === 'requester'
        ? []
        : worstOf(request, deps, trade.total, judged)),
    ],
    checks: [FACTORY_KNOWN, ...endChecks(request), ...judged.checks, ...(meaning.checks ?? [])],
    dangers: [...judged.dangers, ...(meaning.dangers ?? [])],
    ...(refusal === undefined ? {} : { refusal }),
  };
}

/** Describes what the account trades or stops trading, instead of the request's number. */
function namedCall(
  found: OfferCall,
  request: RequestState,
  { account, context }: OfferDeps,
): Pick<CallMeaning, 'call'> | undefined {
  if (!isSameAddress(request.requester, account)) return undefined;
  const { collateral: token, existing, isBuyer, contracts } = request;
  const trade: OfferTrade = {
    isBuyer,
    isExisting: existing !== undefined,
    contracts: contracts.toString(),
    decimals: context.tokenAt(token)?.decimals ?? 0,
    traded: requestedFact(request),
  };
  const about = { id: found.id.toString() };
  const priced = (amount: TokenAmount) => ({
    ...trade,
    amount: amountFact({ token, amount }, context),
  });
  switch (found.kind) {
    case 'accept offer':
      return { call: { kind: found.kind, ...about, trade: priced(found.amount) } };
    case 'settle quotation':
      return request.winner === undefined
        ? undefined
        : { call: { kind: found.kind, ...about, trade: priced(request.best) } };
    case 'cancel quotation':
      return { call: { kind: found.kind, ...about, trade } };
    default:
      return undefined;
  }
}

/** Explains a signed offer that isn't posted yet. Assumes the offer's worst case. */
export async function explainSignedOffer(
  { id, amount }: { id: bigint; amount: TokenAmount },
  deps: OfferDeps,
): Promise<SignedRequestView> {
  const request = await readRequest(deps.rpc, id).catch(() => undefined);
  if (request === undefined)
    return {
      rows: [requestRow(id)],
      checks: [REQUEST_UNREAD],
      dangers: [],
      refusal: { code: 'trade', finding: REQUEST_UNREAD },
    };
  const judged = await judgeOffer(request, { role: 'offeror', total: amount }, deps);
  return {
    rows: [
      requestRow(id),
      ...requestedRows(request, deps.context, { buys: !request.isBuyer }),
      { label: 'requester', value: { kind: 'address', address: request.requester } },
      amountsIn(request.collateral, deps.context).row('offer', amount),
      ...worstOf(request, deps, amount, judged),
    ],
    checks: [...endChecks(request), ...judged.checks, ...openChecks(request, deps)],
    dangers: judged.dangers,
    ...(judged.refusal === undefined ? {} : { refusal: judged.refusal }),
  };
}

function requestRow(id: bigint): RowFact {
  return { label: 'request', value: { kind: 'number', number: id.toString() } };
}

const NOTHING: Judgement = { checks: [], dangers: [] };

function endChecks({ end }: RequestState): readonly CheckFact[] {
  return end === undefined ? [] : [{ code: 'request.ended', status: 'failed' }];
}

function meaningOf(
  found: OfferCall,
  request: RequestState,
  deps: OfferDeps,
): Promise<Partial<CallMeaning>> | Partial<CallMeaning> {
  switch (found.kind) {
    case 'accept offer':
      return explainAccept(found, request, deps);
    case 'settle quotation':
      return explainSettle(request, deps);
    case 'cancel quotation':
      return explainCancel(request, deps);
    case 'make offer':
      return {
        checks: [...openChecks(request, deps), { code: 'offer.amountSealed', status: 'warned' }],
      };
    case 'reveal offer':
      return explainReveal(found, request, deps);
    case 'cancel offer':
      return {};
  }
}

/** Only the requester can accept while offers are collected. */
async function explainAccept(
  found: OpenedOffer,
  request: RequestState,
  deps: OfferDeps,
): Promise<Partial<CallMeaning>> {
  const signature = await offerSignatureCheck(deps.rpc, found, request);
  const isRequester = isSameAddress(request.requester, deps.account);
  const side = isRequester ? await sideOf(request, deps.rpc) : NO_SIDE;
  const trade = tradeOf(request, found.amount, deps);
  return {
    ...(isRequester ? movesOf(trade, side) : {}),
    rows: [...trade.rows, { label: 'offeror', value: { kind: 'address', address: found.offeror } }],
    dangers: side.dangers,
    checks: [
      ...(isRequester ? [] : [{ code: 'requester.differs', status: 'failed' } as const]),
      ...openChecks(request, deps),
      signature,
      ...side.checks,
    ],
    ...(signature.code === 'signature.offerNotSigned'
      ? { refusal: { code: 'signature.offerNotSigned' } }
      : {}),
  };
}

async function explainSettle(
  request: RequestState,
  deps: OfferDeps,
): Promise<Partial<CallMeaning>> {
  const { account, now } = deps;
  const { requester, winner, best, collateral, offerEnd } = request;
  const { row } = amountsIn(collateral, deps.context);
  const isRequester = isSameAddress(requester, account);
  const revealWindow = await createFactoryReader(deps.rpc)().then(
    (factory) => factory.revealWindow,
    () => 0,
  );
  const isEarly = now < offerEnd + revealWindow;
  const early: readonly CheckFact[] = isEarly
    ? [{ code: 'window.offersNotOver', status: 'failed' }]
    : [];
  if (becomesMaker(request, account)) {
    return {
      rows: [row('offer', best)],
      checks: early,
      dangers: [{ code: 'becomesMaker' }],
    };
  }
  if (winner === undefined) {
    return {
      ...returned(request, deps),
      checks: [...early, { code: 'result.noTrade', status: 'passed' }],
    };
  }
  const winnerRow: RowFact = { label: 'offeror', value: { kind: 'address', address: winner } };
  if (isRequester) {
    const side = await sideOf(request, deps.rpc);
    const trade = tradeOf(request, best, deps);
    const checks = [...early, ...side.checks];
    const rows = [...trade.rows, winnerRow];
    return { ...movesOf(trade, side), rows, checks, dangers: side.dangers };
  }
  const isWinner = isSameAddress(winner, account);
  return {
    rows: [row('bestOffer', best), ...(isWinner ? [] : [winnerRow])],
    checks: [
      ...early,
      ...(isWinner ? [] : [{ code: 'result.forOthers', status: 'passed' } as const]),
    ],
  };
}

function explainCancel(request: RequestState, deps: OfferDeps): Partial<CallMeaning> {
  const { requester, hasWinner } = request;
  const isRequester = isSameAddress(requester, deps.account);
  return {
    ...returned(request, deps),
    checks: [
      ...(isRequester ? [] : [{ code: 'requester.differs', status: 'failed' } as const]),
      ...(hasWinner ? [{ code: 'offers.leading', status: 'warned' } as const] : []),
      { code: 'result.noTrade', status: 'passed' },
    ],
  };
}

async function explainReveal(
  found: OpenedOffer,
  request: RequestState,
  deps: OfferDeps,
): Promise<Partial<CallMeaning>> {
  const signature = await offerSignatureCheck(deps.rpc, found, request);
  const { row } = amountsIn(request.collateral, deps.context);
  const isOwn = isSameAddress(found.offeror, deps.account);
  return {
    rows: [
      row('offer', found.amount),
      ...(isOwn
        ? []
        : [{ label: 'offeror', value: { kind: 'address', address: found.offeror } } as const]),
    ],
    checks: [signature, ...(isOwn ? [] : [{ code: 'offer.ofAnother', status: 'passed' } as const])],
    ...(signature.code === 'signature.offerNotSigned'
      ? { refusal: { code: 'signature.offerNotSigned' } }
      : {}),
  };
}

function openChecks(
  { offerEnd }: RequestState,
  { now }: Pick<OfferDeps, 'now'>,
): readonly CheckFact[] {
  return offerEnd <= now ? [{ code: 'window.offersOver', status: 'failed' }] : [];
}

/** Returns the row and the movement of an escrow that goes back to the requester. */
function returned(
  { requester, escrow, collateral }: RequestState,
  { account, context }: OfferDeps,
): Pick<CallMeaning, 'rows' | 'arrives'> {
  if (escrow === 0n) return { rows: [], arrives: [] };
  const isBack = isSameAddress(requester, account);
  return {
    rows: [amountsIn(collateral, context).row('escrowReturned', escrow)],
    arrives: isBack ? [tokenMove(collateral, escrow, context)] : [],
  };
}

type Trade = Pick<CallMeaning, 'rows' | 'leaves' | 'arrives'>;

/** Returns a trade's moves. Nothing arrives for a side that the requester seems to have lost. */
const movesOf = ({ leaves, arrives }: Trade, { isLost }: Side): Omit<Trade, 'rows'> => ({
  leaves,
  arrives: isLost ? [] : arrives,
});

/** Returns the amounts and moves of a trade for the requester. The fee reduces the premium. */
function tradeOf(
  request: RequestState,
  amount: TokenAmount,
  { context, spotOf }: OfferDeps,
): Trade {
  const { collateral: token, existing, isBuyer, escrow } = request;
  const { row } = amountsIn(token, context);
  if (isBuyer) {
    const rest = escrow - amount;
    return {
      rows: [row('youPay', amount), ...(rest > 0n ? [row('escrowReturned', rest)] : [])],
      leaves: [],
      arrives: rest > 0n ? [tokenMove(token, rest, context)] : [],
    };
  }
  const fee = presentFee(request, amount, spotOf);
  const most = feeCeiling(amount);
  const money: readonly RowFact[] = [
    row('offer', amount),
    fee === undefined ? row('feeAtMost', most) : row('fee', fee),
    fee === undefined ? row('leastAfterTheFee', amount - most) : row('youReceive', amount - fee),
  ];
  const premium = (net: bigint) => tokenMove(token, net, context, { code: 'netPremium' });
  if (existing !== undefined) return { rows: money, leaves: [], arrives: [premium(amount - most)] };
  const locked = collateralOf(request);
  // Moves of one token are compared as a sum. With an unknown fee, the sum would be wrong.
  const isKnown = locked !== undefined && fee !== undefined;
  return {
    rows: [...money, ...(locked === undefined ? [] : [row('collateralAtSettlement', locked)])],
    leaves: isKnown ? [tokenMove(token, locked, context, { code: 'locked' })] : [],
    arrives: isKnown ? [premium(amount - fee)] : [],
  };
}

/**
 * Returns an offeror's worst case: the offeror pays its offer, or locks the sold option's
 * collateral.
 */
function worstOf(
  request: RequestState,
  { context }: Pick<OfferDeps, 'context'>,
  amount: TokenAmount | undefined,
  { held = tokenAmount(0n) }: Judgement,
): RowFact[] {
  const { row } = amountsIn(request.collateral, context);
  if (!request.isBuyer) return amount === undefined ? [] : [row('youPay', amount)];
  const needed = collateralOf(request) ?? held;
  const locked = needed > held ? needed : held;
  const gets =
    amount === undefined ? [] : [row('leastAfterTheFee', tokenAmount(amount - feeCeiling(amount)))];
  return [...gets, ...(locked === 0n ? [] : [row('collateralAtSettlement', locked)])];
}
