import { expect, it } from 'vitest';
import { payableWith } from '../../../components/screens/desk/payable.ts';
import { CHAIN_ID } from '../../../shared/chain/deployments.ts';
import { reserveOf } from '../../../shared/chain/lending.ts';
import { type TokenAmount, tokenAmount } from '../../../shared/units.ts';

const owns = (
  symbol: string,
  more: { token?: string; amount?: TokenAmount; chainId?: number } = {},
) => ({
  ...{
    chainId: CHAIN_ID,
    network: 'Base',
    symbol,
    name: symbol,
    decimals: 18,
    amount: tokenAmount(1n),
  },
  ...more,
});
const { asset: WETH, receipt: A_WETH } = reserveOf('WETH');
const USDC = reserveOf('USDC').asset;

it('an order in WETH is payable with ether, WETH or the pool’s receipt for WETH', () => {
  for (const balance of [
    owns('ETH'),
    owns('WETH', { token: WETH.address }),
    owns('aBasWETH', { token: A_WETH.address }),
  ]) {
    const canPay = payableWith([balance], CHAIN_ID);
    expect(['WETH', 'aBasWETH', 'USDC'].map(canPay)).toEqual([true, true, false]);
  }
});

it('an order isn’t payable with an empty balance, on a different network, or with an imitating token', () => {
  for (const balance of [
    owns('USDC', { token: USDC.address, amount: tokenAmount(0n) }),
    owns('USDC', { token: USDC.address, chainId: 1 }),
    owns('USDC', { token: '0x00000000000000000000000000000000000000aa' }),
  ])
    expect(payableWith([balance], CHAIN_ID)('USDC')).toBe(false);
});

it('treats every order as payable while the balances aren’t known', () => {
  expect(payableWith(undefined, CHAIN_ID)('USDC')).toBe(true);
});
