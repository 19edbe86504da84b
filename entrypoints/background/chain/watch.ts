import { isPending } from '../../../shared/activity/is-pending.ts';
import type { TransactionFailure, TransactionRecord } from '../../../shared/activity/record.ts';
import { isRecent } from '../../../shared/is-recent.ts';
import { isRecord } from '../../../shared/is-record.ts';
import { NodeError } from '../../../shared/rpc/codes.ts';
import type { ActivityLog } from '../kernel/activity.ts';
import type { Alarms } from '../platform/alarms.ts';
import { failureIn } from './failure-in.ts';
import { gasCostIn } from './gas-cost.ts';
import type { Genesis } from './genesis.ts';
import { parseQuantity } from './quantities.ts';
import type { Rpc } from './rpc.ts';
import {
  asDropped,
  asFinal,
  asFound,
  asMined,
  asReopened,
  asReplaced,
  asSent,
  FINAL_DEPTH,
  isGivenUp,
  isMined,
  isSettling,
} from './transaction-state.ts';

const POLL_MS = 1_500;
/** Interval of the alarm that wakes a dead worker; the browser allows no shorter one. */
const WAKE_MS = 30_000;
export const WATCH_ALARM = 'watch-transactions';

/**
 * Looks in a row without a receipt after which a transaction whose nonce was used is dropped. Nodes
 * behind one address differ by seconds.
 */
const LOOKS_TO_DROP = 5;

/** A node that lags can make a transaction look dropped; its chain is asked again for so long. */
const DOUBT_MS = 3 * 86_400_000;
/** Pause between two checks of dropped transactions, and the number of transactions to check. */
const DOUBT_PAUSE_MS = 60_000;
const MAX_DOUBTED = 5;

export interface Watch {
  /** Follows every open transaction until it is final. Can be called again at any time. */
  start(): void;
  /** Checks whether dropped transactions were mined after all. Never rejects. */
  lookAgain(): Promise<void>;
}

/**
 * Follows the wallet's own transactions: mined, reverted, replaced, dropped, or removed by a reorg.
 * Sends the same bytes again when the node no longer knows them.
 */
