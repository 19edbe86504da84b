import { type Address, formatEther } from 'viem';
import { i18n } from '#i18n';
import type {
  ApprovalDraft,
  ApprovalRequest,
  TransactionDraft,
} from '../../../shared/approvals/types.ts';
import { understandTransaction } from '../../../shared/approvals/understand.ts';
import type { Understanding } from '../../../shared/approvals/understanding.ts';
import type {
  AssetMove,
  FeeOption,
  StepView,
  TransactionView,
} from '../../../shared/approvals/view.ts';
import { CHAIN_ID } from '../../../shared/chain/deployments.ts';
import { placeOf } from '../../../shared/chain/place.ts';
import { exactAmount } from '../../../shared/format.ts';
import { type Price8, wei } from '../../../shared/units.ts';
import {
  estimateFees,
  type FeeEstimate,
  feeChoice,
  PRESETS,
  readDataFee,
  totalFee,
} from '../chain/fees.ts';
import { parseQuantity, quantity } from '../chain/quantities.ts';
import type { Rpc } from '../chain/rpc.ts';
import { type Simulation, simulate } from '../chain/simulate.ts';
import { amountWords, centsWords } from '../orders/market-words.ts';
import type { Networks } from '../state/networks.ts';
import { isCancelling } from './cancelling.ts';
import { type ExplainDeps, explain } from './explain.ts';
import { fillRefusal } from './fill-refusal.ts';
import type { Meaning } from './meaning.ts';
import { movesOf } from './simulated-moves.ts';

export interface InspectTransactionDeps extends Omit<ExplainDeps, 'rpc' | 'place'> {
  readonly networks: Networks;
  /** Hears the simulation that the screen will show. */
  readonly onSimulated?: (simulation: Simulation) => void;
  readonly rpcOf: (chainId: number) => Rpc;
  /** The nonce that the wallet would use next; a pending transaction's own for its replacement. */
  readonly nonceFor: (draft: ApprovalDraft) => Promise<number>;
  /** What a replacement has to pay at least, in wei a gas. */
  readonly floorFor: (
    draft: ApprovalDraft,
  ) => { maxFeePerGas: bigint; priority: bigint } | undefined;
  /** The own pending transaction that it replaces: gas limit, data, and price in wei a gas. */
  readonly replacedBy: (
    draft: ApprovalDraft,
  ) => { words: string; gas: bigint; data: string; maxFeePerGas: bigint } | undefined;
}

type Request = Extract<ApprovalRequest, { kind: 'transaction' | 'calls' }>;
type Found = Omit<
  TransactionView,
  'id' | 'kind' | 'position' | 'mark' | 'isPhishing' | 'network' | 'account' | 'accountName'
>;

/** One transaction or a bundle of calls: what it means, what it moves, what it costs. */
export async function inspectTransaction(
  deps: InspectTransactionDeps,
  draft: ApprovalDraft,
  request: Request,
): Promise<Found> {
  const { chainId } = draft;
  const account = request.account as Address;
  const drafts = request.kind === 'calls' ? request.calls : [request.transaction];
  const rpc = deps.rpcOf(chainId);
  const coin = deps.networks.coinOf(chainId);
  const place = placeOf(chainId, coin);
  const understandings = drafts.map((one) => understandTransaction(one, chainId));
  const [meanings, simulation] = await Promise.all([
    Promise.all(
      understandings.map((one, index) =>
        isCancelling(request)
          ? cancelling()
          : explain({ ...deps, rpc, place }, one, account, understandings.slice(0, index)),
      ),
    ),
    simulate(rpc, account, drafts),
  ]);
  deps.onSimulated?.(simulation);
  const steps = meanings.map((meaning, index) => ({
    number: index + 1,
    ...finishStep(meaning, understandings[index], drafts[index], { chainId, coin }),
  }));
  const [fees, balance, nonce, replaced, moves] = await Promise.all([
    readFees(deps, draft, { rpc, account, drafts, simulation, coin }),
    // An unknown balance is left out of the screen.
    rpc
      .request('eth_getBalance', [account, 'latest'])
      .then(parseQuantity)
      .catch(() => undefined),
    deps.nonceFor(draft).catch(() => undefined),
    replacedView(deps, draft, request, { rpc, coin }),
    simulation.outcome === 'succeeds' && simulation.movements !== undefined
      ? movesOf(rpc, chainId, coin, simulation.movements)
      : undefined,
  ]);
  const isTooLate = request.kind === 'transaction' && request.replaces !== undefined && !replaced;
  const refusal = isTooLate
    ? i18n.t('approving.theTransactionIsNotWaiting')
    : firstOf(steps.map((step) => step.refusal));
  const danger = steps.flatMap((step) => step.danger ?? []).join(' ');
  return {
    steps,
    ...mergeMoves(steps, moves),
    isSimulated: moves !== undefined,
    simulation: await simulationView({ ...deps, client: rpc }, account, simulation, understandings),
    coin,
    fees,
    ...(replaced === undefined ? {} : { replaced }),
    ...(request.kind === 'transaction' && request.step !== undefined ? { step: request.step } : {}),
    ...(balance === undefined ? {} : { balance: `${amountWords(balance, 18)} ${coin}` }),
    ...(nonce === undefined ? {} : { nonce }),
    ...(refusal === undefined ? {} : { refusal }),
    ...(danger === '' ? {} : { danger }),
  };
}

