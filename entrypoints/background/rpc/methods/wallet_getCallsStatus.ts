import { isRecord } from '../../../../shared/is-record.ts';
import type { Rpc } from '../../chain/rpc.ts';
import type { Bundle } from '../../procedures/bundle-rows.ts';
import type { Bundles } from '../../procedures/bundles.ts';
import { bundleOf, parseBundleId } from '../call-bundle-params.ts';
import { type Method, method } from '../method.ts';
import { chainIdHex } from '../params.ts';

/** `wallet_getCallsStatus` (EIP-5792). */
export const wallet_getCallsStatus = (deps: {
  bundles: Pick<Bundles, 'find' | 'hashes' | 'atomicStatus'>;
  rpcOf: (chainId: number) => Rpc;
}): Method =>
  method<string>({
    name: 'wallet_getCallsStatus',
    waitsFor: 'activity',
    asks: 'nobody',
    refuses: 'nobody',
    once: false,
    parse: parseBundleId,
    async handle(id, { requester }) {
      const bundle = bundleOf(deps.bundles, requester.origin, id);
      const rpc = deps.rpcOf(bundle.chainId);
      const hashes = deps.bundles.hashes(bundle);
      const receipts = await Promise.all(
        hashes.map((hash) => rpc.request('eth_getTransactionReceipt', [hash])),
      );
      const mined = receipts.filter(isRecord);
      const atomicStatus = deps.bundles.atomicStatus(bundle);
      return {
        version: '2.0.0',
        id,
        chainId: chainIdHex(bundle.chainId),
        status: atomicStatus ?? statusOf(bundle, mined),
        // A bundle with a single call is always atomic.
        atomic: atomicStatus !== undefined || bundle.calls.length === 1,
        ...(mined.length === 0 ? {} : { receipts: mined.map(shownReceipt) }),
      };
    },
  });

/** Status codes of EIP-5792. */
function statusOf(bundle: Bundle, mined: readonly Readonly<Record<string, unknown>>[]): number {
  const succeeded = mined.filter(({ status }) => status === '0x1').length;
  if (succeeded === bundle.calls.length) return 200;
  const isOver = bundle.stopped || succeeded < mined.length;
  if (!isOver) return 100;
  if (mined.length === 0) return 400;
  return succeeded === 0 ? 500 : 600;
}

function shownReceipt(receipt: Readonly<Record<string, unknown>>) {
  const { status, blockHash, blockNumber, gasUsed, transactionHash } = receipt;
  const logs = Array.isArray(receipt.logs) ? receipt.logs.filter(isRecord) : [];
  return {
    logs: logs.map(({ address, topics, data }) => ({ address, topics, data })),
    status,
    blockHash,
    blockNumber,
    gasUsed,
    transactionHash,
  };
}
