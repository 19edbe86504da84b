import { chainContext } from '../../chain/chain-context.ts';
import { type TypedData, typedDataChainId } from '../typed-data.ts';
import type { SignedAsset } from './facts.ts';

/** A millionth of a coin or of a token with many decimals. */
const DUST_DECIMALS = 6;
/** One cent of a dollar token, which has 6 decimals or fewer. */
const DUST_OF_FEW_DECIMALS = 10_000n;
const COIN_DECIMALS = 18;

/** Returns a test for worthless amounts: zero, and dust of a coin or a known token. */
export function dustOf(data: TypedData): (asset: SignedAsset) => boolean {
  const chain = chainContext(Number(typedDataChainId(data) ?? 0), '');
  return ({ standard, token = '', least }) => {
    const decimals = standard === 'coin' ? COIN_DECIMALS : chain.tokenAt(token)?.decimals;
    if (standard === 'collectible' || decimals === undefined) return BigInt(least) === 0n;
    const dust =
      decimals <= DUST_DECIMALS ? DUST_OF_FEW_DECIMALS : 10n ** BigInt(decimals - DUST_DECIMALS);
    return BigInt(least) < dust;
  };
}
