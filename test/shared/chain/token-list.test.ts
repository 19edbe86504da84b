import { createHash } from 'node:crypto';
import { getAddress } from 'viem';
import { describe, expect, it } from 'vitest';
import { BUILT_IN_NETWORKS } from '../../../shared/chain/built-in-networks.ts';
import { CHAIN_ID, TOKENS } from '../../../shared/chain/deployments.ts';
import {
  listedToken,
  listedTokens,
  parseTokenList,
  TOKEN_LIST,
} from '../../../shared/chain/token-list.ts';

const CHAINS = [CHAIN_ID, ...BUILT_IN_NETWORKS.map(({ chainId }) => chainId)];
const all = CHAINS.flatMap((chainId) => listedTokens(chainId));

describe('the token list', () => {
  it('matches the stated digest and has a date', () => {
    expect(createHash('sha256').update(TOKEN_LIST.text).digest('hex')).toBe(TOKEN_LIST.digest);
    expect(TOKEN_LIST.date).toMatch(/^\d{4}-\d\d-\d\d$/);
  });

  it('contains exactly the built-in networks, and with the market’s tokens added, every network has USDC', () => {
    expect([...parseTokenList(TOKEN_LIST.text).keys()].sort()).toEqual([...CHAINS].sort());
    for (const chainId of CHAINS) {
      const tokens = [...listedTokens(chainId), ...(chainId === CHAIN_ID ? TOKENS : [])];
      expect(tokens.map(({ symbol }) => symbol)).toContain('USDC');
    }
  });

  it('reads every address in the list’s text as a token with a valid checksum', () => {
    expect(all).toHaveLength(TOKEN_LIST.text.match(/0x/g)?.length ?? 0);
    for (const { address } of all) expect(getAddress(address.toLowerCase())).toBe(address);
  });

  it('contains each symbol and each address once on a network', () => {
    for (const chainId of CHAINS) {
      const tokens = [...listedTokens(chainId), ...(chainId === CHAIN_ID ? TOKENS : [])];
      expect(new Set(tokens.map(({ symbol }) => symbol)).size).toBe(tokens.length);
      expect(new Set(tokens.map(({ address }) => address.toLowerCase())).size).toBe(tokens.length);
    }
  });

  it('lists only usable symbols and decimals', () => {
    for (const { symbol, decimals } of all) {
      expect(symbol).toMatch(/^[\w.]{2,8}$/);
      expect([6, 8, 18]).toContain(decimals);
    }
  });

  it('finds a token only on its own network, by its address in any letter case', () => {
    const address = '0xAF88D065E77C8CC2239327C5EDB3A432268E5831';
    expect(listedToken(42161, address.replace('0X', '0x'))).toMatchObject({ symbol: 'USDC' });
    expect(listedToken(1, address)).toBeUndefined();
  });
});