export function createWatch(deps: {
  rpcOf: (chainId: number) => Rpc;
  activity: ActivityLog;
  genesis: Pick<Genesis, 'read'>;
  alarms: Pick<Alarms, 'set' | 'clear'>;
  now: () => number;
  /** Called once for each transaction that was mined, reverted, replaced or dropped. */
  onSettled: (entry: TransactionRecord) => void;
}): Watch {
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Epoch milliseconds of the last look at dropped transactions. */
  let lastDoubt = -DOUBT_PAUSE_MS;
  /** Looks in a row that found the nonce used and no receipt, by id. */
  const misses = new Map<string, number>();

  const followed = () =>
    deps.activity.transactions().filter((entry) => isPending(entry) || isSettling(entry));

  async function look(entry: TransactionRecord): Promise<void> {
    const rpc = deps.rpcOf(entry.chainId);
    if (entry.genesis !== undefined) {
      await deps.genesis.read(entry.chainId);
      // Its bytes must not be sent on another chain.
      if (deps.activity.isOfEarlierChain(entry)) return;
    }
    const receipt = await rpc.request('eth_getTransactionReceipt', [entry.hash]);
    if (isRecord(receipt) && typeof receipt.blockNumber === 'string') {
      misses.delete(entry.id);
      if (await isBelievable(rpc, entry, receipt)) await settle(rpc, entry, receipt);
      return;
    }
    if (isSettling(entry)) {
      // A reorg removed the transaction, so it is pending again and is sent again below.
      await deps.activity.change(entry.id, asReopened);
    }
    await pursue(rpc, entry);
  }

  /**
   * A node can return another transaction's receipt, so that a success looks reverted and is sent
   * again. Hash and sender must match, and the chain must have used the nonce.
   */
  async function isBelievable(
    rpc: Rpc,
    entry: TransactionRecord,
    receipt: Record<string, unknown>,
  ) {
    const { hash, account, nonce } = entry;
    if (!isSameHex(receipt.transactionHash, hash) || !isSameHex(receipt.from, account))
      return false;
    if (isMined(entry) || nonce === undefined) return true;
    const count = await rpc.request('eth_getTransactionCount', [account, 'latest']);
    return parseQuantity(count) > BigInt(nonce);
  }

  async function settle(rpc: Rpc, entry: TransactionRecord, receipt: Record<string, unknown>) {
    const block = parseQuantity(receipt.blockNumber);
    if (isRecorded(entry, block, receipt)) {
      const head = parseQuantity(await rpc.request('eth_blockNumber', []));
      if (head >= block + FINAL_DEPTH) await deps.activity.change(entry.id, asFinal);
      return;
    }
    // A reorg can move it between two looks, and it can end in another way there.
    const failure = await failureIn(rpc, entry.code, receipt);
    const gasCost = gasCostIn(receipt);
    await deps.activity.change(entry.id, (row) => asMined(row, { block, failure, gasCost }));
    await retireRivals(entry);
    reportEnd(entry.id);
  }

  /**
   * Other transactions with this nonce can't be mined any more. One that was mined unnoticed looks
   * dropped.
   */
  async function retireRivals(mined: TransactionRecord): Promise<void> {
    const rivals = deps.activity
      .transactions()
      .filter((entry) => entry.id !== mined.id && isRival(entry, mined))
      .filter((entry) => isPending(entry) || isGivenUp(entry));
    for (const { id } of rivals) {
      await deps.activity.change(id, (row) => asReplaced(row, mined.id));
    }
  }

  function reportEnd(id: string): void {
    const ended = deps.activity.find(id);
    if (ended !== undefined) deps.onSettled(ended);
  }

  /**
   * Not mined: dropped when its nonce was used otherwise, sent again when the node doesn't know it.
   */
  async function pursue(rpc: Rpc, entry: TransactionRecord): Promise<void> {
    if (!isPending(entry) && !isSettling(entry)) return;
    const { raw, nonce } = entry;
    if (raw === '') return;
    const known = await rpc.request('eth_getTransactionByHash', [entry.hash]);
    if (known !== null) {
      misses.delete(entry.id);
      if (entry.status === 'signed') await deps.activity.change(entry.id, asSent);
      return;
    }
    const count = await rpc.request('eth_getTransactionCount', [entry.account, 'latest']);
    if (nonce !== undefined && parseQuantity(count) > BigInt(nonce)) {
      await giveUp(rpc, entry, { code: 'nonce taken' });
      return;
    }
    try {
      await rpc.request('eth_sendRawTransaction', [raw]);
      await deps.activity.change(entry.id, asSent);
    } catch (error) {
      // Retries in the next round when the node doesn't respond. A refusal is final only when these
      // bytes can never become valid.
      if (!(error instanceof NodeError) || !/nonce too low/i.test(error.body.message)) throw error;
      await giveUp(rpc, entry);
    }
  }

  /** The nonce was used by another own transaction, or by one sent from another wallet. */
  async function giveUp(
    rpc: Rpc,
    entry: TransactionRecord,
    failure?: TransactionFailure,
  ): Promise<void> {
    // The block that used the nonce can hold this very transaction, so its receipt is read again.
    if ((await rpc.request('eth_getTransactionReceipt', [entry.hash])) !== null) return;
    const all = deps.activity.transactions();
    // Another transaction can have been recorded as mined during the request.
    if (!all.some((row) => row.id === entry.id && isPending(row))) return;
    const mined = all.find((row) => row.id !== entry.id && isRival(row, entry) && isMined(row));
    const count = (misses.get(entry.id) ?? 0) + 1;
    misses.set(entry.id, count);
    if (mined === undefined && count < LOOKS_TO_DROP) return;
    misses.delete(entry.id);
    await deps.activity.change(entry.id, (row) =>
      mined === undefined ? asDropped(row, failure) : asReplaced(row, mined.id),
    );
    reportEnd(entry.id);
  }

  /**
   * Dropped transactions whose nonce no other own transaction has used, and replaced ones whose
   * replacement a reorg removed.
   */
  function doubted(): TransactionRecord[] {
    const all = deps.activity.transactions();
    return all
      .filter((entry) => isGivenUp(entry) && isRecent(entry.at, deps.now(), DOUBT_MS))
      .filter((entry) => !all.some((row) => isRival(row, entry) && isMined(row)))
      .slice(0, MAX_DOUBTED);
  }

  /** Accepts only a final block: a dropped transaction has no bytes to send again. */
  async function doubt(entry: TransactionRecord): Promise<void> {
    const rpc = deps.rpcOf(entry.chainId);
    const receipt = await rpc.request('eth_getTransactionReceipt', [entry.hash]);
    if (!isRecord(receipt) || typeof receipt.blockNumber !== 'string') return;
    const block = parseQuantity(receipt.blockNumber);
    const head = parseQuantity(await rpc.request('eth_blockNumber', []));
    if (head < block + FINAL_DEPTH || !(await isBelievable(rpc, entry, receipt))) return;
    const failure = await failureIn(rpc, entry.code, receipt);
    const gasCost = gasCostIn(receipt);
    await deps.activity.change(entry.id, (row) => asFound(row, { block, failure, gasCost }));
    await retireRivals(entry);
    reportEnd(entry.id);
  }

  async function lookAgain(): Promise<void> {
    if (deps.now() - lastDoubt < DOUBT_PAUSE_MS) return;
    lastDoubt = deps.now();
    // A node that doesn't respond is asked again at the next look.
    await Promise.allSettled(doubted().map(doubt));
  }

  async function round(): Promise<void> {
    // A failure with one transaction doesn't stop the others, and the next round retries it.
    await Promise.allSettled([...followed().map(look), lookAgain()]);
    timer = undefined;
    start();
  }

  function start(): void {
    if (timer !== undefined) return;
    if (followed().length === 0) {
      void deps.alarms.clear(WATCH_ALARM);
      return;
    }
    timer = setTimeout(round, POLL_MS);
    void deps.alarms.set(WATCH_ALARM, deps.now() + WAKE_MS);
  }

  return { start, lookAgain };
}

/** Returns true when the row has this block, and the end that the receipt reports. */
function isRecorded(
  entry: TransactionRecord,
  block: bigint,
  { status }: Record<string, unknown>,
): boolean {
  if (!isMined(entry) || entry.block !== block.toString()) return false;
  const hasReverted = entry.status === 'failed' && entry.failure?.code === 'reverted';
  return hasReverted === (status !== '0x1');
}

function isSameHex(value: unknown, own: string | undefined): boolean {
  return typeof value === 'string' && value.toLowerCase() === own?.toLowerCase();
}

function isRival(entry: TransactionRecord, mined: TransactionRecord): boolean {
  return (
    entry.chainId === mined.chainId &&
    entry.nonce === mined.nonce &&
    entry.account.toLowerCase() === mined.account.toLowerCase()
  );
}
