import type { Address } from 'viem';
import { isRecord } from '../../../../shared/is-record.ts';
import type { Clock } from '../../../../shared/ports.ts';
import { RpcError } from '../../../../shared/rpc/codes.ts';
import { createShowLimit, topOf } from '../../approvals/site-limits.ts';
import type { Rpc } from '../../chain/rpc.ts';
import type { Bundle } from '../../procedures/bundle-rows.ts';
import type { Bundles } from '../../procedures/bundles.ts';
import type { Batching } from '../../sending/batching.ts';
import type { Networks } from '../../state/networks.ts';
import type { Sites } from '../../state/sites.ts';
import { type Method, method } from '../method.ts';
import { accountParam, chainIdParam, listParams } from '../params.ts';
import { chainIdHex } from './chain.ts';

/** `wallet_getCapabilities`, `wallet_getCallsStatus`, `wallet_showCallsStatus` (EIP-5792). */
export function callBundleMethods(deps: {
  bundles: Bundles;
  batching: Pick<Batching, 'statusOf'>;
  networks: Networks;
  sites: Pick<Sites, 'permits'>;
  rpcOf: (chainId: number) => Rpc;
  clock: Clock;
  /** Brings the activity page to the front; opens it only if it may. */
  showActivity: (mayOpen: boolean) => Promise<void>;
}): Method[] {
  const showLimit = createShowLimit(deps.clock);
  const find = (origin: string, id: string): Bundle => {
    const bundle = deps.bundles.find(origin, id);
    if (bundle === undefined) throw new RpcError('unknownBundle');
    return bundle;
  };
  return [
    method<{ account: Address; only: readonly number[] | undefined }>({
      name: 'wallet_getCapabilities',
      parse(params) {
        const [account, chains] = listParams(params, 1);
        if (chains !== undefined && !Array.isArray(chains)) throw new RpcError('invalidParams');
        return { account: accountParam(account), only: chains?.map(askedChain) };
      },
      // Pages call this unprompted, so a locked wallet answers without opening a window.
      needs: 'nothing',
      once: false,
      async handle({ account, only }, { requester }) {
        if (!deps.sites.permits(requester.origin, account)) throw new RpcError('unauthorized');
        const chains = deps.networks
          .all()
          .map(({ chainId }) => chainId)
          .filter((chainId) => only === undefined || only.includes(chainId));
        return Object.fromEntries(
          await Promise.all(
            chains.map(async (chainId) => {
              const status = await deps.batching.statusOf(account, chainId);
              return [chainIdHex(chainId), { atomic: { status } }];
            }),
          ),
        );
      },
    }),
    method<string>({
      name: 'wallet_getCallsStatus',
      parse: parseId,
      needs: 'nothing',
      once: false,
      async handle(id, { requester }) {
        const bundle = find(requester.origin, id);
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
          // A single call is atomic in itself.
          atomic: atomicStatus !== undefined || bundle.calls.length === 1,
          ...(mined.length === 0 ? {} : { receipts: mined.map(shownReceipt) }),
        };
      },
    }),
    method<string>({
      name: 'wallet_showCallsStatus',
      parse: parseId,
      needs: 'nothing',
      once: false,
      async handle(id, { requester }) {
        const bundle = find(requester.origin, id);
        if (!showLimit.admits(topOf(requester))) {
          throw new RpcError('rejected', 'The site asks too often. Wait a few seconds.');
        }
        // A site can open one tab per bundle, and after that only bring an open one forward.
        await deps.showActivity(await deps.bundles.claimTab(bundle));
        return null;
      },
    }),
  ];
}

/**
 * Returns a chain id of a question for capabilities. "0x0" asks for those of all chains together: this
 * wallet has none, because `atomic` is expressed separately on each chain (EIP-5792).
 */
const askedChain = (chain: unknown): number => (chain === '0x0' ? 0 : chainIdParam(chain));

function parseId(params: unknown): string {
  const [id] = listParams(params, 1);
  if (typeof id !== 'string') throw new RpcError('invalidParams');
  return id;
}

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
