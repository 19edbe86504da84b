import type { Address } from 'viem';
import { asOwnBatch } from '../../../../shared/approvals/batch.ts';
import type { CheckFact } from '../../../../shared/approvals/facts/checks.ts';
import type { DangerFact, RefusalFact } from '../../../../shared/approvals/facts/dangers.ts';
import type { Contradiction } from '../../../../shared/approvals/facts/moves.ts';
import type { ReadRequest } from '../../../../shared/approvals/read-request.ts';
import type {
  ApprovalDraft,
  FeeChoice,
  TransactionDraft,
} from '../../../../shared/approvals/types.ts';
import type { Understanding } from '../../../../shared/approvals/understanding.ts';
import { chainContext } from '../../../../shared/chain/chain-context.ts';
import { NO_CODE } from '../../../../shared/chain/delegation.ts';
import { isSameAddress } from '../../../../shared/is-same-address.ts';
import type {
  CallMeaning,
  FeeOption,
  SimulationView,
  StepView,
  TransactionView,
} from '../../../../shared/messages/approval-view.ts';
import { firstRefusal } from '../../../../shared/messages/inner-calls.ts';
import { readAccountCode } from '../../chain/account-code.ts';
import { createCodeReader, inTime } from '../../chain/code-at.ts';
import { parseQuantity } from '../../chain/quantities.ts';
import type { Rpc } from '../../chain/rpc.ts';
import { type Simulation, simulate } from '../../chain/simulate.ts';
import { simulateAsSent } from '../../chain/simulate-as-sent.ts';
import type { TokenNames } from '../../chain/token-names.ts';
import type { Networks } from '../../kernel/networks.ts';
import { isCancelling } from '../sending/cancelling.ts';
import { contractCheck } from './contract-check.ts';
import { explain } from './explain.ts';
import { batchFindings } from './explain-code.ts';
import { asSendOrCall } from './explain-tail.ts';
import { feeFindings } from './fee-findings.ts';
import { type FeeDeps, readFees, replacedView } from './fee-options.ts';
import { fillRefusal } from './fill-refusal.ts';
import type { ExplainDeps } from './finder.ts';
import { mergeMoves } from './merge-moves.ts';
import { isEffectUnproven } from './moves-nothing.ts';
import { tokensWithin } from './named-tokens.ts';
import { namedMoves } from './simulated-moves.ts';
import { withValue } from './with-value.ts';

export interface InspectTransactionDeps
  extends Omit<ExplainDeps, 'rpc' | 'context' | 'codeAt' | 'named'>,
    FeeDeps {
  readonly networks: Networks;
  readonly tokenNames: TokenNames;
  /** Called with the simulation that the screen will show. */
  readonly onSimulated?: (simulation: Simulation) => void;
  readonly rpcOf: (chainId: number) => Rpc;
  /**
   * The nonce that the wallet would use next; for a replacement, the pending transaction's nonce.
   */
  readonly nonceFor: (draft: ApprovalDraft) => Promise<number>;
  readonly pendingNoncesOf: (draft: ApprovalDraft) => ReadonlySet<number>;
}

type Found = Omit<
  TransactionView,
  'id' | 'kind' | 'position' | 'mark' | 'isPhishing' | 'network' | 'account' | 'accountName'
>;

