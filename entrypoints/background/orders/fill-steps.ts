import type { Address, Hex } from 'viem';
import { understandTransaction } from '../../../shared/approvals/understand.ts';
import { wordsIn } from '../../../shared/chain/call-failure.ts';
import type { PreparationKind } from '../../../shared/orders/preparation.ts';
import { isWithinTolerance } from '../../../shared/orders/price-tolerance.ts';
import { contracts, secondsOf } from '../../../shared/units.ts';
import { ownKey } from '../approvals/sending/own-transactions.ts';
import { readAccountCode } from '../chain/account-code.ts';
import { gasCostOf } from '../chain/gas-cost.ts';
import { MinedAfterAll } from '../chain/made-again.ts';
import { retryingRpc } from '../chain/retrying-rpc.ts';
import type { Rpc } from '../chain/rpc.ts';
import type { Settled } from '../chain/settlements.ts';
import { explainRevert } from '../market/explain-revert.ts';
import type { OrdersFeed } from '../market/feed/feed.ts';
import { askOnce, type OwnCallDeps, settledOnChain } from '../procedures/own-call.ts';
import { failureOf, revertOfMined } from './fill-failure.ts';
import { proveFill } from './fill-proof.ts';
import { baseOf, isUnreturned, lostConversions, lostFills, minedInstead } from './fill-record.ts';
import type {
  Asked,
  FillBase,
  FillFailure,
  FillIn,
  FillRecord,
  FillUnderWay,
} from './fill-schemas.ts';
import { type PreparedFill, prepareFill } from './prepare-fill.ts';
import type { SharedCheck } from './recent-checks.ts';
import { type Replacement, TicketError } from './ticket-error.ts';
import type { Call } from './try-fill.ts';

/** The parts of the wallet that a fill uses, from the user's consent until it is indexed. */
export interface FillStepDeps extends OwnCallDeps {
  readonly feed: OrdersFeed;
  /** Checks a fill on the chain, or returns the check of its review if that check is recent. */
  readonly reviewed: SharedCheck<PreparedFill>;
  /** Joins an account's calls into one transaction; undefined if the account can't join calls. */
  readonly joined: (account: Address, calls: readonly Call[]) => Promise<Call | undefined>;
  /** Resolves when the indexer had time to index a transaction. */
  readonly index: (hash: string) => Promise<unknown>;
  readonly isIndexed: (option: string) => boolean;
}

export interface StepContext extends FillStepDeps {
  readonly retrying: Rpc;
  /** Called when the user has confirmed a transaction that isn't sent yet. */
  readonly onAgreed: () => void;
  readonly all: () => readonly FillRecord[];
  /**
   * Called when a lost fill was mined after all, with the lost hash and the hash that was mined.
   * The current fill then isn't sent.
   */
  readonly onMinedAfterAll: (lost: string, hash: string) => Promise<void>;
}

type Stage = FillUnderWay['stage'];
type Step<S extends Stage> = (row: FillIn<S>, context: StepContext) => Promise<FillRecord>;

/** Milliseconds for which failed reads are repeated. A quote is valid for two minutes. */
const CHECK_MS = 45_000;

/**
 * The steps of a fill. Each step turns a stored record into the next record. The steps verify the
 * newest order, make the preparations one after another with all checks after each, send the fill,
 * and compare its receipt with what was signed.
 */
