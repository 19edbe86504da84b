import { type Address, type Hex, keccak256 } from 'viem';
import type { TransactionDraft } from '../../../shared/approvals/types.ts';
import { CHAIN_ID } from '../../../shared/chain/deployments.ts';
import type { Clock } from '../../../shared/ports.ts';
import { NodeError } from '../../../shared/rpc/codes.ts';
import type { Signer } from '../signer/signer.ts';
import type { ActivityLog } from '../state/activity.ts';
import type { ChainClient } from './client.ts';
import type { FeeQuote } from './fees.ts';
import { nextNonce } from './nonce.ts';
import type { Rpc } from './rpc.ts';

export interface Broadcast {
  /**
   * Signs the stored draft with the chosen fee, stores hash and bytes, runs `beforeSending`, and
   * only then sends. The chain id is ours, whatever node or page say.
   */
  send(options: {
    account: Address;
    draft: TransactionDraft;
    gas: bigint;
    fee: FeeQuote;
    origin: string;
    words: string;
    beforeSending: (hash: Hex) => Promise<void>;
  }): Promise<Hex>;
}

export function createBroadcast(deps: {
  client: ChainClient;
  rpc: Rpc;
  signer: Signer;
  activity: ActivityLog;
  clock: Clock;
  onSent: () => void;
}): Broadcast {
  // Two sends at once would read the same pending count.
  let queue: Promise<unknown> = Promise.resolve();

  async function send(options: Parameters<Broadcast['send']>[0]): Promise<Hex> {
    const { account, draft, fee } = options;
    const nonce = await nextNonce(deps.client, account, deps.activity.all());
    const raw = deps.signer.signTransaction(account, {
      type: 'eip1559',
      chainId: CHAIN_ID,
      nonce,
      gas: options.gas,
      maxFeePerGas: fee.maxFeePerGas,
      maxPriorityFeePerGas: fee.maxPriorityFeePerGas,
      value: BigInt(draft.value),
      data: draft.data as Hex,
      ...(draft.to === undefined ? {} : { to: draft.to as Address }),
    });
    const hash = keccak256(raw);
    await deps.activity.add({
      id: hash,
      kind: 'transaction',
      at: deps.clock.now(),
      origin: options.origin,
      account,
      words: options.words,
      hash,
      status: 'signed',
      raw,
      nonce,
    });
    await options.beforeSending(hash);
    try {
      await deps.rpc.request('eth_sendRawTransaction', [raw]);
    } catch (error) {
      if (!(error instanceof NodeError) || isAlreadyKnown(error)) {
        // Unanswered: the bytes are stored, and the watch sends them again.
        deps.onSent();
        return hash;
      }
      await deps.activity.update(hash, { status: 'failed', reason: error.body.message });
      throw error;
    }
    await deps.activity.update(hash, { status: 'sent' });
    deps.onSent();
    return hash;
  }

  return {
    send(options) {
      const result = queue.then(() => send(options));
      queue = result.catch(() => undefined);
      return result;
    },
  };
}

function isAlreadyKnown(error: NodeError): boolean {
  return /already known|already imported|known transaction/i.test(error.body.message);
}
