import type { Rpc } from './rpc.ts';

/**
 * What stands at an address: nothing, or a private account that lends itself a contract's code
 * (EIP-7702) and whose key still decides, or a contract.
 */
export type Code = 'none' | 'delegated' | 'contract';

/** Tells what stands at an address, in any letter case; `undefined` where the node does not tell. */
export type CodeReader = (address: string) => Promise<Code | undefined>;

const DELEGATED = /^0xef0100[0-9a-f]{40}$/i;
/** A request that waits for nothing else of the chain is shown after this, with or without an answer. */
export const PATIENCE_MS = 2_000;

/**
 * Asks the node once for each address, and waits for it no longer than `PATIENCE_MS`, or than other
 * reads take that are waited for anyhow. It never rejects.
 */
export function createCodeReader(rpc: Rpc, others?: Promise<unknown>): CodeReader {
  const asked = new Map<string, Promise<Code | undefined>>();
  return (address) => {
    const key = address.toLowerCase();
    const known = asked.get(key) ?? inTime(readCode(rpc, address), others);
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

async function inTime<Answer>(
  answer: Promise<Answer>,
  others: Promise<unknown> = Promise.resolve(),
): Promise<Answer | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const patience = new Promise((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS);
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