const STEPS: { readonly [S in Stage]: Step<S> } = {
  async checking(row, context) {
    const mined = minedInstead(row, context.all());
    if (mined !== undefined) throw new MinedAfterAll(mined);
    try {
      return await check(row, context);
    } catch (error) {
      // Continues with a newer quote of the same maker when its price is within the tolerance.
      const newer = replacementIn(error);
      if (newer === undefined || !isAccepted(newer, row)) throw error;
      return withQuote(row, newer);
    }
  },
  async 'preparation asked'(row, context) {
    const lost = lostConversions(context.all(), row);
    const hashes = lost.map(({ hash }) => hash);
    const sent = await ask(row, row.preparation, hashes, context).then(
      (hash) => ({ hash }),
      (error: unknown) => {
        if (!(error instanceof MinedAfterAll)) throw error;
        // A lost preparation was mined after all, so it replaces the current preparation. `rest` is
        // the amount that the mined preparation lacks.
        const planned = row.preparation.amount;
        const { amount } = lost.find(({ hash }) => hash === error.lost) ?? row.preparation;
        const rest = BigInt(planned) - BigInt(amount);
        return { amount, hash: error.hash, ...(rest > 0n ? { rest: rest.toString() } : {}) };
      },
    );
    return {
      ...baseOf(row),
      stage: 'preparation sent',
      preparation: { ...row.preparation, ...sent },
    };
  },
  async 'preparation sent'(row, context) {
    const { preparation } = row;
    const end = await settledOnChain(context, preparation.hash);
    const { status, hash } = end;
    const base = { ...baseOf(row), ...(await spent(row, hash, context)) };
    if (status !== 'confirmed') {
      const reverted = isAllowance(preparation.kind) ? 'approvalReverted' : 'conversionReverted';
      const stopped = { ...plannedOf(preparation), hash };
      const failure = { code: status === 'dropped' ? lostBy(end) : reverted } as const;
      return { ...base, stage: 'failed', stopped, failure };
    }
    // Quotes are valid for two minutes and a prompt can take long, so everything is checked again.
    const made = [...row.made, { ...preparation, hash, digest: row.digest }];
    return { ...base, stage: 'checking', made };
  },
  async 'fill asked'(row, context) {
    const insteadOf = lostFills(context.all(), row);
    const hash = await ask(row, row.fill, insteadOf, context).catch(async (error: unknown) => {
      if (error instanceof MinedAfterAll)
        await context.onMinedAfterAll(error.lost, error.hash).catch(() => undefined);
      throw error;
    });
    const base = {
      ...baseOf(row),
      ...(insteadOf.length === 0 ? {} : { insteadOf: [...insteadOf] }),
    };
    return { ...base, stage: 'fill sent', fill: { ...row.fill, hash } };
  },
  async 'fill sent'(row, context) {
    const { hash, status } = await context.settled(row.fill.hash);
    const fill = { ...row.fill, hash };
    const base = baseOf(row);
    if (status === 'confirmed') {
      // The record is stored before any other read: a failed read must not turn a mined fill into a
      // failure.
      return { ...base, stage: 'mined', fill };
    }
    if (status === 'failed') {
      // A batch can be reported as failed because a node reported other code of the account, so the
      // receipt decides.
      const found = await evidenceOf(row, fill, context);
      if (found.kind === 'proved') return { ...base, stage: 'mined', fill, proof: found.proof };
      const failure = await failureOfMined(row, hash, context);
      const facts = { ...(await spent(row, hash, context)), ...(await smartness(row, context)) };
      return { ...base, stage: 'failed', fill, failure, ...facts };
    }
    // The activity gave the transaction up, or has no row of it any more: the receipt decides.
    const evidence = await evidenceOf(row, fill, context);
    if (evidence.kind === 'proved') return { ...base, stage: 'mined', fill, proof: evidence.proof };
    // The fill may have ended during the reads.
    const end = await context.settled(row.fill.hash);
    if (end.status !== 'dropped') return STEPS['fill sent'](row, context);
    if (evidence.kind === 'noOption') return { ...base, ...withoutOption(fill) };
    return { ...base, stage: 'failed', fill, failure: { code: lostBy(end) } };
  },
  async mined(row, context) {
    const { fill, proof } = row;
    const base = baseOf(row);
    const evidence = proof === undefined ? await evidenceOf(row, fill, context) : undefined;
    if (evidence?.kind === 'noOption') return { ...base, ...withoutOption(fill) };
    if (evidence?.kind === 'proved')
      return { ...base, stage: 'mined', fill, proof: evidence.proof };
    // Ignores indexer failures: the receipt proves the fill.
    await context.index(fill.hash).catch(() => undefined);
    if (proof === undefined) return { ...base, stage: 'unproved', fill };
    const stage = context.isIndexed(proof.option) ? 'indexed' : 'not indexed';
    return { ...base, stage, fill, proof };
  },
};

