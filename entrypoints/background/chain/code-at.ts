import type { Rpc } from './rpc.ts';

/**
 * Code at an address: none, a contract's, or an ordinary account's delegation to a contract
 * (EIP-7702). A delegation leaves the account's key in control.
 */
export type Code = 'none' | 'delegated' | 'contract';

/**
 * Returns the kind of code at an address, in any letter case; `undefined` when the node didn't
 * report it.
 */
export type CodeReader = (address: string) => Promise<Code | undefined>;

const DELEGATED = /^0xef0100[0-9a-f]{40}$/i;
/** Maximum milliseconds to wait for codes when no other read is awaited. */
export const CODE_TIMEOUT_MS = 2_000;

interface CodeOptions {
  /** Other reads that are awaited anyway. Reading the code may take as long as these reads. */
  readonly others?: Promise<unknown>;
  readonly timeoutMs?: number;
}

/**
 * Returns a function that asks the node once for each address. The function waits at most
 * `timeoutMs`, or until the other reads have ended if this takes longer. Never rejects.
 */
export function createCodeReader(rpc: Rpc, options: CodeOptions = {}): CodeReader {
  const asked = new Map<string, Promise<Code | undefined>>();
  return (address) => {
    const key = address.toLowerCase();
    const known = asked.get(key) ?? inTime(readCode(rpc, address), options);
    asked.set(key, known);
    return known;
  };
}

async function readCode(rpc: Rpc, address: string): Promise<Code | undefined> {
  const code = await rpc.request('eth_getCode', [address, 'latest']).catch(() => undefined);
  if (typeof code !== 'string' || !/^0x(?:[0-9a-f]{2})*$/i.test(code)) return undefined;
  if (code === '0x') return 'none';
  return DELEGATED.test(code) ? 'delegated' : 'contract';
}

export async function inTime<Answer>(
  answer: Promise<Answer>,
  { others, timeoutMs = CODE_TIMEOUT_MS }: CodeOptions,
): Promise<Answer | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const patience = new Promise((resolve) => {
    timer = setTimeout(resolve, timeoutMs);
  });
  try {
    return await Promise.race([
      answer,
      Promise.allSettled([patience, others]).then(() => undefined),
    ]);
  } finally {
    clearTimeout(timer);
  }
}
