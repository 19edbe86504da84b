import type { MoveFact, MoveNote } from '../../../../shared/approvals/facts/moves.ts';
import type { ChainContext, TokenName } from '../../../../shared/chain/chain-context.ts';
import { ETHER } from '../../chain/movements.ts';

/** Returns a move of the chain's coin. The amount is in wei. */
export function coinMove(
  wei: bigint,
  { coin }: Pick<ChainContext, 'coin'>,
  note?: MoveNote,
): MoveFact {
  return { kind: 'coin', symbol: coin, units: wei.toString(), ...noted(note) };
}

/**
 * Returns a move of a token amount in base units, without symbol and decimals if the token has no
 * name.
 */
export function tokenMove(
  address: string,
  amount: bigint,
  context: Pick<ChainContext, 'nameAt'>,
  note?: MoveNote,
): MoveFact {
  const name = context.nameAt(address);
  const { symbol, decimals } = name ?? {};
  return {
    kind: 'token',
    token: address.toLowerCase(),
    units: amount.toString(),
    ...(symbol === undefined || decimals === undefined ? {} : { symbol, decimals }),
    ...noted(note ?? nameNote(name)),
  };
}

/** Returns the note about a token's name. An unknown token can use a known token's name. */
function nameNote(name: TokenName | undefined): MoveNote | undefined {
  if (name?.imitates !== undefined) return { code: 'imitates', symbol: name.imitates };
  return name === undefined || name.isClaim === true ? { code: 'unknownToken' } : undefined;
}

/** Returns a move of a collection's item. Some contracts hold several copies of an item. */
export function collectibleMove(token: string, count: bigint, item: string | undefined): MoveFact {
  return {
    kind: 'collectible',
    token: token.toLowerCase(),
    units: count.toString(),
    ...(item === undefined ? {} : { item }),
  };
}

/** Returns the key of a move's asset; undefined for an option contract, which isn't a token. */
export function assetKey(move: MoveFact): string | undefined {
  if (move.kind === 'option') return undefined;
  if (move.kind === 'coin') return ETHER;
  return move.kind === 'token' ? move.token : `${move.token}:${move.item ?? ''}`;
}

/** Returns the base units of a move; zero for an option. */
export function unitsOf(move: MoveFact): bigint {
  return move.kind === 'option' ? 0n : BigInt(move.units);
}

function noted(note: MoveNote | undefined) {
  return note === undefined ? {} : { note };
}
