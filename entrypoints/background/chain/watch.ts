import { i18n } from '#i18n';
import { isRecord } from '../../../shared/messages/page.ts';
import { NodeError } from '../../../shared/rpc/codes.ts';
import type { Alarms } from '../platform/alarms.ts';
import type { ActivityLog, ActivityRecord } from '../state/activity.ts';
import { parseQuantity } from './quantities.ts';
import type { Rpc } from './rpc.ts';
import { chainOf, FINAL_DEPTH, isPending, isSettling } from './transaction-state.ts';

const POLL_MS = 1_500;
/** Wakes a worker that has died meanwhile; a shorter time is not to be had from the browser. */
const WAKE_MS = 30_000;
export const WATCH_ALARM = 'watch-transactions';

export interface Watch {
  /** Follows every open transaction until it is final; harmless to call again. */
  start(): void;
}

/**
 * Follows the wallet's own transactions: mined, reverted, replaced, dropped, or taken back by a
 * reorg. The same bytes are sent again whenever the node does not know them any more.
 */
export function createWatch(deps: {
  rpcOf: (chainId: number) => Rpc;
  activity: ActivityLog;
  alarms: Pick<Alarms, 'set' | 'clear'>;
  now: () => number;
  /** Mined, reverted, replaced or dropped; told once for each. */
  onSettled: (entry: ActivityRecord) => void;
}): Watch {
  let timer: ReturnType<typeof setTimeout> | undefined;

  const followed = () =>
    deps.activity.all().filter((entry) => isPending(entry) || isSettling(entry));

  async function look(entry: ActivityRecord): Promise<void> {
    const rpc = deps.rpcOf(chainOf(entry));
    const receipt = await rpc.request('eth_getTransactionReceipt', [entry.hash]);
    if (isRecord(receipt) && typeof receipt.blockNumber === 'string') {
      if (await isBelievable(rpc, entry, receipt)) await settle(rpc, entry, receipt);
      return;
    }
    if (isSettling(entry)) {
      // A reorg took it back: it is open again, and sent again below.
      const { block: _block, reason: _reason, ...open } = entry;
      await deps.activity.replace({ ...open, status: 'signed' });
    }
    await pursue(rpc, entry);
  }

  /**
   * A node can answer with another transaction's receipt, so that a success looks reverted and is
   * sent again. Hash and sender must be ours, and the chain must have used the nonce.
   */
  async function isBelievable(rpc: Rpc, entry: ActivityRecord, receipt: Record<string, unknown>) {
    const { hash, account, nonce } = entry;
    if (!isSameHex(receipt.transactionHash, hash) || !isSameHex(receipt.from, account))
      return false;
    if (!isPending(entry) || nonce === undefined) return true;
    const count = await rpc.request('eth_getTransactionCount', [account, 'latest']);
    return parseQuantity(count) > BigInt(nonce);
  }

  async function settle(rpc: Rpc, entry: ActivityRecord, receipt: Record<string, unknown>) {
    const block = parseQuantity(receipt.blockNumber);
    if (isPending(entry)) {
      const succeeded = receipt.status === '0x1';
      await deps.activity.update(entry.id, {
        status: succeeded ? 'confirmed' : 'failed',
        block: block.toString(),
        ...(succeeded ? {} : { reason: i18n.t('worker.theTransactionWasMinedBut') }),
      });
      await retireRivals(entry);
      deps.onSettled({ ...entry, status: succeeded ? 'confirmed' : 'failed' });
      return;
    }
    const head = parseQuantity(await rpc.request('eth_blockNumber', []));
    if (head >= block + FINAL_DEPTH) await deps.activity.update(entry.id, { raw: '' });
    else if (entry.block !== block.toString()) {
      await deps.activity.update(entry.id, { block: block.toString() });
    }
  }

  /**
   * Others with the same nonce can never be mined any more; one that was missed before this one was seen
   * to be mined looked as if it had been dropped.
   */
  async function retireRivals(mined: ActivityRecord): Promise<void> {
    const rivals = deps.activity
      .all()
      .filter((entry) => entry.id !== mined.id && isRival(entry, mined))
      .filter((entry) => isPending(entry) || entry.status === 'dropped');
    for (const { reason: _reason, ...rival } of rivals) {
      await deps.activity.replace({
        ...rival,
        status: 'replaced',
        replacedBy: mined.id,
        raw: '',
      });
    }
  }

  /** Not mined: gone when its nonce was used by something else, else sent again when unknown. */
  async function pursue(rpc: Rpc, entry: ActivityRecord): Promise<void> {
    const { raw, nonce } = entry;
    if (raw === undefined || raw === '') return;
    const known = await rpc.request('eth_getTransactionByHash', [entry.hash]);
    if (known !== null) {
      if (entry.status === 'signed') await deps.activity.update(entry.id, { status: 'sent' });
      return;
    }
    const count = await rpc.request('eth_getTransactionCount', [entry.account, 'latest']);
    if (nonce !== undefined && parseQuantity(count) > BigInt(nonce)) {
      // The block that used the nonce may hold this very transaction: it is asked for once more.
      const late = await rpc.request('eth_getTransactionReceipt', [entry.hash]);
      if (late !== null) return;
      await giveUp(entry, i18n.t('worker.anotherTransactionTookItsPlace'));
      return;
    }
    try {
      await rpc.request('eth_sendRawTransaction', [raw]);
      await deps.activity.update(entry.id, { status: 'sent' });
    } catch (error) {
      // A node that cannot be reached is asked again in the next round; a refusal is final only when
      // nothing can make these bytes good again.
      if (!(error instanceof NodeError) || !/nonce too low/i.test(error.body.message)) throw error;
      await giveUp(entry);
    }
  }

  /** Its nonce is used up: by an own transaction, or by one that was sent from elsewhere. */
  async function giveUp(entry: ActivityRecord, reason?: string): Promise<void> {
    const all = deps.activity.all();
    // While the node was asked, the other one may have been seen to be mined.
    if (!all.some((row) => row.id === entry.id && isPending(row))) return;
    const mined = all.find((row) => row.id !== entry.id && isRival(row, entry) && isMined(row));
    const change =
      mined === undefined
        ? { status: 'dropped' as const, ...(reason === undefined ? {} : { reason }) }
        : { status: 'replaced' as const, replacedBy: mined.id };
    await deps.activity.update(entry.id, { ...change, raw: '' });
    deps.onSettled({ ...entry, status: change.status });
  }

  async function round(): Promise<void> {
    // One that fails says nothing about the others, and the next round asks again.
    await Promise.allSettled(followed().map(look));
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

  return { start };
}

function isSameHex(value: unknown, own: string | undefined): boolean {
  return typeof value === 'string' && value.toLowerCase() === own?.toLowerCase();
}

function isMined({ status }: ActivityRecord): boolean {
  return status === 'confirmed' || status === 'failed';
}

function isRival(entry: ActivityRecord, mined: ActivityRecord): boolean {
  return (
    chainOf(entry) === chainOf(mined) &&
    entry.nonce === mined.nonce &&
    entry.account.toLowerCase() === mined.account.toLowerCase()
  );
}
