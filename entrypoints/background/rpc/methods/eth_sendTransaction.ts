import type { Address } from 'viem';
import type { TransactionDraft } from '../../../../shared/approvals/types.ts';
import { CHAIN_ID } from '../../../../shared/chain/deployments.ts';
import { isRecord } from '../../../../shared/messages/page.ts';
import { RpcError } from '../../../../shared/rpc/codes.ts';
import type { Transactions } from '../../approvals/transactions.ts';
import { type Method, method } from '../method.ts';
import { addressParam, hexParam, listParams, quantityParam, WATCH_ONLY } from '../params.ts';

interface Params {
  readonly account: Address;
  readonly transaction: TransactionDraft;
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
    async handle({ account, transaction }, context) {
      if (!context.accounts.includes(account)) throw new RpcError('unauthorized');
      if (!deps.canSign(account)) throw new RpcError('unauthorized', WATCH_ONLY);
      return deps.transactions.ask({
        requester: context.requester,
        requestKey: context.requestKey,
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
  if (request.type !== undefined && !TYPES.includes(String(request.type))) {
    throw new RpcError('invalidParams', 'The wallet does not sign this type of transaction.');
  }
  if (request.chainId !== undefined && Number(request.chainId) !== CHAIN_ID) {
    throw new RpcError('invalidParams', 'The transaction names another chain.');
  }
  const data = optional(request.data, hexParam);
  const input = optional(request.input, hexParam);
  if (data !== undefined && input !== undefined && data !== input) {
    throw new RpcError('invalidParams', 'The transaction has two different datas.');
  }
  const to = optional(request.to, addressParam);
  const gas = optional(request.gas, quantityParam);
  const bytes = data ?? input ?? '0x';
  if (to === undefined && bytes === '0x') {
    throw new RpcError('invalidParams', 'The transaction has neither a receiver nor data.');
  }
  return {
    account: addressParam(request.from),
    transaction: {
      value: optional(request.value, quantityParam) ?? '0x0',
      data: bytes,
      ...(to === undefined ? {} : { to }),
      ...(gas === undefined ? {} : { gas }),
    },
  };
}

function optional<Value>(value: unknown, parse: (value: unknown) => Value): Value | undefined {
  return value === undefined || value === null ? undefined : parse(value);
}
