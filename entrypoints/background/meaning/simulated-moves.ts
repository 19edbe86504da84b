import type { Address } from 'viem';
import type { MoveFact, MoveNote } from '../../../shared/approvals/facts/moves.ts';
import { CHAIN_ID } from '../../../shared/chain/deployments.ts';
import { imitatedToken } from '../../../shared/chain/imitated-token.ts';
import { tokenAt } from '../../../shared/orders/tokens.ts';
import { ETHER, type Movement } from '../chain/movements.ts';
import type { TokenFacts } from '../chain/read-token.ts';
import { readTokens } from '../chain/read-tokens.ts';
import type { Rpc } from '../chain/rpc.ts';
import { coinMove, collectibleMove } from './asset-moves.ts';

/** Number of asset kinds to name. A site that moves more wants to hide one. */
const MAX_NAMED = 250;

/**
 * Returns simulated movements as the window shows them, known assets first, so that unknown tokens
 * can't push them out of sight. Reads symbols of unknown tokens in batches.
 */
export async function movesOf(
  rpc: Rpc,
  chainId: number,
  coin: string,
  movements: readonly Movement[],
): Promise<{ leaves: MoveFact[]; arrives: MoveFact[] }> {
  const known = (movement: Movement) => knownAsset(chainId, coin, movement);
  const ordered = [
    ...movements.filter((movement) => known(movement) !== undefined),
    ...movements.filter((movement) => known(movement) === undefined),
  ];
  const unknown = ordered.filter(
    (movement) => known(movement) === undefined && !movement.isCollectible,
  );
  const asked = unknown.slice(0, MAX_NAMED).map(({ token }) => token as Address);
  const facts = await readTokens(rpc, asked);
  const said = new Map(asked.map((token, index) => [token as string, facts[index]]));
  const moves = ordered.map((movement) => ({
    isGain: movement.amount > 0n,
    move: moveOf(chainId, movement, known(movement), said.get(movement.token)),
  }));
  return {
    leaves: moves.filter(({ isGain }) => !isGain).map(({ move }) => move),
    arrives: moves.filter(({ isGain }) => isGain).map(({ move }) => move),
  };
}

/** The chain's coin and the market's tokens; their symbols come from the wallet. */
function knownAsset(
  chainId: number,
  coin: string,
  { token, isCollectible }: Movement,
): TokenFacts | undefined {
  if (token === ETHER) return { symbol: coin, decimals: 18 };
  return chainId === CHAIN_ID && !isCollectible ? tokenAt(token as Address) : undefined;
}

function moveOf(
  chainId: number,
  { token, amount, isCollectible, item }: Movement,
  known: TokenFacts | undefined,
  said: TokenFacts | undefined,
): MoveFact {
  const size = amount < 0n ? -amount : amount;
  if (isCollectible) return collectibleMove(token, size, item);
  if (token === ETHER && known !== undefined) return coinMove(size, { coin: known.symbol });
  const facts = known ?? said;
  const move = {
    kind: 'token',
    token: token.toLowerCase(),
    units: size.toString(),
    ...(facts === undefined ? {} : { symbol: facts.symbol, decimals: facts.decimals }),
  } as const;
  return known === undefined ? { ...move, note: unknownNote(chainId, token, said?.symbol) } : move;
}

/** Any contract can use the name of a known token. */
function unknownNote(chainId: number, address: string, symbol: string | undefined): MoveNote {
  const imitated = symbol === undefined ? undefined : imitatedToken({ chainId, address, symbol });
  return imitated === undefined
    ? { code: 'unknown token' }
    : { code: 'imitates', symbol: imitated };
}
