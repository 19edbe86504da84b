import { type Abi, type Address, parseAbi } from 'viem';
import { erc20Abi } from '../../../shared/chain/abi/erc20.ts';
import { permit2Abi } from '../../../shared/chain/abi/permit2.ts';
import { PERMIT2 } from '../../../shared/chain/chain-context.ts';
import { hasCode } from '../../../shared/errors.ts';
import { multicall, readContract } from '../chain/reads.ts';
import type { Rpc } from '../chain/rpc.ts';
import type { FoundAllowance } from '../state/allowance-schemas.ts';

const collectionAbi = parseAbi([
  'function isApprovedForAll(address owner, address operator) view returns (bool)',
  'function getApproved(uint256 tokenId) view returns (address)',
  'function ownerOf(uint256 tokenId) view returns (address)',
  'function balanceOf(address owner) view returns (uint256)',
  'function symbol() view returns (string)',
]);

const sidesAbi = parseAbi([
  'function buyerAllowance(address owner, address spender) view returns (bool)',
  'function sellerAllowance(address owner, address spender) view returns (bool)',
  'function buyer() view returns (address)',
  'function seller() view returns (address)',
]);

/** Calls to unknown contracts in one request: one of them can use up the gas of the others. */
const UNKNOWN_AT_ONCE = 30;
/** Unknown contracts to ask alone after a failure, in one round. */
const MOST_ALONE = 60;
const NOBODY = /^0x0{40}$/;

/** An allowance that exists now. Amounts in base units or items. */
export interface PresentAllowance {
  /** The approved address; of an item, the present one. */
  readonly spender: string;
  readonly units?: bigint;
  readonly stake?: bigint;
  /** Unix seconds. */
  readonly expiresAt?: number;
  /** The collection's own claim. */
  readonly symbol?: unknown;
}

interface Call {
  readonly address: Address;
  readonly abi: Abi;
  readonly functionName: string;
  readonly args: readonly unknown[];
}

/**
 * Reads the present values of allowances. Zero, an ended one, and a contract that doesn't answer
 * become `undefined`.
 */
export function createValueReader(deps: {
  readonly rpc: Rpc;
  /** Unix seconds. */
  readonly now: () => number;
  /** Built-in and listed tokens, whose code is harmless. */
  readonly isTrusted: (token: string) => boolean;
}) {
  const { rpc } = deps;
  /** Calls that unknown contracts answered with an error. */
  const dead = new Set<string>();

  /** @throws RpcError when the node doesn't respond */
  async function readTrusted(calls: readonly Call[]): Promise<unknown[]> {
    const answers = await multicall(rpc, { contracts: calls }).catch(() => undefined);
    if (answers !== undefined) return answers.map(({ result }) => result);
    // Some networks have no multicall contract.
    const results: unknown[] = [];
    for (const call of calls) results.push(await readAlone(call));
    return results;
  }

  async function readAlone(call: Call): Promise<unknown> {
    try {
      return await readContract(rpc, call);
    } catch (error) {
      if (isUnreachable(error)) throw error;
      return undefined;
    }
  }

  /**
   * Reads contracts that may be hostile: one that burns gas or returns megabytes must not hide the
   * others, so each that failed is asked alone. Never rejects.
   */
  async function readUnknown(calls: readonly Call[]): Promise<unknown[]> {
    const results = new Map<Call, unknown>();
    const asked = calls.filter((call) => !dead.has(keyOf(call)));
    for (let at = 0; at < asked.length; at += UNKNOWN_AT_ONCE) {
      const part = asked.slice(at, at + UNKNOWN_AT_ONCE);
      const answers = await multicall(rpc, { contracts: part }).catch(() => []);
      for (const [index, call] of part.entries()) results.set(call, answers[index]?.result);
    }
    const failed = asked.filter((call) => results.get(call) === undefined).slice(0, MOST_ALONE);
    for (const call of failed) {
      try {
        results.set(call, await readContract(rpc, call));
      } catch (error) {
        if (!isUnreachable(error)) dead.add(keyOf(call));
      }
    }
    return calls.map((call) => results.get(call));
  }

  return async (
    found: readonly FoundAllowance[],
  ): Promise<readonly (PresentAllowance | undefined)[]> => {
    const values = new Map<FoundAllowance, PresentAllowance | undefined>();
    const isTrusted = ({ token }: FoundAllowance) => deps.isTrusted(token);
    for (const [some, read] of [
      [found.filter(isTrusted), readTrusted],
      [found.filter((one) => !isTrusted(one)), readUnknown],
    ] as const) {
      const calls = some.map(callsOf);
      const results = await read(calls.flat());
      let at = 0;
      for (const [index, one] of some.entries()) {
        const count = calls[index]?.length ?? 0;
        values.set(one, presentIn(one, results.slice(at, at + count), deps.now()));
        at += count;
      }
    }
    return found.map((one) => values.get(one));
  };
}

const isUnreachable = (error: unknown): boolean => hasCode(error, 'chainUnreachable');

const keyOf = ({ address, functionName, args }: Call): string =>
  [address, functionName, ...args].join(':');

function callsOf(one: FoundAllowance): Call[] {
  const [token, owner, spender] = [one.token, one.account, one.spender] as Address[];
  if (token === undefined) return [];
  const call = (abi: Abi, functionName: string, args: readonly unknown[]): Call => ({
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
      return [call(sidesAbi, `${side}Allowance`, [owner, spender]), call(sidesAbi, side, [])];
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

function presentIn(
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
      // Permit2 takes no more than the owner lets it take.
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
      // The approval ends with a sale.
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
