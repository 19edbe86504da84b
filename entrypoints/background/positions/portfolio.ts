import type { Address } from 'viem';
import { erc20Abi } from '../../../shared/chain/abi/erc20.ts';
import { PRICE_FEEDS, TOKENS, type Token } from '../../../shared/chain/deployments.ts';
import type { BalanceView, PortfolioView } from '../../../shared/messages/snapshot.ts';
import { worthOf } from '../../../shared/orders/tokens.ts';
import type { Clock } from '../../../shared/ports.ts';
import { getBalance, getBlockNumber, multicall } from '../chain/reads.ts';
import type { Rpc } from '../chain/rpc.ts';

const priceFeedAbi = [
  {
    type: 'function',
    name: 'latestRoundData',
    inputs: [],
    outputs: [
      { name: 'roundId', type: 'uint80' },
      { name: 'answer', type: 'int256' },
      { name: 'startedAt', type: 'uint256' },
      { name: 'updatedAt', type: 'uint256' },
      { name: 'answeredInRound', type: 'uint80' },
    ],
    stateMutability: 'view',
  },
] as const;

const SHOWN = ['USDC', 'WETH', 'cbBTC'];
const NAMES: Readonly<Record<string, string>> = {
  ETH: 'Ether',
  USDC: 'USD Coin',
  WETH: 'Wrapped Ether',
  cbBTC: 'Coinbase Wrapped BTC',
};

/** Balances of one account and their dollar value, by one multicall on one block. */
export async function readPortfolio(options: {
  client: Rpc;
  clock: Clock;
  account: Address;
}): Promise<PortfolioView> {
  const { client, account } = options;
  const tokens = TOKENS.filter((token) => SHOWN.includes(token.symbol));
  const feeds = PRICE_FEEDS.filter((feed) => feed.asset === 'ETH' || feed.asset === 'BTC');
  const [ether, block, balances, prices] = await Promise.all([
    getBalance(client, { address: account }),
    getBlockNumber(client),
    multicall(client, {
      allowFailure: false,
      contracts: tokens.map((token) => ({
        address: token.address,
        abi: erc20Abi,
        functionName: 'balanceOf' as const,
        args: [account] as const,
      })),
    }),
    multicall(client, {
      contracts: feeds.map((feed) => ({
        address: feed.address,
        abi: priceFeedAbi,
        functionName: 'latestRoundData' as const,
      })),
    }),
  ]);
  const priceOf = new Map<string, bigint>([['USD', 10n ** 8n]]);
  feeds.forEach((feed, i) => {
    const answer = prices[i]?.result?.[1];
    if (answer !== undefined && answer > 0n) priceOf.set(feed.asset, answer);
  });
  const view = (token: Pick<Token, 'symbol' | 'decimals'>, amount: bigint, worth: string) => {
    const price = priceOf.get(worth);
    const cents =
      price === undefined ? undefined : (amount * price) / 10n ** BigInt(token.decimals + 6);
    return {
      symbol: token.symbol,
      name: NAMES[token.symbol] ?? token.symbol,
      decimals: token.decimals,
      amount: amount.toString(),
      ...(cents === undefined ? {} : { usdCents: cents.toString() }),
    } satisfies BalanceView;
  };
  const rows = [
    view({ symbol: 'ETH', decimals: 18 }, ether, 'ETH'),
    ...tokens.map((token, i) => view(token, balances[i] ?? 0n, worthOf(token) ?? '')),
  ];
  const known = rows.every((row) => row.usdCents !== undefined);
  const total = rows.reduce((sum, row) => sum + BigInt(row.usdCents ?? '0'), 0n);
  return {
    account,
    balances: rows,
    ...(known ? { totalUsdCents: total.toString() } : {}),
    at: options.clock.now(),
    block: block.toString(),
  };
}
