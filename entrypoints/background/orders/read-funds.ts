import type { Address } from 'viem';
import { erc20Abi } from '../../../shared/chain/abi/erc20.ts';
import { lendingPoolAbi, lendingReceiptAbi } from '../../../shared/chain/abi/lending.ts';
import { multicall3StateAbi } from '../../../shared/chain/abi/multicall3.ts';
import {
  LENDING_POOL,
  type Reserve,
  reserveFlags,
  reserveWith,
} from '../../../shared/chain/lending.ts';
import { isSameAddress } from '../../../shared/is-same-address.ts';
import type { Funds } from '../../../shared/orders/conversion.ts';
import { balanceOfScaled } from '../../../shared/orders/receipt-amounts.ts';
import { type TokenAmount, tokenAmount, type Wei, wei } from '../../../shared/units.ts';
import { parseQuantity } from '../chain/quantities.ts';
import { MULTICALL3, multicall } from '../chain/reads.ts';
import type { Rpc } from '../chain/rpc.ts';

/** Assets of an account that can be converted to the collateral of an order. */
export interface AccountFunds extends Funds {
  readonly forms: Reserve;
  /** The pool's allowance for the asset. */
  readonly poolAllowance: TokenAmount;
  /** Value of one scaled unit of the receipts (27 decimals). It grows with time. */
  readonly index: bigint;
  /** Current yearly interest (27 decimals). It changes with each action in the pool. */
  readonly rate: bigint;
}

/** Gas of all transactions of a fill and the way back, measured with Aave's receipts. */
const GAS = 2_500_000n;
/** Factor on the gas price: it may double, and a rollup adds a data fee. */
const PRICE_FACTOR = 2n;
const MIN_FOR_GAS = 300_000_000_000_000n;

/**
 * Reads, in one block, the account's balances of a collateral token in all its forms and the
 * lending pool's state. Returns undefined for a token without other forms, or when the contracts
 * don't refer to each other as pinned. Rejects when the node fails.
 */
export async function readFunds(
  client: Rpc,
  account: Address,
  token: Address,
): Promise<AccountFunds | undefined> {
  const forms = reserveWith(token);
  if (forms === undefined) return undefined;
  const asset = { address: forms.asset.address, abi: erc20Abi } as const;
  const receipt = { address: forms.receipt.address, abi: lendingReceiptAbi } as const;
  const pool = { address: LENDING_POOL, abi: lendingPoolAbi } as const;
  const reserveOfAsset = [forms.asset.address] as const;
  const isEther = forms.asset.symbol === 'WETH';
  const [answers, gasPrice] = await Promise.all([
    multicall(client, {
      allowFailure: false,
      contracts: [
        {
          address: MULTICALL3,
          abi: multicall3StateAbi,
          functionName: 'getEthBalance',
          args: [account],
        },
        { ...asset, functionName: 'balanceOf', args: [account] },
        { ...asset, functionName: 'allowance', args: [account, LENDING_POOL] },
        { ...receipt, abi: erc20Abi, functionName: 'balanceOf', args: [account] },
        { ...receipt, functionName: 'UNDERLYING_ASSET_ADDRESS' },
        { ...receipt, functionName: 'POOL' },
        { ...receipt, functionName: 'scaledTotalSupply' },
        { ...pool, functionName: 'getReserveData', args: reserveOfAsset },
        { ...pool, functionName: 'getReserveNormalizedIncome', args: reserveOfAsset },
        { ...pool, functionName: 'getVirtualUnderlyingBalance', args: reserveOfAsset },
      ],
    }),
    isEther ? client.request('eth_gasPrice', []).then(parseQuantity) : 0n,
  ]);
  const [coin, held, poolAllowance, receipts, underlying, owner, supplied, reserve, index, liquid] =
    answers;
  const isPinned =
    isSameAddress(underlying, forms.asset.address) && isSameAddress(owner, LENDING_POOL);
  if (!isPinned) return undefined;
  const { cap, ...state } = reserveFlags(reserve.configuration);
  return {
    forms,
    wanted: isSameAddress(token, forms.asset.address) ? 'asset' : 'receipt',
    have: {
      ether: isEther ? beyondGas(coin, gasPrice) : wei(0n),
      asset: tokenAmount(held),
      receipt: tokenAmount(receipts),
    },
    reserve: {
      ...state,
      room:
        cap === 0n ? undefined : roomUnder(cap, forms, supplied + reserve.accruedToTreasury, index),
      liquidity: tokenAmount(liquid),
    },
    poolAllowance: tokenAmount(poolAllowance),
    index,
    rate: reserve.currentLiquidityRate,
  };
}

function beyondGas(coin: bigint, gasPrice: bigint): Wei {
  const price = GAS * gasPrice * PRICE_FACTOR;
  const rest = coin - (price > MIN_FOR_GAS ? price : MIN_FOR_GAS);
  return wei(rest > 0n ? rest : 0n);
}

function roomUnder(
  cap: bigint,
  { asset }: Reserve,
  scaledTotal: bigint,
  index: bigint,
): TokenAmount {
  const left = cap * 10n ** BigInt(asset.decimals) - balanceOfScaled(scaledTotal, index);
  return tokenAmount(left > 0n ? left : 0n);
}
