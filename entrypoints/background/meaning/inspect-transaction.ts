import { type Address, formatEther } from 'viem';
import { i18n } from '#i18n';
import type {
  ApprovalDraft,
  ApprovalRequest,
  FeeChoice,
  TransactionDraft,
} from '../../../shared/approvals/types.ts';
import { understandTransaction } from '../../../shared/approvals/understand.ts';
import type { Understanding } from '../../../shared/approvals/understanding.ts';
import type {
  ApprovalCheck,
  FeeOption,
  StepView,
  TransactionView,
} from '../../../shared/approvals/view.ts';
import { type Place, placeOf } from '../../../shared/chain/place.ts';
import { exactAmount } from '../../../shared/format.ts';
import { type CodeReader, createCodeReader } from '../chain/code-at.ts';
import { ETHER } from '../chain/movements.ts';
import { parseQuantity } from '../chain/quantities.ts';
import type { Rpc } from '../chain/rpc.ts';
import { type Simulation, simulate } from '../chain/simulate.ts';
import { simulateAsSent } from '../chain/simulate-as-sent.ts';
import { amountWords } from '../orders/market-words.ts';
import { isCancelling } from '../sending/cancelling.ts';
import type { Networks } from '../state/networks.ts';
import { type ExplainDeps, explain } from './explain.ts';
import { feeFindings } from './fee-findings.ts';
import { type FeeDeps, readFees, replacedView } from './fee-options.ts';
import { fillRefusal } from './fill-refusal.ts';
import type { Meaning } from './meaning.ts';
import { assetOf, type Contradiction, mergeMoves } from './merge-moves.ts';
import { movesOf } from './simulated-moves.ts';

export interface InspectTransactionDeps
  extends Omit<ExplainDeps, 'rpc' | 'place' | 'codeAt'>,
    FeeDeps {
  readonly networks: Networks;
  /** Hears the simulation that the screen will show. */
  readonly onSimulated?: (simulation: Simulation) => void;
  readonly rpcOf: (chainId: number) => Rpc;
  /** The nonce that the wallet would use next; a pending transaction's own for its replacement. */
  readonly nonceFor: (draft: ApprovalDraft) => Promise<number>;
}