/** Takes the next step of a fill and returns the resulting record, even if the step failed. */
export function nextOf(row: FillUnderWay, context: StepContext): Promise<FillRecord> {
  return take(row.stage, row, context).catch((error) => afterError(row, error, context));
}

function take<S extends Stage>(stage: S, row: FillIn<S>, context: StepContext) {
  return STEPS[stage](row, context);
}

/** Returns the fill's next record after one of its steps threw. */
export function afterError(
  row: FillUnderWay,
  error: unknown,
  context: Pick<StepContext, 'isUnlocked'>,
): FillRecord {
  const base = baseOf(row);
  // The fill stays mined even if later reads failed.
  if (row.stage === 'mined') {
    const { fill, proof } = row;
    return proof === undefined
      ? { ...base, stage: 'unproved', fill }
      : { ...base, stage: 'not indexed', fill, proof };
  }
  const newer = replacementIn(error);
  if (newer !== undefined) return { ...base, stage: 'replaced', newer };
  const failure = failureOf(error);
  const isLocked = failure.code === 'rejected' && !context.isUnlocked(row.account);
  return {
    ...base,
    stage: 'failed',
    ...(row.stage === 'fill sent' ? { fill: row.fill } : {}),
    ...('preparation' in row ? { stopped: plannedOf(row.preparation) } : {}),
    failure: isLocked ? { code: 'locked' } : failure,
  };
}

async function check(row: FillIn<'checking'>, context: StepContext): Promise<FillRecord> {
  const { feed, clock, wait } = context;
  const { fill, preparations, cleanUp, isTried } = await prepareFill({
    feed,
    client: retryingRpc(context.client, wait, { clock, until: clock.now() + CHECK_MS }),
    now: () => secondsOf(clock.now()),
    account: row.account as Address,
    digest: row.digest,
    wanted: contracts(BigInt(row.contracts)),
    referrer: row.referrer as Address,
    // Counts only preparations that were mined for this quote, because this quote can need more
    // than a former quote.
    made: row.made.filter(({ digest }) => digest === row.digest).map(minedAmount),
    recent: [...(row.earlier ?? []), ...row.made].filter(isUnreturned).map(minedAmount),
    wait,
    share:
      row.made.length === 0 && row.earlier === undefined ? context.reviewed : (_, make) => make(),
  });
  const count = fillIn(fill).fill.order.numContracts.toString();
  const asked = (call: Call): Asked => ({ ...call, key: ownKey(context.random) });
  const [next, ...later] = preparations.map(({ kind, amount, call }) => ({
    kind,
    amount: amount.toString(),
    call,
  }));
  const ahead = later.map(({ kind, amount }) => ({ kind, amount }));
  const { included: _included, ...kept } = baseOf(row);
  const base = { ...kept, contracts: count, ahead };
  if (next === undefined) return { ...base, stage: 'fill asked', fill: asked(fill) };
  const calls = [...preparations.map((one) => one.call), fill, ...(cleanUp ? [cleanUp] : [])];
  const whole = await context.joined(row.account as Address, calls);
  if (whole !== undefined) {
    const included = preparations.map(({ kind, amount }) => ({ kind, amount: amount.toString() }));
    return { ...base, stage: 'fill asked', ahead: [], included, fill: asked(whole) };
  }
  const { call, ...what } = next;
  return {
    ...base,
    stage: 'preparation asked',
    preparation: { ...asked(call), ...what },
    ...(isTried ? {} : { isUntried: true }),
  };
}

function isAccepted(newer: Replacement, row: FillIn<'checking'>): boolean {
  return (
    !newer.isOtherMaker &&
    isWithinTolerance({
      side: row.side,
      agreed: BigInt(row.agreedPrice ?? row.price),
      price: BigInt(newer.price),
    })
  );
}

