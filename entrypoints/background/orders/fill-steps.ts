import { type Address, encodeFunctionData, type Hex } from 'viem';
import { toBase64url } from '../../../shared/bytes.ts';
import { erc20Abi } from '../../../shared/chain/abi/erc20.ts';
import { wordsIn } from '../../../shared/chain/call-failure.ts';
import { CHAIN_ID } from '../../../shared/chain/deployments.ts';
import { decodeFillOrder } from '../../../shared/orders/calldata.ts';
import { isWithinTolerance } from '../../../shared/orders/price-tolerance.ts';
import type { Clock, Random, Wait } from '../../../shared/ports.ts';
import { RpcError } from '../../../shared/rpc/codes.ts';
import { contracts, unixSeconds } from '../../../shared/units.ts';
import { gasCostOf } from '../chain/gas-cost.ts';
import { retryingRpc } from '../chain/retrying-rpc.ts';
import type { Rpc } from '../chain/rpc.ts';
import type { Settled } from '../chain/settlements.ts';
import { OWN } from '../sending/replacements.ts';
import type { Transactions } from '../sending/transactions.ts';
import type {
  Asked,
  FillBase,
  FillFailure,
  FillIn,
  FillRecord,
  FillUnderWay,
} from '../state/fill-schemas.ts';
import type { OrdersFeed } from './feed.ts';
import { explainRevert, failureOf, revertOfMined } from './fill-failure.ts';
import { proveFill } from './fill-proof.ts';
import { baseOf, withAllowance } from './fill-record.ts';
import { givenBy, leftOver } from './given-allowance.ts';
import { prepareFill } from './prepare-fill.ts';
import { type Replacement, TicketError } from './ticket-error.ts';
import type { Call } from './try-fill.ts';

/** The parts of the wallet that a fill uses between the user's consent and the indexer. */
export interface FillStepDeps {
  readonly feed: OrdersFeed;
  readonly client: Rpc;
  readonly transactions: Transactions;
  readonly random: Random;
  readonly clock: Clock;
  readonly wait: Wait;
  readonly isUnlocked: () => boolean;
  /** Basis points by which a newer quote may be worse than the agreed price. */
  readonly toleranceBps: () => number;
  /** Returns the hash that was sent for a request, if any. */
  readonly answerTo: (requestKey: string) => string | undefined;
  readonly settled: (hash: string) => Promise<Settled>;
  /** Resolves when the indexer had time to index a transaction. */
  readonly index: (hash: string) => Promise<unknown>;
  readonly isIndexed: (option: string) => boolean;
}

/** Changes of a record by a revocation. */
export type Revoked = Pick<FillBase, 'revocation' | 'leftover' | 'gasSpent'>;

/** Quotes live two minutes: a check that takes longer than this leaves no time to confirm. */
const CHECK_MS = 45_000;

/**
 * Steps of a fill, each from a stored record to the next: fresh and verified order, exact allowance
 * where one is missing, all checks again, the fill, and its receipt compared with what was signed.
 * Keeps no state.
 */
