import { readFileSync } from 'node:fs';
import type { Hex } from 'viem';
import { type FeedEntry, parseFeedEntry } from '../../../shared/orders/parse-feed.ts';

interface Vector {
  readonly label: string;
  readonly domain: { readonly verifyingContract: string };
  readonly message: Record<string, unknown>;
  readonly signature: string;
  readonly expect: { readonly signer: string; readonly digest: Hex; readonly computeNonce: string };
  readonly fillOrderCalldata: { readonly keccak256: Hex };
}

export interface RealOrder {
  readonly label: string;
  readonly entry: FeedEntry;
  readonly expect: Vector['expect'];
  readonly calldataHash: Hex;
}

/** Returns the eight orders that a real maker signed, parsed by the feed parser. */
export function realOrders(): RealOrder[] {
  const file = new URL('../../vectors/eip712-vectors.json', import.meta.url);
  const { vectors } = JSON.parse(readFileSync(file, 'utf8')) as { vectors: Vector[] };
  return vectors.map(({ label, domain, message, signature, expect, fillOrderCalldata }) => {
    const entry = parseFeedEntry({
      order: { ...message, numContracts: '0' },
      nonce: expect.computeNonce,
      signature,
      optionBookAddress: domain.verifyingContract,
    });
    if (typeof entry === 'string') throw new Error(`${label}: ${entry} does not parse`);
    return { label, entry, expect, calldataHash: fillOrderCalldata.keccak256 };
  });
}

export function realOrder(label: string): RealOrder {
  const found = realOrders().find((order) => order.label === label);
  if (found === undefined) throw new Error(`no vector ${label}`);
  return found;
}
