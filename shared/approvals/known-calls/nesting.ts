import {
  type Address,
  decodeAbiParameters,
  encodeAbiParameters,
  type Hex,
  zeroAddress,
} from 'viem';
import { multicallsAbi } from '../../chain/abi/multicalls.ts';
import { optionFactoryAbi } from '../../chain/abi/option-factory.ts';
import { hasCanonicalLayout } from '../../chain/canonical-layout.ts';
import { FACTORY_R12 } from '../../chain/deployments.ts';
import { isSameAddress } from '../../is-same-address.ts';
import { tokenAmount } from '../../units.ts';
import { BATCH_MODE, EXECUTIONS, executeAbi } from '../batch.ts';
import type { TransactionDraft } from '../types.ts';
import type { Understanding } from '../understanding.ts';
import { type CallContext, functionOf } from './descriptor.ts';
import { type KnownCall, knownCall } from './known-call.ts';

const MAX_CALLS = 50;

export interface NestingContext extends CallContext {
  readonly understand: (inner: TransactionDraft) => Understanding;
}

/** Calls that contain other calls, which descriptors can't describe. */
export const NESTING_CALLS: readonly KnownCall<NestingContext, Understanding>[] = [
  /**
   * Several calls in one: functions of the called contract itself, or calls that the called
   * contract makes to other contracts (Multicall3).
   */
  knownCall(multicallsAbi.multicall, ([data], context) => own(data, context)),
  knownCall(multicallsAbi.multicallBefore, ([, data], context) => own(data, context)),
  knownCall(multicallsAbi.aggregate3, ([calls], context) => byContract(calls, context)),
  knownCall(multicallsAbi.aggregate, ([calls], context) => byContract(calls, context)),
  knownCall(multicallsAbi.tryAggregate, ([, calls], context) => byContract(calls, context)),
  knownCall(
    functionOf(optionFactoryAbi, 'swapAndCall'),
    ([router, source, , amount, , inner], { to, value, understand }) => ({
      kind: 'swap and call',
      router,
      source,
      // Without a token, the call wraps the coin that is sent along.
      amount: tokenAmount(isSameAddress(source, zeroAddress) ? value : amount),
      inner: understand({ to, value: '0x0', data: inner }),
    }),
    FACTORY_R12,
  ),
  /** A batch for an account with the delegator's code. Either all calls are made or none. */
  knownCall(executeAbi, ([mode, data], { to, understand }) => {
    if (mode !== BATCH_MODE) return undefined;
    const executions = decodeExecutions(data);
    if (executions === undefined) return undefined;
    const calls = executions.map(({ target, value, callData }) => {
      const draft = { to: target, value: `0x${value.toString(16)}` as const, data: callData };
      return { draft, call: understand(draft) };
    });
    return { kind: 'batch', to, calls };
  }),
];

function own(data: readonly Hex[], { to, understand }: NestingContext): Understanding | undefined {
  if (data.length === 0 || data.length > MAX_CALLS) return undefined;
  const calls = data.map((inner) => understand({ to, value: '0x0', data: inner }));
  return { kind: 'multicall', to, calls, isByContract: false };
}

function byContract(
  inner: readonly { readonly target: Address; readonly callData: Hex }[],
  { to, understand }: NestingContext,
): Understanding | undefined {
  if (inner.length === 0 || inner.length > MAX_CALLS) return undefined;
  const calls = inner.map(({ target, callData }) =>
    understand({ to: target, value: '0x0', data: callData }),
  );
  return { kind: 'multicall', to, calls, isByContract: true };
}

/**
 * Returns the decoded calls. Returns undefined if the bytes aren't exactly an encoding of the
 * calls.
 */
function decodeExecutions(data: Hex) {
  if (!hasCanonicalLayout(EXECUTIONS, data.slice('0x'.length))) return undefined;
  try {
    const [executions] = decodeAbiParameters(EXECUTIONS, data);
    const isExact = encodeAbiParameters(EXECUTIONS, [executions]) === data;
    return isExact && executions.length > 0 && executions.length <= MAX_CALLS
      ? executions
      : undefined;
  } catch {
    // Malformed calldata is possible, and is shown as unreadable.
    return undefined;
  }
}