/** Inspects a transaction or a bundle: its meaning, its movements and its fee. */
export async function inspectTransaction(
  deps: InspectTransactionDeps,
  draft: ApprovalDraft,
  { request, calls }: Extract<ReadRequest, { kind: 'calls' }>,
): Promise<Found> {
  const { chainId } = draft;
  const account = request.account as Address;
  const drafts = request.kind === 'calls' ? request.calls : [request.transaction];
  const rpc = deps.rpcOf(chainId);
  const coin = deps.networks.coinOf(chainId);
  const { tokenNames } = deps;
  const context = chainContext(chainId, coin, tokenNames.known(chainId));
  const named = tokenNames.read(rpc, chainId, calls.flatMap(tokensWithin));
  // All reads run at the same time, because a slow node takes seconds for each.
  const simulating = simulate(rpc, account, drafts);
  const quantityOf = (method: 'eth_getTransactionCount' | 'eth_getBalance') =>
    rpc
      .request(method, [account, 'latest'])
      .then(parseQuantity)
      .catch(() => undefined);
  const mined = quantityOf('eth_getTransactionCount');
  const sending = Promise.all([
    readFees(deps, draft, { rpc, account, drafts, simulating, coin }),
    // A balance that can't be read isn't shown.
    quantityOf('eth_getBalance'),
    deps.nonceFor(draft).catch(() => undefined),
    replacedView(deps, draft, { rpc, coin }),
  ]);
  const codeAt = createCodeReader(rpc, { others: simulating });
  const understandings = await Promise.all(calls.map((call) => asSendOrCall(call, codeAt)));
  const ownCode = inTime(
    readAccountCode(rpc, account).catch(() => undefined),
    { others: simulating },
  );
  const isOwnRequest = draft.requester.own;
  const explaining = { ...deps, rpc, context, codeAt, named, isOwnRequest };
  const [meanings, first] = await Promise.all([
    Promise.all(
      understandings.map((one, index) =>
        isCancelling(request)
          ? CANCELLING
          : explainStep(explaining, one, drafts[index], {
              account,
              earlier: understandings.slice(0, index),
            }),
      ),
    ),
    simulating,
  ]);
  const known = meanings.map((meaning, index) => ({
    number: index + 1,
    ...finishStep(meaning, understandings[index], drafts[index], { chainId, coin }),
  }));
  const [{ options: fees, leftOut }, balance, nonce, replaced] = await sending;
  const fee = fees.find(({ preset }) => preset === 'normal')?.choice;
  const finding = feeFindings({
    rpc,
    chainId,
    coin,
    drafts,
    fee: dearestOf(fees),
    leftOut,
    simulation: first,
  });
  const { simulation, isUnstable } =
    fee === undefined
      ? { simulation: first, isUnstable: false }
      : await simulateAsSent(rpc, account, drafts, { fee, first, now: deps.clock.now() });
  deps.onSimulated?.(simulation);
  const moves =
    simulation.outcome === 'succeeds' && simulation.movements !== undefined
      ? await namedMoves(simulation.movements, { tokenNames, rpc, chainId, context })
      : undefined;
  const said =
    moves === undefined
      ? known.map((step, index) => {
          const call = understandings[index];
          return call && isEffectUnproven(call, drafts[index]?.to, step, { context, account })
            ? { ...step, dangers: [...step.dangers, { code: 'effectUnproven' } as const] }
            : step;
        })
      : known;
  const merged = mergeMoves(said, moves);
  const found = await finding;
  const runsForeign = (await ownCode)?.kind === 'foreign' && !removesCode(drafts, account);
  const waiting = nonceChecks(nonce, await mined, deps.pendingNoncesOf(draft));
  const steps = withFindings(said, merged.contradictions, isUnstable, [
    ...found.checks,
    ...waiting,
    ...(runsForeign ? [{ code: 'account.runsCode', status: 'warned' } as const] : []),
  ]);
  const isTooLate = request.kind === 'transaction' && request.replaces !== undefined && !replaced;
  const isBusy = changesOwnCode(request, drafts) && deps.pendingNoncesOf(draft).size > 0;
  const refusal: RefusalFact | undefined = isTooLate
    ? { code: 'notWaiting' }
    : (firstRefusal(steps) ?? (isBusy ? { code: 'accountBusy' } : found.refusal));
  const dangers: readonly DangerFact[] = [
    ...(simulation.outcome === 'fails' ? [{ code: 'wouldFail' } as const] : []),
    ...(isUnstable ? [{ code: 'unstable' } as const] : []),
    ...found.dangers,
  ];
  return {
    steps,
    leaves: merged.leaves,
    arrives: merged.arrives,
    isSimulated: moves !== undefined,
    simulation: await simulationView({ client: rpc }, account, simulation, understandings, steps),
    coin,
    fees,
    ...(replaced === undefined ? {} : { replaced }),
    ...(request.kind === 'transaction' && request.step !== undefined ? { step: request.step } : {}),
    ...(balance === undefined ? {} : { balance: balance.toString() }),
    ...(nonce === undefined ? {} : { nonce }),
    ...(request.kind === 'transaction' && request.insteadOf !== undefined
      ? { isNonceFixed: true as const }
      : {}),
    ...(refusal === undefined ? {} : { refusal }),
    dangers,
  };
}

/**
 * Returns true for a change of the account's own code. Such a change must not be included in a
 * block before the account's other transactions.
 */
function changesOwnCode(
  request: Extract<ReadRequest, { kind: 'calls' }>['request'],
  [first]: readonly TransactionDraft[],
): boolean {
  if (request.kind === 'transaction' && request.replaces !== undefined) return false;
  return isSameAddress(first?.codeChange?.account ?? '', request.account);
}

function removesCode([first]: readonly TransactionDraft[], account: string): boolean {
  const change = first?.codeChange;
  return change?.delegate === NO_CODE && isSameAddress(change.account, account);
}

