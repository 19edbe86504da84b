import { type Address, encodeAbiParameters, encodeFunctionData, type Hex } from 'viem';
import { delegatorAbi } from '../chain/abi/delegator.ts';
import { isSameAddress } from '../is-same-address.ts';
import type { TransactionDraft } from './types.ts';
import type { Understanding } from './understanding.ts';

export const [executeAbi] = delegatorAbi;

/** Mode of ERC-7579 that makes all calls or none. Another mode would run the calls differently. */
export const BATCH_MODE: Hex = `0x01${'00'.repeat(31)}`;

/** ABI of a batch's encoded calls. */
export const EXECUTIONS = [
  {
    type: 'tuple[]',
    components: [
      { name: 'target', type: 'address' },
      { name: 'value', type: 'uint256' },
      { name: 'callData', type: 'bytes' },
    ],
  },
] as const;

const EXECUTE = '0xe9ae5c53';

/** A call of a batch. `value` is in wei. */
export type BatchedCall = Pick<TransactionDraft, 'to' | 'value' | 'data'>;

/**
 * Returns a transaction in which the account, with the pinned delegator's code, makes all calls or
 * none. Returns undefined if a call deploys a contract, which a batch can't do.
 */
export function batchOf(
  account: Address,
  calls: readonly BatchedCall[],
): TransactionDraft | undefined {
  const executions = calls.flatMap(({ to, value, data }) =>
    to === undefined
      ? []
      : [{ target: to as Address, value: BigInt(value), callData: data as Hex }],
  );
  if (executions.length !== calls.length) return undefined;
  const args = [BATCH_MODE, encodeAbiParameters(EXECUTIONS, [executions])] as const;
  const data = encodeFunctionData({ abi: delegatorAbi, functionName: 'execute', args });
  return { to: account, value: '0x0', data };
}

/** Returns true for a transaction that does nothing without the delegator's code. */
export function isBatch({ to, data }: TransactionDraft, account: string): boolean {
  return to !== undefined && isSameAddress(to, account) && data.startsWith(EXECUTE);
}

/** Returns the call unchanged, except that a batch of another account becomes an unknown call. */
export function asOwnBatch(found: Understanding, account: string): Understanding {
  if (found.kind !== 'batch' || isSameAddress(found.to, account)) return found;
  const { to, tail } = found;
  return { kind: 'unknown', to, selector: EXECUTE, ...(tail === undefined ? {} : { tail }) };
}
