import type { Address, Hex } from 'viem';
import type { SiteFee, TransactionDraft } from '../../../shared/approvals/types.ts';
import { isRecord } from '../../../shared/is-record.ts';
import { RpcError } from '../../../shared/rpc/codes.ts';
import {
  accountParam,
  addressParam,
  chainIdOfAnyForm,
  dataParam,
  listParams,
  optionalParam,
  quantityParam,
} from './params.ts';

export interface TransactionParams {
  readonly account: Address;
  readonly transaction: TransactionDraft;
  /** The chain that the site names. It must be the site's current chain. */
  readonly chainId: bigint | undefined;
}

/**
 * Fields of transaction types that the wallet doesn't sign. Dropping such a field would change the
 * meaning.
 */
const REFUSED = [
  'authorizationList',
  'blobs',
  'blobVersionedHashes',
  'maxFeePerBlobGas',
  'sidecars',
];
const REFUSAL = 'The wallet does not sign this type of transaction.';
const TYPES = ['0x0', '0x1', '0x2'];
const FEE_MARKET_TYPE = '0x2';

/**
 * Parses the params of `eth_sendTransaction`. Normalizes values with exactly one meaning, drops
 * unknown fields, and throws `invalidParams` for everything else.
 */
export function parseTransaction(params: unknown): TransactionParams {
  const [request] = listParams(params, 1);
  if (!isRecord(request)) throw new RpcError('invalidParams');
  const type = optionalParam(request.type, quantityParam);
  if (type !== undefined && !TYPES.includes(type)) throw new RpcError('invalidParams', REFUSAL);
  const call = parseCall(request);
  const gas = oneOf(request.gas, request.gasLimit);
  const siteFee = parseSiteFee(request, type);
  return {
    account: accountParam(request.from),
    chainId: optionalParam(request.chainId, chainIdOfAnyForm),
    transaction: {
      ...call,
      ...(gas === undefined ? {} : { gas }),
      ...(siteFee === undefined ? {} : { siteFee }),
    },
  };
}

/** Parses receiver, value and data of a transaction, or of a call in `wallet_sendCalls`. */
export function parseCall(request: Readonly<Record<string, unknown>>): TransactionDraft {
  const isRefused = REFUSED.some(
    (field) => request[field] !== undefined && request[field] !== null,
  );
  if (isRefused) throw new RpcError('invalidParams', REFUSAL);
  const data = optionalParam(request.data, dataParam);
  const input = optionalParam(request.input, dataParam);
  if (data !== undefined && input !== undefined && data !== input) {
    throw new RpcError('invalidParams', 'The data and the input of the transaction differ.');
  }
  const bytes = data ?? input ?? '0x';
  // web3.js 1 sends "0x" as receiver of a deployment.
  const to = request.to === '0x' ? undefined : optionalParam(request.to, addressParam);
  if (to === undefined && bytes === '0x') {
    throw new RpcError('invalidParams', 'The transaction has neither a receiver nor data.');
  }
  return {
    value: optionalParam(request.value, quantityParam) ?? '0x0',
    data: bytes,
    ...(to === undefined ? {} : { to }),
  };
}

function oneOf(gas: unknown, gasLimit: unknown): Hex | undefined {
  const limits = [optionalParam(gas, quantityParam), optionalParam(gasLimit, quantityParam)];
  const [first, second] = limits.filter((limit) => limit !== undefined);
  if (second !== undefined && first !== second) {
    throw new RpcError('invalidParams', 'The transaction has two different gas limits.');
  }
  return first;
}

/** Returns the site's suggested prices in wei per gas. Ignores a price of zero. */
function parseSiteFee(
  request: Readonly<Record<string, unknown>>,
  type: Hex | undefined,
): SiteFee | undefined {
  const gasPrice = optionalParam(request.gasPrice, quantityParam);
  const maxFeePerGas = optionalParam(request.maxFeePerGas, quantityParam);
  const maxPriorityFeePerGas = optionalParam(request.maxPriorityFeePerGas, quantityParam);
  const hasFeeMarket = maxFeePerGas !== undefined || maxPriorityFeePerGas !== undefined;
  if (gasPrice !== undefined && (hasFeeMarket || type === FEE_MARKET_TYPE)) {
    throw new RpcError('invalidParams', 'The transaction mixes gasPrice with EIP-1559 fees.');
  }
  if (hasFeeMarket && type !== undefined && type !== FEE_MARKET_TYPE) {
    throw new RpcError('invalidParams', 'The transaction type has no EIP-1559 fees.');
  }
  if (
    maxFeePerGas !== undefined &&
    maxPriorityFeePerGas !== undefined &&
    BigInt(maxPriorityFeePerGas) > BigInt(maxFeePerGas)
  ) {
    throw new RpcError('invalidParams', 'The priority fee is higher than the maximum fee.');
  }
  const max = gasPrice ?? maxFeePerGas;
  if (max !== undefined && BigInt(max) === 0n) return undefined;
  if (gasPrice !== undefined) return { maxFeePerGas: gasPrice, maxPriorityFeePerGas: gasPrice };
  if (!hasFeeMarket) return undefined;
  return {
    ...(maxFeePerGas === undefined ? {} : { maxFeePerGas }),
    ...(maxPriorityFeePerGas === undefined ? {} : { maxPriorityFeePerGas }),
  };
}