/** Returns the most expensive fee that the user can choose. */
function dearestOf(fees: readonly FeeOption[]): FeeChoice | undefined {
  const priceOf = ({ choice }: FeeOption) => BigInt(choice.maxFeePerGas);
  return fees.reduce<FeeOption | undefined>(
    (most, one) => (most === undefined || priceOf(one) > priceOf(most) ? one : most),
    undefined,
  )?.choice;
}

/** Largest gap between nonces that is searched for foreign transactions. */
const MAX_GAP = 1_000;

/**
 * Warns of a nonce that is too high: the transaction stays pending until all lower nonces are used.
 */
function nonceChecks(
  nonce: number | undefined,
  mined: bigint | undefined,
  own: ReadonlySet<number>,
): readonly CheckFact[] {
  if (nonce === undefined || mined === undefined || BigInt(nonce) <= mined) return [];
  const next = Number(mined);
  const gap = Array.from({ length: Math.min(nonce - next, MAX_GAP) }, (_, n) => next + n);
  return gap.every((before) => own.has(before))
    ? []
    : [{ code: 'nonce.ahead', status: 'warned', nonce, next: mined.toString() }];
}

/** Adds the simulation's contradictions to the first step: they concern all calls. */
function withFindings(
  steps: readonly StepView[],
  contradictions: readonly Contradiction[],
  isUnstable: boolean,
  others: readonly CheckFact[],
): StepView[] {
  const findings: readonly CheckFact[] = [
    ...contradictions.map(
      (found) => ({ code: 'simulation.contradicts', status: 'warned', found }) as const,
    ),
    ...(isUnstable ? [{ code: 'simulation.unstable', status: 'warned' } as const] : []),
    ...others,
  ];
  return steps.map((step, index) =>
    index === 0 ? { ...step, checks: [...step.checks, ...findings] } : step,
  );
}

const NO_FINDINGS: Pick<CallMeaning, 'checks' | 'refusal'> = { checks: [] };

async function explainStep(
  deps: ExplainDeps,
  found: Understanding,
  draft: TransactionDraft | undefined,
  { account, earlier }: { account: Address; earlier: readonly Understanding[] },
): Promise<CallMeaning> {
  const isBatched = draft !== undefined && asOwnBatch(found, account).kind === 'batch';
  const [meaning, missing, batch] = await Promise.all([
    explain(deps, found, account, earlier),
    contractCheck(deps, draft, found),
    isBatched ? batchFindings(draft, { rpc: deps.rpc, account }) : NO_FINDINGS,
  ]);
  const { refusal = meaning.refusal } = batch;
  const checks = [...missing, ...batch.checks, ...meaning.checks];
  return { ...meaning, checks, ...(refusal === undefined ? {} : { refusal }) };
}

/** The screen shows the cancelled transaction beside the fee. */
const CANCELLING: CallMeaning = {
  call: { kind: 'cancel transaction' },
  leaves: [],
  arrives: [],
  rows: [],
  checks: [],
  dangers: [],
};

function finishStep(
  meaning: CallMeaning,
  understanding: Understanding | undefined,
  draft: TransactionDraft | undefined,
  { chainId, coin }: { chainId: number; coin: string },
): Omit<StepView, 'number'> {
  if (draft === undefined || understanding === undefined) throw new TypeError('no such step');
  return {
    ...withValue(meaning, understanding, draft, coin),
    raw: {
      ...(draft.to === undefined ? {} : { to: draft.to }),
      wei: BigInt(draft.value).toString(),
      chainId,
      data: draft.data,
    },
  };
}

async function simulationView(
  deps: { client: Rpc },
  account: Address,
  simulation: Simulation,
  understandings: readonly Understanding[],
  steps: readonly StepView[],
): Promise<SimulationView> {
  if (simulation.outcome === 'unknown') return { outcome: 'unknown' };
  const block = simulation.block.toString();
  if (simulation.outcome === 'succeeds') {
    const { isFirstOnly } = simulation;
    return { outcome: 'succeeds', block, ...(isFirstOnly === true ? { isFirstOnly } : {}) };
  }
  const { index, failure } = simulation;
  const found = understandings[index];
  const isRefused = steps[index]?.refusal !== undefined;
  return {
    outcome: 'fails',
    block,
    failure:
      found?.kind === 'fill'
        ? await fillRefusal(deps, account, found, { failure, isRefused })
        : { code: 'refused', reason: failure },
    ...(understandings.length > 1 ? { step: index + 1 } : {}),
  };
}
