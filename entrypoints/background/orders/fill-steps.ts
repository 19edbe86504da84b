import { type Address, encodeFunctionData, type Hex } from 'viem';
import { toBase64url } from '../../../shared/bytes.ts';
import { erc20Abi } from '../../../shared/chain/abi/erc20.ts';
import { CHAIN_ID } from '../../../shared/chain/deployments.ts';
import type { TrustedBook } from '../../../shared/chain/trusted-book.ts';
import { decodeFillOrder } from '../../../shared/orders/calldata.ts';
import type { SignedOrder } from '../../../shared/orders/order.ts';
import { isWithinTolerance } from '../../../shared/orders/price-tolerance.ts';
import { withTrust } from '../../../shared/orders/trust.ts';
import type { Clock, Random, Wait } from '../../../shared/ports.ts';
import type { TrustedEmitters } from '../../../shared/positions/from-logs.ts';
import { RpcError } from '../../../shared/rpc/codes.ts';
import { contracts, unixSeconds } from '../../../shared/units.ts';
import { gasCostOf } from '../chain/gas-cost.ts';
import { retryingRpc } from '../chain/retrying-rpc.ts';
import type { Rpc } from '../chain/rpc.ts';
import type { Settled } from '../chain/settlements.ts';
import { OWN } from '../sending/replacements.ts';
import type { Transactions } from '../sending/transactions.ts';
import type { OrdersFeed } from './feed.ts';
import { explainRevert, failureOf, revertOf } from './fill-failure.ts';
import { proveFill } from './fill-proof.ts';
import type { FillRecord } from './fill-record.ts';
import { givenBy, leftOver } from './given-allowance.ts';
import { prepareFill } from './prepare-fill.ts';
import { TicketError } from './ticket-error.ts';
import type { Call } from './try-fill.ts';

/** What a fill needs of the wallet on its way from the user's yes to the indexer. */
export interface FillStepDeps {
  readonly feed: OrdersFeed;
  readonly client: Rpc;
  readonly transactions: Transactions;
  readonly random: Random;
  readonly clock: Clock;
  readonly wait: Wait;
  readonly isUnlocked: () => boolean;
  /** Order books that the user trusts by hand. */
  readonly trustedBooks?: () => readonly TrustedBook[];
  readonly emitters?: () => TrustedEmitters;
  /** Basis points by which a newer quote may be worse than the agreed price. */
  readonly toleranceBps: () => number;
  /** The hash that was sent for a request, if any. */
  readonly answerTo: (requestKey: string) => string | undefined;
  readonly settled: (hash: string) => Promise<Settled>;
  /** Resolves when the indexer had its time to catch up with a transaction. */
  readonly index: (hash: string) => Promise<unknown>;
  readonly isIndexed: (option: string) => boolean;
}

/** Quotes live two minutes: a check that takes longer than this leaves no time to confirm. */
const CHECK_MS = 45_000;

type Asked = NonNullable<FillRecord['fill']>;

/**
 * The steps of a fill, each from a record as it is stored to what changes of it: fresh and verified
 * order, exact allowance where one is missing, everything checked again, the fill, its receipt held
 * against what was signed. Nothing is kept here.
 */