/** A cancellation does nothing by itself: what it ends is said beside its fee. */
function cancelling(): Meaning {
  const sentence = i18n.t('approving.cancelsAnother');
  return { sentence, leaves: [], arrives: [], rows: [], checks: [] };
}

async function replacedView(
  deps: InspectTransactionDeps,
  draft: ApprovalDraft,
  request: Request,
  { rpc, coin }: { rpc: Rpc; coin: string },
): Promise<Found['replaced']> {
  const found = deps.replacedBy(draft);
  if (found === undefined) return undefined;
  const { words, gas, data, maxFeePerGas } = found;
  const dataFee =
    draft.chainId === CHAIN_ID ? await readDataFee(rpc, { data }).catch(() => undefined) : 0n;
  const cost =
    dataFee === undefined
      ? { total: '–' }
      : costWords(totalFee([gas], maxFeePerGas, wei(dataFee)), coin, deps.spotOf('ETH'));
  return { words, isCancelled: isCancelling(request), ...cost };
}

function finishStep(
  meaning: Meaning,
  understanding: Understanding | undefined,
  draft: TransactionDraft | undefined,
  { chainId, coin }: { chainId: number; coin: string },
): Omit<StepView, 'number'> {
  if (draft === undefined || understanding === undefined) throw new TypeError('no such step');
  return {
    ...withValue(meaning, understanding, draft, coin),
    raw: [
      { label: i18n.t('approving.to'), value: draft.to ?? i18n.t('approving.newContract') },
      { label: i18n.t('approving.value'), value: `${formatEther(BigInt(draft.value))} ${coin}` },
      { label: i18n.t('approving.chain'), value: String(chainId) },
      { label: i18n.t('approving.data'), value: draft.data },
    ],
  };
}

/** The coin that goes along with a call nobody understands is the one thing that is certain of it. */
function withValue(
  meaning: Meaning,
  understanding: Understanding,
  draft: TransactionDraft,
  coin: string,
): Meaning {
  const value = BigInt(draft.value);
  // What these do with the coin, they say themselves.
  if (value === 0n || understanding.kind === 'send' || understanding.kind === 'wrap')
    return meaning;
  const amount = amountWords(value, 18);
  const leaves = {
    symbol: coin,
    amount,
    exact: exactAmount(value, 18),
    note: i18n.t('approving.withTheCall'),
  };
  return {
    ...meaning,
    sentence: i18n.t('approving.andSendAlong', { sentence: meaning.sentence, amount, coin }),
    leaves: [leaves, ...meaning.leaves],
    danger: i18n.t('approving.itTakes', {
      danger: meaning.danger ?? i18n.t('approving.thisMoves', { coin }),
      amount,
      coin,
    }),
  };
}

/** What the simulation saw stands above what the calls say; what has no token stays as said. */
function mergeMoves(
  steps: readonly StepView[],
  moves: { leaves: AssetMove[]; arrives: AssetMove[] } | undefined,
): Pick<TransactionView, 'leaves' | 'arrives'> {
  const said = {
    leaves: steps.flatMap((step) => step.leaves),
    arrives: steps.flatMap((step) => step.arrives),
  };
  if (moves === undefined) return said;
  const noteOf = (own: AssetMove, others: readonly AssetMove[]) =>
    others.find((other) => other.symbol === own.symbol)?.note;
  const annotate = (list: readonly AssetMove[], others: readonly AssetMove[]) =>
    list.map((move) => {
      const note = move.note ?? noteOf(move, others);
      return note === undefined ? move : { ...move, note };
    });
  const options = said.arrives.filter(({ symbol }) => symbol === 'option');
  return {
    leaves: annotate(moves.leaves, said.leaves),
    arrives: [...annotate(moves.arrives, said.arrives), ...options],
  };
}

