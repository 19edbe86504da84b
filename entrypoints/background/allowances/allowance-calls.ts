import type { Abi, Address } from 'viem';
import { collectionAbi } from '../../../shared/chain/abi/collection.ts';
import { erc20Abi } from '../../../shared/chain/abi/erc20.ts';
import { optionSidesAbi } from '../../../shared/chain/abi/option-sides.ts';
import { permit2Abi } from '../../../shared/chain/abi/permit2.ts';
import { PERMIT2 } from '../../../shared/chain/chain-context.ts';
import type { FoundAllowance } from './keys.ts';

const NOBODY = /^0x0{40}$/;

/** An allowance that exists now. Amounts in base units or items. */
export interface PresentAllowance {
  /** The approved address. For a collectible, the address that is approved now. */
  readonly spender: string;
  readonly units?: bigint;
  readonly stake?: bigint;
  /** Unix seconds. */
  readonly expiresAt?: number;
  /** Claimed by the collection itself. */
  readonly symbol?: unknown;
}

export interface ValueCall {
  readonly address: Address;
  readonly abi: Abi;
  readonly functionName: string;
  readonly args: readonly unknown[];
}

/** Returns the calls that read an allowance. The first call shows whether the allowance exists. */
export function valueCallsOf(one: FoundAllowance): ValueCall[] {
  const [token, owner, spender] = [one.token, one.account, one.spender] as Address[];
  if (token === undefined) return [];
  const call = (abi: Abi, functionName: string, args: readonly unknown[]): ValueCall => ({
    address: token,
    abi,
    functionName,
    args,
  });
  switch (one.kind) {
    case 'token':
      return [call(erc20Abi, 'allowance', [owner, spender]), call(erc20Abi, 'balanceOf', [owner])];
    case 'permit2':
      return [
        { ...call(permit2Abi, 'allowance', [owner, token, spender]), address: PERMIT2 },
        call(erc20Abi, 'balanceOf', [owner]),
        call(erc20Abi, 'allowance', [owner, PERMIT2]),
      ];
    case 'operator':
      return [
        call(collectionAbi, 'isApprovedForAll', [owner, spender]),
        call(collectionAbi, 'balanceOf', [owner]),
        call(collectionAbi, 'symbol', []),
      ];
    case 'buyer side':
    case 'seller side': {
      const side = one.kind === 'buyer side' ? 'buyer' : 'seller';
      return [
        call(optionSidesAbi, `${side}Allowance`, [owner, spender]),
        call(optionSidesAbi, side, []),
      ];
    }
    case 'item': {
      const item = BigInt(one.item ?? '0');
      return [
        call(collectionAbi, 'getApproved', [item]),
        call(collectionAbi, 'ownerOf', [item]),
        call(collectionAbi, 'symbol', []),
      ];
    }
  }
}

/**
 * Returns the allowance according to the results of its calls; undefined when it is zero, ended or
 * unreadable.
 */
export function presentIn(
  one: FoundAllowance,
  [first, second, third]: readonly unknown[],
  now: number,
): PresentAllowance | undefined {
  const { spender } = one;
  const held = typeof second === 'bigint' ? second : undefined;
  switch (one.kind) {
    case 'token':
      if (typeof first !== 'bigint' || first === 0n) return undefined;
      return { spender, units: first, ...stakeOf(first, held) };
    case 'permit2': {
      const [units, expiresAt] = Array.isArray(first) ? first : [];
      if (typeof units !== 'bigint' || typeof expiresAt !== 'number') return undefined;
      if (units === 0n || expiresAt < now) return undefined;
      // Permit2 can take at most what the owner allows Permit2.
      const through = typeof third === 'bigint' ? third : undefined;
      const most = through !== undefined && through < units ? through : units;
      return { spender, units, expiresAt, ...stakeOf(most, held) };
    }
    case 'operator':
      return first === true
        ? { spender, ...(held === undefined ? {} : { stake: held }), symbol: third }
        : undefined;
    case 'buyer side':
    case 'seller side': {
      const isHeld = typeof second === 'string' && second.toLowerCase() === one.account;
      return first === true ? { spender, stake: isHeld ? 1n : 0n } : undefined;
    }
    case 'item': {
      // The approval ends when the item gets another owner.
      const isOwner = typeof second === 'string' && second.toLowerCase() === one.account;
      if (typeof first !== 'string' || NOBODY.test(first) || !isOwner) return undefined;
      return { spender: first.toLowerCase(), stake: 1n, symbol: third };
    }
  }
}

function stakeOf(units: bigint, held: bigint | undefined): { stake?: bigint } {
  if (held === undefined) return {};
  return { stake: held < units ? held : units };
}
