import type { MoveFact } from '../../../../shared/approvals/facts/moves.ts';
import type { ChainContext } from '../../../../shared/chain/chain-context.ts';
import { ETHER, type Movement } from '../../chain/movements.ts';
import type { Rpc } from '../../chain/rpc.ts';
import type { TokenNames } from '../../chain/token-names.ts';
import { coinMove, collectibleMove, tokenMove } from './asset-moves.ts';

/**
 * Returns simulated movements with the names of unknown tokens. Known assets come first, so that
 * unknown tokens can't push them out of sight.
 */
export async function namedMoves(
  movements: readonly Movement[],
  from: {
    readonly tokenNames: Pick<TokenNames, 'read'>;
    readonly rpc: Rpc;
    readonly chainId: number;
    readonly context: Pick<ChainContext, 'coin' | 'nameAt'>;
  },
): Promise<{ leaves: MoveFact[]; arrives: MoveFact[] }> {
  const { context } = from;
  const tokens = movements.flatMap(({ token, isCollectible }) =>
    isCollectible || token === ETHER ? [] : [token],
  );
  await from.tokenNames.read(from.rpc, from.chainId, tokens);
  const moves = movements.map((movement) => ({
    isGain: movement.amount > 0n,
    move: moveOf(movement, context),
  }));
  const ordered = [...moves.filter(isKnown), ...moves.filter((one) => !isKnown(one))];
  return {
    leaves: ordered.filter(({ isGain }) => !isGain).map(({ move }) => move),
    arrives: ordered.filter(({ isGain }) => isGain).map(({ move }) => move),
  };
}

/** Returns true for a known asset. A token whose name only its own contract claims has a note. */
function isKnown({ move }: { readonly move: MoveFact }): boolean {
  return move.kind !== 'collectible' && move.note === undefined;
}

function moveOf(
  { token, amount, isCollectible, item }: Movement,
  context: Pick<ChainContext, 'coin' | 'nameAt'>,
): MoveFact {
  const size = amount < 0n ? -amount : amount;
  if (isCollectible) return collectibleMove(token, size, item);
  return token === ETHER ? coinMove(size, context) : tokenMove(token, size, context);
}
