import type { Address } from 'viem';
import { BudgetError } from '../../../shared/approvals/budget.ts';
import {
  parseTypedData,
  type TypedData,
  TypedDataError,
  typedDataChainId,
} from '../../../shared/approvals/typed-data.ts';
import { typedDataDigest } from '../../../shared/approvals/typed-data-digest.ts';
import { parseTypedDataV1, type TypedEntry } from '../../../shared/approvals/typed-data-v1.ts';
import { hasAddressForm } from '../../../shared/chain/address-form.ts';
import { parseJson } from '../../../shared/parse.ts';
import { RpcError } from '../../../shared/rpc/codes.ts';
import type { Signatures } from '../approvals/sending/signatures.ts';
import { type Method, method } from './method.ts';
import { accountParam, listParams } from './params.ts';

type Version = 'V1' | 'V3' | 'V4';

interface Params {
  readonly account: Address;
  readonly data: TypedData | readonly TypedEntry[];
  /** The chain id in the domain. It must be the site's chain. */
  readonly domainChainId: bigint | undefined;
}

/** Declares one of the methods that sign typed data (EIP-712). */
export function signingTypedData(
  name: string,
  version: Version,
  deps: { signatures: Signatures },
): Method {
  return method<Params>({
    name,
    waitsFor: 'activity',
    asks: 'user',
    refuses: 'strangers',
    once: true,
    parse: (params) => parseParams(params, version),
    async handle({ account, data, domainChainId }, context) {
      // Rejects data that can't be hashed before a prompt opens. Runs only for connected sites.
      if ('domain' in data) checkHashable(data);
      const json = JSON.stringify(data);
      if (domainChainId !== undefined && domainChainId !== BigInt(context.chainId)) {
        throw new RpcError('invalidParams', 'The typed data is for another chain.');
      }
      return deps.signatures.ask(context, { kind: 'typed_data', account, version, json });
    },
  });
}

/**
 * Version 1 has `[data, account]`, later versions have `[account, data]`. dApps confuse the two
 * forms.
 */
function parseParams(params: unknown, version: Version): Params {
  const [first, second] = listParams(params, 2);
  const isFirst = typeof first === 'string' && hasAddressForm(first);
  const [account, raw] = isFirst ? [first, second] : [second, first];
  const data = typeof raw === 'string' ? parseJson(raw) : raw;
  // Several libraries send version 4 data under the oldest method name.
  const effective = version === 'V1' && !Array.isArray(data) ? 'V4' : version;
  return withRpcError(() => {
    const parsed = effective === 'V1' ? parseTypedDataV1(data) : parseTypedData(data, effective);
    return {
      account: accountParam(account),
      data: parsed,
      domainChainId: 'domain' in parsed ? typedDataChainId(parsed) : undefined,
    };
  });
}

function checkHashable(data: TypedData): void {
  withRpcError(() => typedDataDigest(data));
}

/** Turns errors about typed data that can't be signed or explained into -32602 with the reason. */
function withRpcError<Value>(work: () => Value): Value {
  try {
    return work();
  } catch (error) {
    const isRefused = error instanceof TypedDataError || error instanceof BudgetError;
    if (isRefused) throw new RpcError('invalidParams', error.message);
    throw error;
  }
}
