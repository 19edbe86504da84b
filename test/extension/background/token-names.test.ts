import { describe, expect, it } from 'vitest';
import { createTokenNames, NAMES_MS } from '../../../entrypoints/background/chain/token-names.ts';
import { CHAIN_ID } from '../../../shared/chain/deployments.ts';
import { createVirtualTime } from '../../helpers/virtual-time.ts';
import { patientNames } from '../helpers/token-names.ts';
import { type TokenAnswers, tokenNode } from '../helpers/token-node.ts';

const FOO = '0x7000000000000000000000000000000000000001';
const tokenAt = (n: number) => `0x${(n + 1).toString(16).padStart(40, '0')}`;

async function nameOf(answers: Partial<TokenAnswers>, chainId = CHAIN_ID) {
  const names = patientNames();
  const node = tokenNode(() => ({ symbol: 'FOO', decimals: 6n, ...answers }));
  await names.read(node, chainId, [FOO]);
  return names.known(chainId)(FOO);
}

describe('the name of an unknown token', () => {
  it('uses the contract’s claimed symbol as the name of an unknown token', async () => {
    expect(await nameOf({})).toEqual({ symbol: 'FOO', decimals: 6, isClaim: true });
  });

  it.each([
    ['alone', [FOO]],
    ['among other tokens', [tokenAt(1), FOO, tokenAt(2)]],
  ])('reads a symbol of type bytes32 (%s)', async (_, asked) => {
    const names = patientNames();
    const node = tokenNode((address) => ({
      symbol: address === FOO ? 'MKR' : 'NEW',
      decimals: 18n,
      isOld: address === FOO,
    }));
    await names.read(node, CHAIN_ID, asked);
    expect(asked.map((token) => names.known(CHAIN_ID)(token))).toEqual(
      asked.map((token) => ({
        symbol: token === FOO ? 'MKR' : 'NEW',
        decimals: 18,
        isClaim: true,
      })),
    );
  });

  it('recognizes that a bytes32 symbol imitates a known token, even if it is read together with other symbols', async () => {
    const names = patientNames();
    const node = tokenNode((address) => ({
      symbol: address === FOO ? 'USDC' : 'NEW',
      decimals: 6n,
      isOld: address === FOO,
    }));
    await names.read(node, CHAIN_ID, [tokenAt(1), FOO]);
    expect(names.known(CHAIN_ID)(FOO)).toEqual({ imitates: 'USDC' });
  });

  it.each(['USDC', 'USD\u0421', 'US\u200bDC', '\u202eUSDC', 'USDC\n', 'ＵＳＤＣ', 'WETH', 'ETH'])(
    'ignores the claimed name %j, which imitates a known token',
    async (symbol) => {
      const name = await nameOf({ symbol });
      expect(name).toEqual({ imitates: expect.stringMatching(/^(USDC|WETH|ETH)$/) });
    },
  );

  it.each([1, 10, 137, 42161, 11155111, 84532])(
    'ignores a claimed name that imitates the USDC of chain %i',
    async (chainId) => {
      expect(await nameOf({ symbol: 'USDC' }, chainId)).toEqual({ imitates: 'USDC' });
    },
  );

  it.each([
    ['an empty symbol', { symbol: '' }],
    ['a symbol of 10,000 characters', { symbol: 'F'.repeat(10_000) }],
    ['a symbol with a line break', { symbol: 'FOO\n1,000 USDC' }],
    ['a symbol that is written backwards', { symbol: '\u202eOOF' }],
    ['a symbol that is an emoji', { symbol: '🚀' }],
    ['a symbol with HTML', { symbol: '<b>FOO</b>' }],
    ['a symbol with a quotation mark', { symbol: 'FOO” (0x' }],
    ['a token with 37 decimals', { decimals: 37n }],
    ['a token whose decimals don’t fit in a byte', { decimals: 2n ** 255n }],
    ['a token without a symbol', { symbol: undefined }],
    ['a token without decimals', { decimals: undefined }],
  ])('returns no name for %s', async (_, answers) => {
    expect(await nameOf(answers)).toBeUndefined();
  });

  it('keeps a token’s decimals even if the contract changes its answer', async () => {
    const names = patientNames();
    let decimals = 18n;
    const node = tokenNode(() => ({ symbol: 'FOO', decimals }));
    await names.read(node, CHAIN_ID, [FOO]);
    decimals = 6n;
    await names.read(node, CHAIN_ID, [FOO]);
    expect(names.known(CHAIN_ID)(FOO)).toMatchObject({ decimals: 18 });
  });
});

describe('a token that the user watches', () => {
  const watch = (symbol: string) =>
    patientNames([{ chainId: 10, address: FOO, symbol, decimals: 8 }]);

  it('uses a watched token’s stored name without a request to the node', async () => {
    const node = tokenNode(() => expect.unreachable());
    const names = watch('BAR');
    await names.read(node, 10, [FOO.toUpperCase().replace('0X', '0x')]);
    expect(names.known(10)(FOO)).toEqual({ symbol: 'BAR', decimals: 8 });
    expect(names.known(1)(FOO)).toBeUndefined();
  });

  it('marks a watched token that imitates a known token', () => {
    expect(watch('USDC').known(10)(FOO)).toEqual({ imitates: 'USDC' });
  });
});

describe('reading names', () => {
  it('reads at most 250 names at a time, in batches, and doesn’t read the name of a listed token', async () => {
    const names = patientNames();
    const node = tokenNode(() => ({ symbol: 'FOO', decimals: 6n }));
    const listed = '0xaf88d065e77c8cC2239327C5EDb3A432268e5831';
    await names.read(node, 42161, [listed, listed]);
    expect(node.asked).toHaveLength(0);
    const many = Array.from({ length: 300 }, (_, n) => tokenAt(n));
    await names.read(node, 42161, many);
    expect(node.asked).toHaveLength(3);
    expect(names.known(42161)(tokenAt(249))).toBeDefined();
    expect(names.known(42161)(tokenAt(250))).toBeUndefined();
  });

  it('forgets the oldest names when there are more than a thousand', async () => {
    const names = patientNames();
    const node = tokenNode(() => ({ symbol: 'FOO', decimals: 6n }));
    for (let first = 0; first < 1_250; first += 250) {
      const some = Array.from({ length: 250 }, (_, n) => tokenAt(first + n));
      await names.read(node, CHAIN_ID, some);
    }
    expect(names.known(CHAIN_ID)(tokenAt(249))).toBeUndefined();
    expect(names.known(CHAIN_ID)(tokenAt(250))).toBeDefined();
  });

  it('stops waiting for a name after a second, and uses an answer that arrives later', async () => {
    const time = createVirtualTime();
    const node = tokenNode(() => ({ symbol: 'FOO', decimals: 6n }));
    const late = {
      request: (method: string, params: unknown) =>
        time.wait(3 * NAMES_MS).then(() => node.request(method, params)),
    };
    const names = createTokenNames({ watched: () => [], wait: time.wait });
    await time.run(names.read(late, CHAIN_ID, [FOO]));
    expect(names.known(CHAIN_ID)(FOO)).toBeUndefined();
    await time.run(time.wait(3 * NAMES_MS));
    expect(names.known(CHAIN_ID)(FOO)).toMatchObject({ symbol: 'FOO' });
  });

  it('returns no name when the request to the node fails', async () => {
    const names = patientNames();
    await names.read({ request: () => Promise.reject(new TypeError('away')) }, 1, [
      FOO,
      tokenAt(0),
    ]);
    expect(names.known(1)(FOO)).toBeUndefined();
  });
});
