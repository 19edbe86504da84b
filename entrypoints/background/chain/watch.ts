import { isRecord } from '../../../shared/messages/page.ts';
import type { ActivityLog, ActivityRecord } from '../state/activity.ts';
import type { Rpc } from './rpc.ts';

const POLL_MS = 1_500;

export interface Watch {
  /** Follows every open transaction until each is mined; harmless to call again. */
  start(): void;
}

/** Polls receipts of open transactions and sends the same bytes again when the node lost them. */
export function createWatch(deps: {
  rpc: Rpc;
  activity: ActivityLog;
  onConfirmed: (entry: ActivityRecord) => void;
}): Watch {
  let timer: ReturnType<typeof setTimeout> | undefined;

  const open = () =>
    deps.activity.all().filter((entry) => entry.status === 'signed' || entry.status === 'sent');

  async function look(entry: ActivityRecord): Promise<void> {
    const receipt = await deps.rpc.request('eth_getTransactionReceipt', [entry.hash]);
    if (isRecord(receipt) && typeof receipt.blockNumber === 'string') {
      const succeeded = receipt.status === '0x1';
      await deps.activity.update(entry.id, {
        status: succeeded ? 'confirmed' : 'failed',
        ...(succeeded ? {} : { reason: 'The transaction was mined but reverted.' }),
        raw: '',
      });
      deps.onConfirmed({ ...entry, status: succeeded ? 'confirmed' : 'failed' });
      return;
    }
    if (entry.status === 'signed' && entry.raw !== undefined && entry.raw !== '') {
      await deps.rpc.request('eth_sendRawTransaction', [entry.raw]);
      await deps.activity.update(entry.id, { status: 'sent' });
    }
  }

  async function round(): Promise<void> {
    // The node may be away or refuse the bytes for now: the next round asks again.
    await Promise.allSettled(open().map(look));
    timer = undefined;
    start();
  }

  function start(): void {
    if (timer === undefined && open().length > 0) timer = setTimeout(round, POLL_MS);
  }

  return { start };
}