/** A call of a book that the user trusts is explained like one of a known book. */
function withTrustedBook(found: Understanding, place: Place): Understanding {
  return 'isPinnedBook' in found && place.isTrustedBook(found.book)
    ? { ...found, isPinnedBook: true }
    : found;
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
  const place = placeOf(chainId, coin, deps.trustedBooks?.());
  const understandings = drafts.map((one) =>
    withTrustedBook(understandTransaction(one, chainId), place),
  );
  const simulating = simulate(rpc, account, drafts);
  const codeAt = createCodeReader(rpc, simulating);
  const ownCode = codeAt(account);
  const explaining = { ...deps, rpc, place, codeAt };
  const [meanings, first] = await Promise.all([
    Promise.all(
      understandings.map((one, index) =>
        isCancelling(request)
          ? cancelling()
          : Promise.all([
              explain(explaining, one, account, understandings.slice(0, index)),
              contractCheck(explaining, drafts[index], one),
            ]).then(([meaning, checks]) => ({
              ...meaning,
              checks: [...checks, ...meaning.checks],
            })),
      ),
    ),
    simulating,
  ]);
  const said = meanings.map((meaning, index) => ({
    number: index + 1,
    ...finishStep(meaning, understandings[index], drafts[index], { chainId, coin }),
  }));
  const mined = rpc
    .request('eth_getTransactionCount', [account, 'latest'])
    .then(parseQuantity)
    .catch(() => undefined);
  const [{ options: fees, leftOut }, balance, nonce, replaced] = await Promise.all([
    readFees(deps, draft, { rpc, account, drafts, simulation: first, coin }),
    // An unknown balance is left out of the screen.
    rpc
      .request('eth_getBalance', [account, 'latest'])
      .then(parseQuantity)
      .catch(() => undefined),
    deps.nonceFor(draft).catch(() => undefined),
    replacedView(deps, draft, { rpc, coin }),
  ]);
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
      ? await movesOf(rpc, chainId, coin, simulation.movements)
      : undefined;
  const merged = mergeMoves(said, moves);
  const found = await finding;
  const isDelegated = (await ownCode) === 'delegated';
  const waiting = nonceCheck(nonce, await mined);
  const steps = withFindings(said, merged.contradictions, isUnstable, [
    ...found.checks,
    ...(waiting === undefined ? [] : [waiting]),
    ...(isDelegated ? [delegatedCheck()] : []),
  ]);
  const isTooLate = request.kind === 'transaction' && request.replaces !== undefined && !replaced;
  const refusal = isTooLate
    ? i18n.t('approving.theTransactionIsNotWaiting')
    : firstOf([...steps.map((step) => step.refusal), found.refusal]);
  const danger = [
    ...steps.flatMap((step) => step.danger ?? []),
    ...(simulation.outcome === 'fails' ? [i18n.t('approving.iSendItAlthoughRefused')] : []),
    ...(isUnstable ? [i18n.t('approving.unstableDanger')] : []),
    ...(found.danger === undefined ? [] : [found.danger]),
  ].join(' ');
  return {
    steps,
    leaves: merged.leaves,
    arrives: merged.arrives,
    isSimulated: moves !== undefined,
    simulation: await simulationView(
      { ...deps, client: rpc },
      account,
      simulation,
      understandings,
      steps,
    ),
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

/** Warns an account that runs foreign code (EIP-7702): the code can move what the account receives. */
function delegatedCheck(): ApprovalCheck {
  return {
    label: i18n.t('approving.yourAccount'),
    status: 'warned',
    detail: i18n.t('approving.accountRunsCode'),
  };
}

/** Returns the highest fee that the user can choose. */
function dearestOf(fees: readonly FeeOption[]): FeeChoice | undefined {
  const priceOf = ({ choice }: FeeOption) => BigInt(choice.maxFeePerGas);
  return fees.reduce<FeeOption | undefined>(
    (most, one) => (most === undefined || priceOf(one) > priceOf(most) ? one : most),
    undefined,
  )?.choice;
}

/** Own transactions that may wait at once before a nonce deserves an explanation. */
const USUAL_GAP = 16;

/** Explains a nonce that the chain is far from: the transaction waits for all nonces before it. */
function nonceCheck(
  nonce: number | undefined,
  mined: bigint | undefined,
): ApprovalCheck | undefined {
  if (nonce === undefined || mined === undefined) return undefined;
  if (BigInt(nonce) <= mined + BigInt(USUAL_GAP)) return undefined;
  return {
    label: i18n.t('approving.nonceCheck'),
    status: 'warned',
    detail: i18n.t('approving.nonceFarAhead', { nonce, next: mined.toString() }),
  };
}

/** Adds what contradicts the simulation to the first step: it concerns all of them together. */
function withFindings(
  steps: readonly StepView[],
  contradictions: readonly Contradiction[],
  isUnstable: boolean,
  others: readonly ApprovalCheck[],
): StepView[] {
  const label = i18n.t('approving.simulationCheck');
  const findings: ApprovalCheck[] = [
    ...contradictions.map((found) => ({
      label,
      status: 'warned' as const,
      detail: i18n.t('approving.simulationContradicts', { ...found }),
    })),
    ...(isUnstable
      ? [{ label, status: 'warned' as const, detail: i18n.t('approving.simulationUnstable') }]
      : []),
    ...others,
  ];
  return steps.map((step, index) =>
    index === 0 ? { ...step, checks: [...step.checks, ...findings] } : step,
  );
}

/** A call of an address where nothing stands does nothing, whatever it is named. */
async function contractCheck(
  { place, codeAt }: { place: Place; codeAt: CodeReader },
  draft: TransactionDraft | undefined,
  { kind }: Understanding,
): Promise<ApprovalCheck[]> {
  if (draft?.to === undefined || kind === 'send' || place.isContract(draft.to)) return [];
  if ((await codeAt(draft.to)) !== 'none') return [];
  const detail = i18n.t('approving.thereIsNoContract');
  return [{ label: i18n.t('approving.contract'), status: 'failed', detail }];
}

/** A cancellation does nothing by itself: what it ends is said beside its fee. */
function cancelling(): Meaning {
  const sentence = i18n.t('approving.cancelsAnother');
  return { sentence, leaves: [], arrives: [], rows: [], checks: [] };
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
    asset: assetOf(ETHER, value),
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

async function simulationView(
  deps: { client: Rpc; spotOf: ExplainDeps['spotOf'] },
  account: Address,
  simulation: Simulation,
  understandings: readonly Understanding[],
  steps: readonly StepView[],
): Promise<TransactionView['simulation']> {
  if (simulation.outcome === 'unknown') return { outcome: 'unknown' };
  const block = simulation.block.toString();
  if (simulation.outcome === 'succeeds') {
    const { isFirstOnly } = simulation;
    return { outcome: 'succeeds', block, ...(isFirstOnly === true ? { isFirstOnly } : {}) };
  }
  const { index, reason } = simulation;
  const found = understandings[index];
  const isRefused = steps[index]?.refusal !== undefined;
  const words =
    found?.kind === 'fill'
      ? await fillRefusal(deps, account, found, { reason, isRefused })
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

function firstOf(values: readonly (string | undefined)[]): string | undefined {
  return values.find((value) => value !== undefined);
}
