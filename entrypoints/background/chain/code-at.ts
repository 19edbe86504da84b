import type { Rpc } from './rpc.ts';

/**
 * Code at an address: none, an ordinary account that delegates to a contract (EIP-7702, its key
 * still controls it), or a contract.
 */
export type Code = 'none' | 'delegated' | 'contract';

/**
 * Returns the kind of code at an address, in any letter case; `undefined` when the node didn't
 * report it.
 */
export type CodeReader = (address: string) => Promise<Code | undefined>;

const DELEGATED = /^0xef0100[0-9a-f]{40}$/i;
/** Longest wait for codes when nothing else of the chain is awaited, in milliseconds. */
export const CODE_TIMEOUT_MS = 2_000;

interface CodeOptions {
  /** Other reads; reading the code may take as long as they do. */
  readonly others?: Promise<unknown>;
  readonly timeoutMs?: number;
}

/**
 * Asks the node once for each address. Waits at most `timeoutMs`, or as long as other awaited reads
 * take. Never rejects.
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

/** Returns undefined for an answer that takes too long. */
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
