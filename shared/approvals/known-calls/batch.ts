import { decodeAbiParameters, encodeAbiParameters, type Hex } from 'viem';
import { hasCanonicalLayout } from '../../chain/canonical-layout.ts';
import { BATCH_MODE, EXECUTIONS, executeAbi } from '../batch.ts';
import { type KnownCall, knownCall } from './known-call.ts';

const MAX_CALLS = 50;

/** A batch of calls that an account with the delegator's code makes, all or nothing. */
export const batches: readonly KnownCall[] = [
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

/** Returns the calls unless the bytes differ from their encoding in anything. */
function decodeExecutions(data: Hex) {
  if (!hasCanonicalLayout(EXECUTIONS, data.slice('0x'.length))) return undefined;
  try {
    const [executions] = decodeAbiParameters(EXECUTIONS, data);
    const isExact = encodeAbiParameters(EXECUTIONS, [executions]) === data;
    return isExact && executions.length > 0 && executions.length <= MAX_CALLS
      ? executions
      : undefined;
  } catch {
    // Malformed calldata is expected; it is shown as unreadable.
    return undefined;
  }
}