/** Returns the record with a newer quote, at the stage in which the quote is checked. */
export function withQuote(
  row: FillIn<'checking' | 'replaced'>,
  { digest, price }: Pick<Replacement, 'digest' | 'price'>,
): FillIn<'checking'> {
  return { ...baseOf(row), stage: 'checking', digest, price };
}

function ask(
  row: FillRecord,
  what: Asked,
  insteadOf: readonly string[],
  context: StepContext,
): Promise<string> {
  const index = row.made.length + 1;
  const isFill = row.stage === 'fill asked';
  const step = { index, count: isFill ? index : index + row.ahead.length + 1 };
  return askOnce(context, row.account, what, { step, onAgreed: context.onAgreed, insteadOf });
}

/** Adds the cost of a mined transaction to the fill's total cost. */
export async function spent(
  row: Pick<FillBase, 'gasSpent'>,
  hash: string,
  { retrying }: Pick<StepContext, 'retrying'>,
): Promise<Pick<FillBase, 'gasSpent'>> {
  const cost = await gasCostOf(retrying, hash);
  return cost === undefined ? {} : { gasSpent: (BigInt(row.gasSpent ?? 0) + cost).toString() };
}

function evidenceOf(
  { account }: FillRecord,
  { hash, ...call }: FillIn<'mined'>['fill'],
  { retrying: client, clock, wait }: StepContext,
) {
  const { book, fill } = fillIn(call);
  return proveFill({ client, clock, wait, hash, book, account: account as Address, fill });
}

/** Returns whether the account became smart; an empty object when no node reports its code. */
async function smartness(
  { account, fill }: FillIn<'fill sent'>,
  { retrying }: StepContext,
): Promise<Pick<FillIn<'failed'>, 'becameSmart'>> {
  if (fill.codeChange === undefined) return {};
  const code = await readAccountCode(retrying, account).catch(() => undefined);
  return code?.kind === 'delegator' ? { becameSmart: true } : {};
}

async function failureOfMined(
  row: FillIn<'fill sent'>,
  hash: string,
  { retrying: client }: StepContext,
): Promise<FillFailure> {
  const account = row.account as Address;
  const { book, fill } = fillIn(row.fill);
  const call = { from: account, to: row.fill.to as Address, data: row.fill.data as Hex };
  const reason = await revertOfMined(client, call, hash);
  const { code } = await explainRevert({
    client,
    account,
    book,
    fill,
    reason: reason === undefined ? '' : wordsIn(reason),
  });
  return { code, ...(reason === undefined ? {} : { reason }) };
}

/**
 * Returns why a transaction has no receipt. If its nonce isn't taken, the transaction can still be
 * mined.
 */
const lostBy = ({ isNonceTaken }: Settled) => (isNonceTaken ? 'nonceTaken' : 'superseded');

const withoutOption = (fill: FillIn<'mined'>['fill']) =>
  ({ stage: 'failed', fill, failure: { code: 'other' }, hasNoOption: true }) as const;

const minedAmount = ({ kind, amount, rest }: FillBase['made'][number]) => ({
  ...{ kind, amount: BigInt(amount) },
  ...(rest === undefined ? {} : { rest: BigInt(rest) }),
});

const plannedOf = ({ kind, amount }: FillBase['ahead'][number]) => ({ kind, amount });

const isAllowance = (kind: PreparationKind) => kind === 'allow book' || kind === 'allow pool';

function replacementIn(error: unknown): Replacement | undefined {
  return error instanceof TicketError ? error.facts.replacement : undefined;
}

/**
 * Finds the fill, alone or in a batch, in the wallet's calldata. The receipt is compared with this
 * fill.
 */
function fillIn({ to, data }: { readonly to: string; readonly data: string }) {
  const found = understandTransaction({ to, data, value: '0x0' });
  const calls = found.kind === 'batch' ? found.calls.map(({ call }) => call) : [found];
  const fill = calls.find((call) => call.kind === 'fill');
  if (fill === undefined) throw new TypeError('the stored call is no fill');
  return { book: fill.book, fill };
}
