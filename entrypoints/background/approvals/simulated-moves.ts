import type { Address } from 'viem';
import { i18n } from '#i18n';
import type { AssetMove } from '../../../shared/approvals/view.ts';
import { CHAIN_ID } from '../../../shared/chain/deployments.ts';
import { exactAmount, shortAddress } from '../../../shared/format.ts';
import { tokenAt } from '../../../shared/orders/tokens.ts';
import { ETHER, type Movement } from '../chain/movements.ts';
import { readToken } from '../chain/read-token.ts';
import type { Rpc } from '../chain/rpc.ts';
import { amountWords } from '../orders/market-words.ts';
import { assetOf } from './merge-moves.ts';

/** Simulated movements as the window shows them; unknown tokens are asked for their symbol. */
export async function movesOf(
  rpc: Rpc,
  chainId: number,
  coin: string,
  movements: readonly Movement[],
): Promise<{ leaves: AssetMove[]; arrives: AssetMove[] }> {
  const moves = await Promise.all(
    movements.map(async (movement) => ({
      isGain: movement.amount > 0n,
      move: await moveOf(rpc, chainId, coin, movement),
    })),
  );
  return {
    leaves: moves.filter(({ isGain }) => !isGain).map(({ move }) => move),
    arrives: moves.filter(({ isGain }) => isGain).map(({ move }) => move),
  };
}

async function moveOf(
  rpc: Rpc,
  chainId: number,
  coin: string,
  { token, amount, isCollectible }: Movement,
): Promise<AssetMove> {
  const size = amount < 0n ? -amount : amount;
  const asset = assetOf(token, size, isCollectible);
  if (token === ETHER) {
    return { symbol: coin, amount: amountWords(size, 18), exact: exactAmount(size, 18), asset };
  }
  const address = token as Address;
  if (isCollectible) {
    return {
      symbol: i18n.t('approving.collectibleOf', { token: shortAddress(token) }),
      amount: size.toString(),
      exact: size.toString(),
      asset,
    };
  }
  const known = chainId === CHAIN_ID ? tokenAt(address) : undefined;
  if (known !== undefined) {
    const { symbol, decimals } = known;
    return {
      symbol,
      amount: amountWords(size, decimals),
      exact: exactAmount(size, decimals),
      asset,
    };
  }
  const said = await readToken(rpc, address);
  const decimals = said?.decimals ?? 0;
  return {
    symbol: said?.symbol ?? i18n.t('approving.unitsOfToken', { token: shortAddress(token) }),
    amount: amountWords(size, decimals),
    exact: exactAmount(size, decimals),
    asset,
    // Any contract can name itself like a known token.
    note: i18n.t('approving.unknownToken', { token: shortAddress(token) }),
  };
}
