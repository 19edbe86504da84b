import { understandTransaction } from '../understand.ts';
import type { Understanding } from '../understanding.ts';
import type { SafeFacts } from './facts.ts';

/** Returns what a Safe's transaction calls. */
export function safeCall(
  { to, value, data }: Extract<SafeFacts, { kind: 'safeTransaction' }>,
  chainId: number,
): Understanding {
  const draft = { to, value: `0x${BigInt(value).toString(16)}`, data };
  return understandTransaction(draft, chainId);
}
