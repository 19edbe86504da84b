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
/** Milliseconds between alarms that wake a dead worker. The browser doesn't allow less. */
const WAKE_MS = 30_000;
export const WATCH_ALARM = 'watch-transactions';

/**
 * Number of checks in a row without a receipt after which a transaction with a used nonce is
 * dropped. Nodes behind one address can be seconds apart.
 */
const LOOKS_TO_DROP = 5;

/** Milliseconds for which dropped transactions are checked again. Nodes can lag. */
const DOUBT_MS = 3 * 86_400_000;
/**
 * Milliseconds between two checks of dropped transactions. Each check covers `MAX_DOUBTED`
 * transactions.
 */
const DOUBT_PAUSE_MS = 60_000;
const MAX_DOUBTED = 5;

export interface Watch {
  /** Follows every open transaction until it is final. Can be called at any time. */
  start(): void;
  /** Checks whether dropped transactions were mined after all. Never rejects. */
  lookAgain(): Promise<void>;
}

/**
 * Follows the wallet's transactions until they are mined, reverted, replaced, dropped, or removed
 * by a reorg. Sends the bytes again when the node no longer knows them.
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
  /** Epoch milliseconds of the last check of dropped transactions. */
  let lastDoubt = -DOUBT_PAUSE_MS;
  /** Number of checks in a row with a used nonce and without a receipt, by transaction. */
  const misses = new Map<string, number>();

  const followed = () =>
    deps.activity.transactions().filter((entry) => isPending(entry) || isSettling(entry));

  async function look(entry: TransactionRecord): Promise<void> {
    const rpc = deps.rpcOf(entry.chainId);
    if (entry.genesis !== undefined) {
      await deps.genesis.read(entry.chainId);
      // The bytes must not be sent on another chain.
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
   * Returns true if hash and sender match and the chain has used the nonce. Without this check, a
   * node could return another transaction's receipt, and the user would repeat a transaction that
   * only seems reverted.
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
    // A reorg can move the transaction to another block, where its outcome can differ.
    const failure = await failureIn(rpc, entry.code, receipt);
    const gasCost = gasCostIn(receipt);
    await deps.activity.change(entry.id, (row) => asMined(row, { block, failure, gasCost }));
    await retireRivals(entry);
    reportEnd(entry.id);
  }

  /**
   * Records other transactions with this nonce as replaced, including given-up transactions. They
   * can't be mined any more.
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
   * Drops an unmined transaction whose nonce was used. Sends a transaction again if the node no
   * longer knows it.
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
      // Without a response, the next round retries. A refusal is final only if the bytes can never
      // become valid.
      if (!(error instanceof NodeError) || !/nonce too low/i.test(error.body.message)) throw error;
      await giveUp(rpc, entry);
    }
  }

  /** Ends a transaction whose nonce was used by another transaction of this or another wallet. */
  async function giveUp(
    rpc: Rpc,
    entry: TransactionRecord,
    failure?: TransactionFailure,
  ): Promise<void> {
    // Perhaps this very transaction used the nonce, so its receipt is read again.
    if ((await rpc.request('eth_getTransactionReceipt', [entry.hash])) !== null) return;
    const all = deps.activity.transactions();
    // Another transaction may have been recorded as mined during the request.
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
   * Returns dropped transactions whose nonce no other own transaction has used, and replaced
   * transactions whose replacement a reorg removed.
   */
  function doubted(): TransactionRecord[] {
    const all = deps.activity.transactions();
    return all
      .filter((entry) => isGivenUp(entry) && isRecent(entry.at, deps.now(), DOUBT_MS))
      .filter((entry) => !all.some((row) => isRival(row, entry) && isMined(row)))
      .slice(0, MAX_DOUBTED);
  }

  /**
   * Checks a given-up transaction again. Accepts its receipt only in a final block, because a
   * given-up transaction has no bytes to send again.
   */
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
    // Without a response, the next check asks again.
    await Promise.allSettled(doubted().map(doubt));
  }

  async function round(): Promise<void> {
    // A failure with one transaction doesn't stop the other transactions, and the next round
    // retries it.
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

/** Returns true when the row already has the block and the outcome of the receipt. */
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
