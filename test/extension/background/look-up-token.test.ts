import {
  type Address,
  encodeFunctionResult,
  getAddress,
  type Hex,
  stringToHex,
  toFunctionSelector,
} from 'viem';
import { describe, expect, it } from 'vitest';
import { lookUpToken } from '../../../entrypoints/background/chain/look-up-token.ts';
import { readToken } from '../../../entrypoints/background/chain/read-token.ts';
import type { Rpc } from '../../../entrypoints/background/chain/rpc.ts';
import { createNetworks } from '../../../entrypoints/background/kernel/networks.ts';
import { createSiteChains } from '../../../entrypoints/background/kernel/site-chains.ts';
import { stored } from '../../../entrypoints/background/kernel/stored.ts';
import { createWatchedTokens } from '../../../entrypoints/background/kernel/watched-tokens.ts';
import { networkCommands } from '../../../entrypoints/background/settings/networks.ts';
import { STORED_KEYS } from '../../../entrypoints/background/stored-keys.ts';
import { erc20Abi } from '../../../shared/chain/abi/erc20.ts';
import { typedAddressProblem } from '../../../shared/chain/address-checksum.ts';
import { TOKENS } from '../../../shared/chain/deployments.ts';
import { NodeError, RpcError } from '../../../shared/rpc/codes.ts';
import { reportCases } from '../../helpers/report-cases.ts';
import { memoryAreas } from '../helpers/memory-areas.ts';

const ADDRESS = getAddress('0x1111111111111111111111111111111111abcdef');
const GOOD = { code: '0x6001', name: 'Some Token', symbol: 'SOME', decimals: 9 };

type Contract = Partial<typeof GOOD>;

/** A node with one contract. Calls of functions that the contract lacks revert. */
function nodeWith(contract: Contract): Rpc {
  const answers = new Map<string, Hex>();
  const { name, symbol, decimals } = contract;
  const add = (functionName: 'name' | 'symbol' | 'decimals', result: string | number) => {
    const data = encodeFunctionResult({ abi: erc20Abi, functionName, result: result as never });
    answers.set(toFunctionSelector(`${functionName}()`), data);
  };
  if (name !== undefined) add('name', name);
  if (symbol !== undefined) add('symbol', symbol);
  if (decimals !== undefined) add('decimals', decimals);
  return {
    async request(method, params) {
      if (method === 'eth_getCode') return contract.code ?? '0x';
      const [call] = params as [{ data: string }];
      const answer = answers.get(call.data);
      if (answer === undefined) throw new NodeError({ code: 3, message: 'execution reverted' });
      return answer;
    },
  };
}

describe('a token that is looked up', () => {
  it("returns what the token's contract reports", async () => {
    const { code: _code, ...facts } = GOOD;
    expect(await lookUpToken(nodeWith(GOOD), ADDRESS)).toEqual({ kind: 'token', ...facts });
  });

  it('accepts a token without a name, removes hidden characters from a name, and shortens a long name', async () => {
    const { name: _name, ...nameless } = GOOD;
    expect(await lookUpToken(nodeWith(nameless), ADDRESS)).toMatchObject({ kind: 'token' });
    const name = `A\u202e${'b'.repeat(100)}`;
    expect(await lookUpToken(nodeWith({ ...GOOD, name }), ADDRESS)).toMatchObject({
      name: `A${'b'.repeat(39)}`,
    });
  });

  it.each<[string, Contract, string]>([
    ['an ordinary account', { ...GOOD, code: '0x' }, 'noContract'],
    ['an account that borrows code', { ...GOOD, code: `0xef0100${'11'.repeat(20)}` }, 'noContract'],
    ['a contract without a symbol', { code: '0x60', decimals: 6 }, 'noToken'],
    ['a contract without decimals', { code: '0x60', symbol: 'X' }, 'noToken'],
    ['a symbol with look-alike letters', { ...GOOD, symbol: 'USD\u0421' }, 'badSymbol'],
    ['a symbol that is too long', { ...GOOD, symbol: 'X'.repeat(33) }, 'badSymbol'],
    ['decimals out of range', { ...GOOD, decimals: 37 }, 'badDecimals'],
  ])('refuses %s', async (_what, contract, kind) => {
    expect(await lookUpToken(nodeWith(contract), ADDRESS)).toEqual({ kind });
  });

  it('fails, instead of reporting an unknown token, while the node doesn’t respond', async () => {
    const away: Rpc = {
      request: async () => {
        throw new RpcError('chainUnreachable');
      },
    };
    await expect(lookUpToken(away, ADDRESS)).rejects.toBeInstanceOf(RpcError);
  });
});

