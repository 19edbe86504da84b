import type { Address } from 'viem';
import type { TransactionDraft } from '../../../../shared/approvals/types.ts';
import { isRecord } from '../../../../shared/messages/page.ts';
import { RpcError } from '../../../../shared/rpc/codes.ts';
import { WATCH_ONLY } from '../../approvals/signatures.ts';
import type { Transactions } from '../../approvals/transactions.ts';
import { type Method, method } from '../method.ts';
import { addressParam, hexParam, listParams, optionalParam, quantityParam } from '../params.ts';

interface Params {
  readonly account: Address;
  readonly transaction: TransactionDraft;
  /** As named by the site; it has to be the chain that the site is on. */
  readonly chainId: bigint | undefined;
}

/** Fields of types that the wallet does not sign; silently dropping one would change the meaning. */
const REFUSED = [
  'authorizationList',
  'blobs',
  'blobVersionedHashes',
  'maxFeePerBlobGas',
  'sidecars',
];
const TYPES = ['0x0', '0x1', '0x2'];

/** `eth_sendTransaction`: nonce and fees are the wallet's, everything else is the page's. */
export function eth_sendTransaction(deps: {
  transactions: Transactions;
  canSign: (account: Address) => boolean;
}): Method {
  return method<Params>({
    name: 'eth_sendTransaction',
    parse: parseTransaction,
    needs: 'account',
    once: true,
    async handle({ account, transaction, chainId }, context) {
      if (chainId !== undefined && chainId !== BigInt(context.chainId)) {
        throw new RpcError('invalidParams', 'The transaction names another chain.');
      }
      if (!context.accounts.includes(account)) throw new RpcError('unauthorized');
      if (!deps.canSign(account)) throw new RpcError('unauthorized', WATCH_ONLY);
      return deps.transactions.ask({
        requester: context.requester,
        requestKey: context.requestKey,
        chainId: context.chainId,
        account,
        transaction,
      });
    },
  });
}

function parseTransaction(params: unknown): Params {
  const [request] = listParams(params, 1);
  if (!isRecord(request)) throw new RpcError('invalidParams');
  if (REFUSED.some((field) => request[field] !== undefined && request[field] !== null)) {
    throw new RpcError('invalidParams', 'The wallet does not sign this type of transaction.');
  }
  const type = optionalParam(request.type, quantityParam);
  if (type !== undefined && !TYPES.includes(type)) {
    throw new RpcError('invalidParams', 'The wallet does not sign this type of transaction.');
  }
  const data = optionalParam(request.data, hexParam);
  const input = optionalParam(request.input, hexParam);
  if (data !== undefined && input !== undefined && data !== input) {
    throw new RpcError('invalidParams', 'The transaction has two different datas.');
  }
  const to = optionalParam(request.to, addressParam);
  const gas = optionalParam(request.gas, quantityParam);
  const bytes = data ?? input ?? '0x';
  if (to === undefined && bytes === '0x') {
    throw new RpcError('invalidParams', 'The transaction has neither a receiver nor data.');
  }
  return {
    account: addressParam(request.from),
    chainId: optionalParam(request.chainId, chainIdOf),
    transaction: {
      value: optionalParam(request.value, quantityParam) ?? '0x0',
      data: bytes,
      ...(to === undefined ? {} : { to }),
      ...(gas === undefined ? {} : { gas }),
    },
  };
}

/** Sites name the chain as hex, and some as a number. */
function chainIdOf(value: unknown): bigint {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0
    ? BigInt(value)
    : BigInt(quantityParam(value));
}