export function createFillSteps(deps: FillStepDeps) {
  const { feed, clock } = deps;
  const client = retryingRpc(deps.client, deps.wait);
  const now = () => unixSeconds(Math.floor(clock.now() / 1000));

  const asked = (call: Call): Asked => ({
    ...call,
    key: `own:${toBase64url(deps.random.bytes(16))}`,
  });

  async function ask(
    row: FillRecord,
    what: Asked,
    { index, onAgreed }: { index: number; onAgreed: () => void },
  ): Promise<string> {
    const sent = deps.answerTo(what.key);
    if (sent !== undefined) return sent;
    // A new worker can find the wallet locked. It doesn't ask for an unlock on behalf of an earlier
    // fill.
    if (!deps.isUnlocked()) throw new RpcError('lockedMeanwhile');
    return askFor(row.account, what, { step: { index, count: row.steps }, onAgreed });
  }

  const askFor = (
    account: string,
    what: { to: string; data: string; key: string },
    more: { step?: { index: number; count: number }; onAgreed?: () => void } = {},
  ): Promise<string> =>
    deps.transactions.ask({
      requester: OWN,
      requestKey: what.key,
      chainId: CHAIN_ID,
      account: account as Address,
      transaction: { to: what.to, data: what.data, value: '0x0' },
      ...more,
    });

  /** Adds the cost of a mined transaction to the fill's total cost. */
  async function spent(
    row: Pick<FillBase, 'gasSpent'>,
    hash: string,
  ): Promise<Pick<FillBase, 'gasSpent'>> {
    const cost = await gasCostOf(client, hash);
    return cost === undefined ? {} : { gasSpent: (BigInt(row.gasSpent ?? 0) + cost).toString() };
  }

  async function check(row: FillIn<'checking'>): Promise<FillRecord> {
    const { fill, allowance, isTried } = await prepareFill({
      feed,
      client: retryingRpc(deps.client, deps.wait, { clock, until: clock.now() + CHECK_MS }),
      now,
      account: row.account as Address,
      digest: row.digest,
      wanted: contracts(BigInt(row.contracts)),
      referrer: row.referrer as Address,
      ...(isJustGiven(row) ? { awaitAllowance: deps.wait } : {}),
    });
    const count = fillOf(fill.data).order.numContracts.toString();
    if (allowance === undefined) {
      const steps = row.allowance === undefined ? 1 : 2;
      const base = withAllowance(row);
      return { ...base, stage: 'fill asked', steps, contracts: count, fill: asked(fill) };
    }
    // An allowance for the former quote can be too small for this one.
    if (isJustGiven(row)) {
      throw new TicketError('taker-allowance');
    }
    return {
      ...baseOf(row),
      stage: 'allowance asked',
      steps: 2,
      contracts: count,
      allowance: asked(allowance),
      ...(isTried ? {} : { isUntried: true }),
    };
  }

  const evidenceOf = ({ account }: FillRecord, { to, data }: Asked, hash: string) =>
    proveFill({
      client,
      clock,
      wait: deps.wait,
      hash,
      book: to as Address,
      account: account as Address,
      fill: fillOf(data),
    });

  /** A mined or lost fill is over; its hash stays for the user. */
  function ended(
    row: FillIn<'fill sent' | 'mined'>,
    fill: FillIn<'mined'>['fill'],
    failure: FillFailure,
  ): FillIn<'failed'> {
    return { ...withAllowance(row), stage: 'failed', fill, failure };
  }

  async function mined(row: FillIn<'fill sent'>): Promise<FillRecord> {
    const outcome = await deps.settled(row.fill.hash);
    const sent = { ...row.fill, hash: outcome.hash };
    if (outcome.status === 'dropped') {
      // Its row is gone: the user may have cleared the activity.
      const evidence = await evidenceOf(row, sent, outcome.hash);
      if (evidence.kind !== 'proved') return ended(row, sent, { code: 'superseded' });
      return { ...withAllowance(row), stage: 'mined', fill: sent, proof: evidence.proof };
    }
    if (outcome.status === 'failed') {
      const failure = await failureOfMined(row, outcome.hash);
      return { ...ended(row, sent, failure), ...(await spent(row, outcome.hash)) };
    }
    // Stored before any other read: a failed read must not turn a mined fill into a failure.
    return { ...withAllowance(row), stage: 'mined', fill: sent };
  }

  async function failureOfMined({ account, fill }: FillIn<'fill sent'>, hash: string) {
    const [from, book] = [account as Address, fill.to as Address];
    const reason = await revertOfMined(client, { from, to: book, data: fill.data as Hex }, hash);
    const words = reason === undefined ? '' : wordsIn(reason);
    const { code } = await explainRevert({
      client,
      account: from,
      book,
      fill: fillOf(fill.data),
      reason: words,
    });
    return { code, ...(reason === undefined ? {} : { reason }) };
  }

  async function prove(row: FillIn<'mined'>): Promise<FillRecord> {
    const { fill } = row;
    const evidence = await evidenceOf(row, fill, fill.hash);
    if (evidence.kind === 'no option') return ended(row, fill, { code: 'superseded' });
    const base = withAllowance(row);
    if (evidence.kind === 'proved') return { ...base, stage: 'mined', fill, proof: evidence.proof };
    await index(fill.hash);
    return { ...base, stage: 'unproved', fill };
  }

  /** Ignores indexer failures: the receipt proves the fill. */
  const index = (hash: string) => deps.index(hash).catch(() => undefined);

  /**
   * Takes the next step of a fill; returns the record after it. Calls `onAgreed` when the user has
   * confirmed a transaction that isn't sent yet.
   */
  async function step(row: FillUnderWay, onAgreed: () => void): Promise<FillRecord> {
    switch (row.stage) {
      case 'checking':
        return check(row).catch((error) => takeRequote(row, error));
      case 'allowance asked': {
        const hash = await ask(row, row.allowance, { index: 1, onAgreed });
        return { ...baseOf(row), stage: 'allowance sent', allowance: { ...row.allowance, hash } };
      }
      case 'allowance sent': {
        const { status, hash } = await deps.settled(row.allowance.hash);
        const base = { ...withAllowance(row), ...(await spent(row, hash)) };
        if (status !== 'confirmed') {
          return { ...base, stage: 'failed', failure: { code: 'approvalReverted' } };
        }
        // Quotes live two minutes and a prompt can take long, so everything is checked again.
        return { ...base, stage: 'checking', given: givenBy(row.allowance) };
      }
      case 'fill asked': {
        const hash = await ask(row, row.fill, { index: row.steps, onAgreed });
        return { ...withAllowance(row), stage: 'fill sent', fill: { ...row.fill, hash } };
      }
      case 'fill sent':
        return mined(row);
      case 'mined': {
        const { fill, proof } = row;
        if (proof === undefined) return prove(row);
        await index(fill.hash);
        const stage = deps.isIndexed(proof.option) ? 'indexed' : 'not indexed';
        return { ...withAllowance(row), stage, fill, proof };
      }
    }
  }

  /**
   * Continues with a newer quote of the same maker when its price is within the tolerance. Throws
   * the error again for everything else.
   */
  function takeRequote(row: FillIn<'checking'>, error: unknown): FillRecord {
    const newer = replacementIn(error);
    if (newer === undefined) throw error;
    const isAccepted =
      !newer.isOtherMaker &&
      isWithinTolerance({
        side: row.side,
        agreed: BigInt(row.agreedPrice ?? row.price),
        price: BigInt(newer.price),
        toleranceBps: row.toleranceBps ?? deps.toleranceBps(),
      });
    if (!isAccepted) throw error;
    const { digest, price } = newer;
    const given = row.allowance?.hash ?? row.granted;
    return {
      ...withAllowance(row),
      stage: 'checking',
      digest,
      price,
      ...(given === undefined ? {} : { granted: given }),
    };
  }

  /** Returns the fill's next record after one of its steps threw. */
  function endOf(row: FillUnderWay, error: unknown): FillRecord {
    const base = withAllowance(row);
    // The fill was mined, whatever couldn't be read about it.
    if (row.stage === 'mined') {
      const { fill, proof } = row;
      return proof === undefined
        ? { ...base, stage: 'unproved', fill }
        : { ...base, stage: 'not indexed', fill, proof };
    }
    const newer = replacementIn(error);
    if (newer !== undefined) return { ...base, stage: 'replaced', newer };
    const failure = failureOf(error);
    const isLocked = failure.code === 'rejected' && !deps.isUnlocked();
    return {
      ...base,
      stage: 'failed',
      ...(row.stage === 'fill sent' ? { fill: row.fill } : {}),
      failure: isLocked ? { code: 'locked' } : failure,
    };
  }

  /** Adds the remaining allowance of the book to a fill that failed after its allowance. */
  async function withLeftover(row: FillRecord): Promise<FillRecord> {
    const isOver = row.stage === 'failed' || row.stage === 'replaced';
    if (!isOver || row.given === undefined) return row;
    const left = await leftOver(client, row.account, row.given);
    return left === undefined ? row : { ...row, leftover: left.toString() };
  }

  /** Asks to revoke the allowance that a failed fill left behind; returns the record's changes. */
  async function revoke(
    row: FillRecord,
    key: string,
    onSent: (hash: string) => Promise<void>,
  ): Promise<Revoked> {
    const { given } = row;
    if (given === undefined) return { revocation: { key, stage: 'failed' } };
    const data = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'approve',
      args: [given.spender as Address, 0n],
    });
    const sent = deps.answerTo(key) ?? (await askFor(row.account, { to: given.token, data, key }));
    await onSent(sent);
    const { status, hash } = await deps.settled(sent);
    const left = await leftOver(client, row.account, given);
    const isDone = status === 'confirmed' && (left ?? 0n) === 0n;
    return {
      revocation: { key, stage: isDone ? 'done' : 'failed', hash },
      ...(isDone ? { leftover: '0' } : left === undefined ? {} : { leftover: left.toString() }),
      ...(await spent(row, hash)),
    };
  }

  return { step, endOf, withLeftover, revoke };
}

/** Its allowance was mined for this very quote. */
function isJustGiven({ allowance, granted }: FillIn<'checking'>): boolean {
  return allowance !== undefined && allowance.hash !== granted;
}

function replacementIn(error: unknown): Replacement | undefined {
  return error instanceof TicketError ? error.facts.replacement : undefined;
}

/** Decodes our own calldata: the receipt is compared with what was signed. */
function fillOf(data: string) {
  const fill = decodeFillOrder(data as Hex);
  if (fill.kind !== 'fill') throw new TypeError('the stored call is no fill');
  return fill;
}
