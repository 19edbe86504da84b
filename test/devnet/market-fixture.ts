import { type Address, maxUint256, parseEther } from 'viem';
import { BOOK_R12 } from '../../shared/chain/deployments.ts';
import { optionBookAbi } from './abi/full.ts';
import { tokenNamed } from './build-order.ts';
import { type DevnetOptions, startDevnet } from './devnet.ts';
import { approve } from './fill.ts';
import { balanceOf, quoting } from './quoting.ts';

export const USDC = tokenNamed('USDC');
export const WETH = tokenNamed('WETH');

/** Starts a devnet on which maker and taker have all tokens and have approved the book. */
export async function startMarket(options: DevnetOptions = {}) {
  const devnet = await startDevnet(options);
  const { maker } = devnet.accounts;
  const taker = devnet.accounts.takers[0];
  for (const account of [maker, taker]) {
    await devnet.fund(account.address, {
      usdc: 10n ** 13n,
      weth: parseEther('1000'),
      cbbtc: 10n ** 11n,
    });
    for (const symbol of ['USDC', 'WETH', 'cbBTC'])
      await approve(devnet, account, { token: tokenNamed(symbol).address, amount: maxUint256 });
  }
  return {
    devnet,
    maker,
    taker,
    stop: devnet.stop,
    quote: quoting(devnet),
    balance: (owner: Address, token?: Address) => balanceOf(devnet, owner, token),
    amountFilled: async (nonce: bigint): Promise<bigint> =>
      devnet.client.readContract({
        address: BOOK_R12,
        abi: optionBookAbi,
        functionName: 'amountFilled',
        args: [nonce],
      }),
  };
}

export type Market = Awaited<ReturnType<typeof startMarket>>;
