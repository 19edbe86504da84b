import { describe, expect, it } from 'vitest';
import { CHAIN_ID, TOKENS } from '../../../shared/chain/deployments.ts';
import { imitatedToken } from '../../../shared/chain/imitated-token.ts';

const OTHER = '0x1234567890123456789012345678901234567890';
const named = (symbol: string, chainId: number = CHAIN_ID) =>
  imitatedToken({ chainId, address: OTHER, symbol });

describe('a token at an unknown address', () => {
  it.each(['USDC', 'usdc', 'U S D C', 'USDС', 'ＵＳＤＣ', 'US​DC', 'U$DC', 'USDC.', 'Ùsdc'])(
    'reports that the name %j imitates USDC',
    (symbol) => {
      expect(named(symbol)).toBe('USDC');
    },
  );

  it.each(['USDT', 'USDC2', 'FRAX', 'xUSDC'])(
    'doesn’t report an imitation for the name %j',
    (symbol) => {
      expect(named(symbol)).toBeUndefined();
    },
  );

  it('reports an imitation of WPOL on Polygon, where WPOL is listed, but not on Ethereum', () => {
    expect(named('WPOL', 137)).toBe('WPOL');
    expect(named('WPOL', 1)).toBeUndefined();
  });

  it('doesn’t report an imitation on chains whose tokens Condor doesn’t know', () => {
    expect(named('USDC', 31337)).toBeUndefined();
  });
});

describe('a known token', () => {
  it('reports an imitation when a site gives a known token another token’s name', () => {
    const address = TOKENS.find(({ symbol }) => symbol === 'cbXRP')?.address ?? '';
    expect(imitatedToken({ chainId: CHAIN_ID, address, symbol: 'USDC' })).toBe('USDC');
  });

  it('doesn’t report an imitation for a known token with its own name', () => {
    for (const { address, symbol } of TOKENS)
      expect(imitatedToken({ chainId: CHAIN_ID, address, symbol })).toBeUndefined();
  });
});