async function simulationView(
  deps: { client: Rpc; spotOf: ExplainDeps['spotOf'] },
  account: Address,
  simulation: Simulation,
  understandings: readonly Understanding[],
): Promise<TransactionView['simulation']> {
  if (simulation.outcome === 'unknown') return { outcome: 'unknown' };
  const block = simulation.block.toString();
  if (simulation.outcome === 'succeeds') {
    const { isFirstOnly } = simulation;
    return { outcome: 'succeeds', block, ...(isFirstOnly === true ? { isFirstOnly } : {}) };
  }
  const { index, reason } = simulation;
  const found = understandings[index];
  const words =
    found?.kind === 'fill'
      ? await fillRefusal(deps, account, found, reason)
      : i18n.t('approving.theChainWouldRefuseThis', { reason });
  return {
    outcome: 'fails',
    block,
    reason:
      understandings.length > 1
        ? i18n.t('approving.step', { number: index + 1, reason: words })
        : words,
  };
}

async function readFees(
  deps: InspectTransactionDeps,
  draft: ApprovalDraft,
  known: {
    rpc: Rpc;
    account: string;
    drafts: readonly TransactionDraft[];
    simulation: Simulation;
    coin: string;
  },
): Promise<FeeOption[]> {
  const { simulation, drafts } = known;
  const isBundle = drafts.length > 1;
  try {
    const estimate = await estimateFees({
      ...known,
      // A bundle's later calls only work after the earlier ones: the simulation's figures count.
      ...(isBundle && simulation.outcome === 'succeeds' ? { gasUsed: simulation.gasUsed } : {}),
      hasDataFee: draft.chainId === CHAIN_ID,
    });
    return feeOptions(estimate, deps.floorFor(draft), known.coin, deps.spotOf('ETH'));
  } catch {
    // The screen says that no fee can be estimated and offers no Confirm.
    return [];
  }
}

const LABELS = {
  slow: 'approving.slow',
  normal: 'approving.normal',
  fast: 'approving.fast',
} as const;

function feeOptions(
  estimate: FeeEstimate,
  floor: { maxFeePerGas: bigint; priority: bigint } | undefined,
  coin: string,
  etherPrice: Price8 | undefined,
): FeeOption[] {
  const options = PRESETS.map((preset) => {
    const choice = feeChoice(estimate, preset);
    const priority = atLeast(BigInt(choice.maxPriorityFeePerGas), floor?.priority);
    const max = atLeast(BigInt(choice.maxFeePerGas), floor?.maxFeePerGas);
    const total = totalFee(estimate.gas, max, estimate.dataFee);
    return {
      preset,
      label: i18n.t(LABELS[preset]),
      ...costWords(total, coin, etherPrice),
      least: quantity(estimate.least),
      choice: {
        ...choice,
        maxFeePerGas: `0x${max.toString(16)}`,
        maxPriorityFeePerGas: `0x${priority.toString(16)}`,
      },
    };
  });
  // A replacement's floor can make several the same: only choices that differ are choices.
  const normal = options.find(({ preset }) => preset === 'normal');
  return options.filter((one) => one === normal || !isSamePrice(one, normal));
}

function isSamePrice(one: FeeOption, other: FeeOption | undefined): boolean {
  return (
    one.choice.maxFeePerGas === other?.choice.maxFeePerGas &&
    one.choice.maxPriorityFeePerGas === other.choice.maxPriorityFeePerGas
  );
}

/** Wei × 8-decimal price, cut down to cents; a fee is shown one cent higher rather than lower. */
function costWords(
  total: bigint,
  coin: string,
  etherPrice: Price8 | undefined,
): { total: string; usd?: string } {
  return {
    total: `${amountWords(total, 18, 8)} ${coin}`,
    ...(etherPrice === undefined || coin !== 'ETH'
      ? {}
      : { usd: centsWords((total * etherPrice) / 10n ** 24n + 1n) }),
  };
}

function atLeast(value: bigint, floor: bigint | undefined): bigint {
  return floor !== undefined && floor > value ? floor : value;
}

function firstOf(values: readonly (string | undefined)[]): string | undefined {
  return values.find((value) => value !== undefined);
}