export function createFillSteps(deps: FillStepDeps) {
  const { feed, clock } = deps;
  const client = retryingRpc(deps.client, deps.wait);
  const now = () => unixSeconds(Math.floor(clock.now() / 1000));

  const asked = (call: Call): Asked => ({
    ...call,
    key: `own:${toBase64url(deps.random.bytes(16))}`,
  });

  /** Our own call with what the user's trust says of its order. */
  function trustedFill({ to, data }: { to: string; data: string }) {
    const fill = fillOf(data);
    const { order, signature } = fill;
    const signed: SignedOrder = { order, signature, nonce: 0n, optionBookAddress: to as Address };
    return { ...fill, order: withTrust(signed, deps.trustedBooks?.() ?? []).order };
  }

  async function ask(row: FillRecord, what: Asked, index: number): Promise<string> {
    const sent = deps.answerTo(what.key);
    if (sent !== undefined) return sent;
    // A new worker may find the wallet locked: nobody is asked to unlock for what he began before.
    if (!deps.isUnlocked()) throw new RpcError('rejected');
    return askFor(row.account, what, { index, count: row.steps });
  }

  const askFor = (
    account: string,
    what: { to: string; data: string; key: string },
    step?: { index: number; count: number },
  ): Promise<string> =>
    deps.transactions.ask({
      requester: OWN,
      requestKey: what.key,
      chainId: CHAIN_ID,
      account: account as Address,
      transaction: { to: what.to, data: what.data, value: '0x0' },
      ...(step === undefined ? {} : { step }),
    });

  /** Adds the cost of a mined transaction to what the fill has cost so far. */
  async function spent(row: FillRecord, hash: string): Promise<Partial<FillRecord>> {
    const cost = await gasCostOf(client, hash);
    return cost === undefined ? {} : { gasSpent: (BigInt(row.gasSpent ?? 0) + cost).toString() };
  }

  async function check(row: FillRecord): Promise<Partial<FillRecord>> {
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
      return { stage: 'fill asked', steps, contracts: count, fill: asked(fill) };
    }
    // One that was given for the quote before may be too small for this one.
    if (isJustGiven(row)) {
      throw new TicketError('taker-allowance');
    }
    return {
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
      fill: trustedFill({ to, data }),
      emitters: deps.emitters?.(),
    });

  async function mined(row: FillRecord, sent: Asked, hash: string): Promise<Partial<FillRecord>> {
    const outcome = await deps.settled(hash);
    const ended: Asked = { ...sent, hash: outcome.hash };
    const fill = trustedFill(sent);
    const [book, account] = [sent.to as Address, row.account as Address];
    if (outcome.status === 'dropped') {
      // Nobody follows it any more: the user may have cleared the list of what was sent.
      const evidence = await evidenceOf(row, sent, outcome.hash);
      if (evidence.kind !== 'proved') return failed('superseded');
      return { stage: 'mined', fill: ended, proof: evidence.proof };
    }
    if (outcome.status === 'failed') {
      const call = { from: account, to: book, data: sent.data as Hex };
      const reason = await revertOf(client, call, outcome.hash);
      return {
        stage: 'failed',
        fill: ended,
        failure: await explainRevert({ client, account, book, fill, reason }),
        ...(await spent(row, outcome.hash)),
      };
    }
    // Stored before anything else is read: what is mined never becomes a failure of reading.
    return { stage: 'mined', fill: ended };
  }

  async function prove(row: FillRecord, sent: Asked, hash: string): Promise<Partial<FillRecord>> {
    const evidence = await evidenceOf(row, sent, hash);
    if (evidence.kind === 'no option') return failed('superseded');
    if (evidence.kind === 'proved') return { stage: 'mined', proof: evidence.proof };
    await index(hash);
    return { stage: 'unproved' };
  }

  /** What the indexer does not tell now, the receipt has told or will tell. */
  const index = (hash: string) => deps.index(hash).catch(() => undefined);

  /** The next step of a fill; answers what it changed. */
  async function step(row: FillRecord): Promise<Partial<FillRecord>> {
    const { allowance, fill, proof } = row;
    switch (row.stage) {
      case 'allowance asked':
        if (allowance === undefined) break;
        return {
          stage: 'allowance sent',
          allowance: { ...allowance, hash: await ask(row, allowance, 1) },
        };
      case 'allowance sent': {
        if (allowance?.hash === undefined) break;
        const { status, hash } = await deps.settled(allowance.hash);
        const cost = await spent(row, hash);
        if (status !== 'confirmed') return { ...failed('approvalReverted'), ...cost };
        // Quotes live two minutes, and a prompt takes as long as the user does: all is looked at again.
        return { stage: 'checking', given: givenBy(allowance), ...cost };
      }
      case 'fill asked':
        if (fill === undefined) break;
        return { stage: 'fill sent', fill: { ...fill, hash: await ask(row, fill, row.steps) } };
      case 'fill sent':
        if (fill?.hash === undefined) break;
        return mined(row, fill, fill.hash);
      case 'mined': {
        if (fill?.hash === undefined) break;
        if (proof === undefined) return prove(row, fill, fill.hash);
        await index(fill.hash);
        return { stage: deps.isIndexed(proof.option) ? 'indexed' : 'not indexed' };
      }
    }
    return check(row).catch((error) => takeRequote(row, error));
  }

  /**
   * Goes on with a newer quote of the same maker when its price is within the tolerance of what the
   * user agreed to. Throws the error again for everything else.
   */
  function takeRequote(row: FillRecord, error: unknown): Partial<FillRecord> {
    if (!(error instanceof TicketError) || error.code !== 'quote-replaced') throw error;
    const { replacement, price, isOtherMaker } = error.details;
    const isAccepted =
      isOtherMaker === 'false' &&
      isWithinTolerance({
        side: row.side,
        agreed: BigInt(row.agreedPrice ?? row.price),
        price: BigInt(String(price)),
        toleranceBps: row.toleranceBps ?? deps.toleranceBps(),
      });
    if (!isAccepted) throw error;
    const given = row.allowance?.hash ?? row.granted;
    return {
      stage: 'checking',
      digest: String(replacement),
      price: String(price),
      ...(given === undefined ? {} : { granted: given }),
    };
  }

  /** What becomes of a fill whose step was thrown out of. */
  function endOf(row: FillRecord, error: unknown): Partial<FillRecord> {
    // It was filled, whatever could not be read of it.
    if (row.stage === 'mined')
      return { stage: row.proof === undefined ? 'unproved' : 'not indexed' };
    if (error instanceof TicketError && error.code === 'quote-replaced') {
      const { replacement, price, isOtherMaker } = error.details;
      return {
        stage: 'replaced',
        newer: {
          digest: String(replacement),
          price: String(price),
          isOtherMaker: isOtherMaker === 'true',
        },
      };
    }
    const failure = failureOf(error);
    const isLocked = failure.code === 'rejected' && !deps.isUnlocked();
    return { stage: 'failed', failure: isLocked ? { code: 'locked' } : failure };
  }

  /** Adds what the book may still take to a fill that came to nothing after its allowance. */
  async function withLeftover(
    row: FillRecord,
    change: Partial<FillRecord>,
  ): Promise<Partial<FillRecord>> {
    const { given } = row;
    const isOver = change.stage === 'failed' || change.stage === 'replaced';
    if (!isOver || given === undefined) return change;
    const left = await leftOver(client, row.account, given);
    return left === undefined ? change : { ...change, leftover: left.toString() };
  }

  /** Asks for the end of an allowance that a fill left behind; returns what changes of its record. */
  async function revoke(
    row: FillRecord,
    key: string,
    onSent: (hash: string) => Promise<void>,
  ): Promise<Partial<FillRecord>> {
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
function isJustGiven({ allowance, granted }: FillRecord): boolean {
  return allowance?.hash !== undefined && allowance.hash !== granted;
}

function failed(code: NonNullable<FillRecord['failure']>['code']): Partial<FillRecord> {
  return { stage: 'failed', failure: { code } };
}

/** Our own calldata, read back: what was signed is what is held against the receipt. */
function fillOf(data: string) {
  const fill = decodeFillOrder(data as Hex);
  if (fill.kind !== 'fill') throw new TypeError('the stored call is no fill');
  return fill;
}
