import { encodeAbiParameters, getContractAddress } from 'viem';
import { describe, expect, it } from 'vitest';
import type { Rpc } from '../../../entrypoints/background/chain/rpc.ts';
import { isGenuineOption } from '../../../entrypoints/background/market/options/creation-proof.ts';
import { BOOK_R12, FACTORY_R12 } from '../../../shared/chain/deployments.ts';
import { IMPLEMENTATIONS } from '../../../shared/chain/implementations.ts';

const [KNOWN] = IMPLEMENTATIONS;
const proxy = (target: string) =>
  `0x363d3d373d3d3d363d73${target.slice(2).toLowerCase()}5af43d82803e903d91602b57fd5bf3`;
const KNOWN_CODE = proxy(KNOWN?.address ?? '');
const FOREIGN = '0x00000000000000000000000000000000f0f0f0f0' as const;

interface Contract {
  readonly code: string;
  readonly creator: `0x${string}`;
}

/** A node that knows these contracts, and how many contracts each address has created. */
function nodeOf(
  contracts: Readonly<Record<string, Contract>>,
  counts: Readonly<Record<string, number>>,
): Rpc {
  const at = (address: unknown) => contracts[String(address).toLowerCase()];
  return {
    async request(method, params) {
      const [first] = Array.isArray(params) ? params : [];
      if (method === 'eth_getCode') return at(first)?.code ?? '0x';
      if (method === 'eth_getTransactionCount')
        return `0x${(counts[String(first).toLowerCase()] ?? 0).toString(16)}`;
      const creator = at((first as { to: string }).to)?.creator;
      if (method !== 'eth_call' || creator === undefined) throw new Error('reverted');
      return encodeAbiParameters([{ type: 'address' }], [creator]);
    },
  };
}

const made = (from: `0x${string}`, nonce: number) =>
  getContractAddress({ from, nonce: BigInt(nonce) }).toLowerCase() as `0x${string}`;

describe('isGenuineOption', () => {
  it.each([0, 1, 127, 128, 255, 256, 16_000])(
    'proves that the book created contract number %d',
    async (nonce) => {
      const option = made(BOOK_R12, nonce);
      const contracts = { [option]: { code: KNOWN_CODE, creator: BOOK_R12 } };
      const rpc = nodeOf(contracts, { [BOOK_R12.toLowerCase()]: 16_500 });
      expect(await isGenuineOption(option, { rpc })).toBe(true);
    },
  );

  it('rejects a contract that merely claims the factory as its creator', async () => {
    const contracts = { [FOREIGN]: { code: KNOWN_CODE, creator: FACTORY_R12 } };
    const rpc = nodeOf(contracts, { [FACTORY_R12.toLowerCase()]: 200 });
    expect(await isGenuineOption(FOREIGN, { rpc })).toBe(false);
  });

  it('rejects a contract with unknown code, even if the book created it', async () => {
    const option = made(BOOK_R12, 5);
    const contracts = { [option]: { code: proxy(FOREIGN), creator: BOOK_R12 } };
    const rpc = nodeOf(contracts, { [BOOK_R12.toLowerCase()]: 10 });
    expect(await isGenuineOption(option, { rpc })).toBe(false);
  });

  it('accepts a part that was split off a proven option, but not a part of a forged option', async () => {
    const parent = made(FACTORY_R12, 3);
    const [part, forged] = [made(parent, 1), made(FOREIGN, 1)];
    const contracts = {
      [parent]: { code: KNOWN_CODE, creator: FACTORY_R12 },
      [FOREIGN]: { code: KNOWN_CODE, creator: FACTORY_R12 },
      [part]: { code: KNOWN_CODE, creator: parent },
      [forged]: { code: KNOWN_CODE, creator: FOREIGN },
    };
    const rpc = nodeOf(contracts, {
      [FACTORY_R12.toLowerCase()]: 20,
      [parent]: 2,
      [FOREIGN]: 2,
    });
    expect(await isGenuineOption(part, { rpc })).toBe(true);
    expect(await isGenuineOption(forged, { rpc })).toBe(false);
  });

  it('rejects a contract that claims to be its own creator', async () => {
    const contracts = { [FOREIGN]: { code: KNOWN_CODE, creator: FOREIGN } };
    expect(await isGenuineOption(FOREIGN, { rpc: nodeOf(contracts, {}) })).toBe(false);
  });
});