describe('a token that is added by hand', () => {
  function wallet(contract: Contract) {
    const areas = memoryAreas();
    const onChange = () => undefined;
    const networks = createNetworks({
      stored: stored(areas, STORED_KEYS.networks),
      baseRpcUrls: () => ['https://mainnet.base.org'],
      outgoing: { set: async () => undefined },
      onChange,
    });
    const watchedTokens = createWatchedTokens({
      stored: stored(areas, STORED_KEYS.watchedTokens),
      onChange,
    });
    const siteChains = createSiteChains({
      stored: stored(areas, STORED_KEYS.siteChains),
      isKnown: () => true,
      onChange,
    });
    const handlers = networkCommands({
      networks,
      siteChains,
      watchedTokens,
      checkEndpoints: async () => [],
      rpcOf: () => nodeWith(contract),
    });
    return { handlers, watchedTokens };
  }

  it('watches a token once under its checksummed address, and can remove it', async () => {
    const { handlers, watchedTokens } = wallet(GOOD);
    const typed = { chainId: 8453, address: ADDRESS.toLowerCase() as Address };
    expect(await handlers['tokens.add'](typed)).toMatchObject({ kind: 'token', symbol: 'SOME' });
    expect(watchedTokens.all()).toEqual([
      { chainId: 8453, address: ADDRESS, symbol: 'SOME', decimals: 9 },
    ]);
    expect(await handlers['tokens.look']({ ...typed, address: ADDRESS })).toEqual({
      kind: 'shown',
    });
    expect(await handlers['tokens.add'](typed)).toEqual({ kind: 'shown' });
    expect(watchedTokens.all()).toHaveLength(1);
    await handlers['tokens.remove'](typed);
    expect(watchedTokens.all()).toEqual([]);
  });

  it('doesn’t watch a refused token, a built-in token, or a token on a network that isn’t in use', async () => {
    const refused = wallet({ ...GOOD, decimals: 200 });
    await refused.handlers['tokens.add']({ chainId: 8453, address: ADDRESS });
    expect(refused.watchedTokens.all()).toEqual([]);
    const { handlers, watchedTokens } = wallet(GOOD);
    const usdc = TOKENS.find(({ symbol }) => symbol === 'USDC')?.address ?? ADDRESS;
    expect(await handlers['tokens.add']({ chainId: 8453, address: usdc })).toEqual({
      kind: 'shown',
    });
    await handlers['tokens.add']({ chainId: 1, address: ADDRESS });
    expect(watchedTokens.all()).toEqual([]);
  });
});

describe('a typed token address', () => {
  it('rejects a typed address with a wrong form or checksum', () => {
    expect(typedAddressProblem(ADDRESS)).toBeUndefined();
    expect(typedAddressProblem(ADDRESS.toLowerCase())).toBeUndefined();
    expect(typedAddressProblem(`0x${ADDRESS.slice(2).toUpperCase()}`)).toBeUndefined();
    const flipped = ADDRESS.slice(2).replace(/[a-f]/i, (letter) =>
      letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
    );
    expect(typedAddressProblem(`0x${flipped}`)).toBe('checksum');
    expect(typedAddressProblem('0x12')).toBe('form');
    expect(typedAddressProblem('')).toBe('form');
  });
});

describe('the symbol of a token', () => {
  it.each(reportCases('symbol'))(
    'reads the symbol that a contract returns: $name',
    async ({ input }) => {
      const symbol = String(input.symbol);
      const contract =
        input.form === 'bytes32' ? nodeOfBytes(symbol) : nodeWith({ ...GOOD, symbol });
      expect(await lookUpToken(contract, ADDRESS)).toMatchObject({ kind: 'token', symbol });
      expect(await readToken(contract, ADDRESS)).toMatchObject({ symbol });
    },
  );

  it.each(['', 'A B', 'USDС', 'A\u200bB', 'x'.repeat(33), '"A"', 'A\\B'])(
    'refuses the symbol %j',
    async (symbol) => {
      expect(await readToken(nodeWith({ ...GOOD, symbol }), ADDRESS)).toBeUndefined();
    },
  );

  /** A node with a token whose symbol is a fixed number of bytes. */
  function nodeOfBytes(symbol: string): Rpc {
    const node = nodeWith(GOOD);
    return {
      request: async (method, params) =>
        JSON.stringify(params).includes(toFunctionSelector('symbol()'))
          ? stringToHex(symbol, { size: 32 })
          : node.request(method, params),
    };
  }
});
