import { type Address, decodeFunctionData, encodeFunctionResult, type Hex } from 'viem';
import { describe, expect, it } from 'vitest';
import { multicall } from '../../../entrypoints/background/chain/reads.ts';
import { erc20Abi } from '../../../shared/chain/abi/erc20.ts';
import { multicall3Abi } from '../../../shared/chain/abi/multicall3.ts';

const TOKEN: Address = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';
/**
 * Limit that Condor chose, because public nodes document no limit for single calls. Request bodies
 * stay far below 1 MB.
 */
const MAX_BODY_CHARACTERS = 128_000;
/**
 * Geth's default limit for `eth_call` is 50 million gas. Reading one function of an option needs
 * less than 100,000 gas.
 */
const MAX_CALLS = 50_000_000 / 100_000;

describe('a multicall of a thousand reads', () => {
  it('splits a thousand reads into requests that public nodes accept, and returns the results in order', async () => {
    const sizes: { readonly characters: number; readonly calls: number }[] = [];
    const rpc = {
      async request(_: string, params: unknown) {
        const data: Hex = Object(params)[0].data;
        const decoded = decodeFunctionData({ abi: multicall3Abi, data });
        const calls = decoded.args[0];
        sizes.push({ characters: JSON.stringify(params).length, calls: calls.length });
        // Answers each call with the account that it names.
        const result = calls.map(({ callData }) => ({
          success: true,
          returnData: `0x${callData.slice(10)}` as Hex,
        }));
        return encodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', result });
      },
    };
    const holder = (n: number): Address => `0x${n.toString(16).padStart(40, '0')}`;
    const contracts = Array.from({ length: 1_000 }, (_, n) => ({
      address: TOKEN,
      abi: erc20Abi,
      functionName: 'balanceOf' as const,
      args: [holder(n)] as const,
    }));
    const answers = await multicall(rpc, { contracts });
    expect(answers.map(({ result }) => result)).toEqual(contracts.map((_, n) => BigInt(n)));
    for (const { characters, calls } of sizes) {
      expect(characters).toBeLessThan(MAX_BODY_CHARACTERS);
      expect(calls).toBeLessThan(MAX_CALLS);
    }
  });
});

describe('a node that lies about a multicall', () => {
  it('rejects a small answer whose overlapping results would decode to gigabytes', async () => {
    const word = (value: number) => value.toString(16).padStart(64, '0');
    const count = 8_000;
    const shared = `${word(1)}${word(64)}${word(200_000)}${'ab'.repeat(200_000)}`;
    const answer = `0x${word(32)}${word(count)}${word(32 * count).repeat(count)}${shared}`;
    const rpc = { request: async () => answer };
    const contracts = [{ address: TOKEN, abi: erc20Abi, functionName: 'decimals' as const }];
    await expect(multicall(rpc, { contracts })).rejects.toMatchObject({ code: 'chainUnreachable' });
  });
});
