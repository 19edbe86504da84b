import type { Address } from 'viem';
import type { WatchedToken } from '../../../shared/approvals/types.ts';
import { erc20Abi } from '../../../shared/chain/abi/erc20.ts';
import { hasAddressForm } from '../../../shared/chain/address-form.ts';
import {
  chainContext,
  type NameReader,
  type TokenName,
} from '../../../shared/chain/chain-context.ts';
import { imitatedToken } from '../../../shared/chain/imitated-token.ts';
import type { Wait } from '../../../shared/ports.ts';
import { bytesSymbolAbi, bytesText, factsOf, readSymbol } from './read-token.ts';
import { multicall, readContract } from './reads.ts';
import type { Rpc } from './rpc.ts';

/**
 * Maximum number of tokens to name in one request. A site that uses more tokens may want to hide
 * one of them.
 */
const MAX_ASKED = 250;
/**
 * Maximum milliseconds to wait for names. An explanation is shown without names that arrive later.
 */
export const NAMES_MS = 1_000;
/** Maximum number of names kept in memory. */
const KEPT = 1_000;
/** Maximum compared characters of a symbol. Known symbols are shorter. */
const SYMBOL_LENGTH = 64;

export type TokenNames = ReturnType<typeof createTokenNames>;

/**
 * Names tokens for display. Watched tokens have the name in the user's list, other tokens the name
 * that their contract claims. Each claim is read once, so that it can't change while an approval is
 * shown.
 */
export function createTokenNames(deps: { watched: () => readonly WatchedToken[]; wait: Wait }) {
  const claims = new Map<string, TokenName>();

  const known =
    (chainId: number): NameReader =>
    (address) => {
      const wanted = address.toLowerCase();
      const watched = deps
        .watched()
        .find((token) => token.chainId === chainId && token.address.toLowerCase() === wanted);
      const { symbol, decimals } = watched ?? {};
      if (symbol === undefined || decimals === undefined) return claims.get(`${chainId}:${wanted}`);
      const imitates = imitatedToken({ chainId, address, symbol });
      return imitates === undefined ? { symbol, decimals } : { imitates };
    };

  async function claim(rpc: Rpc, chainId: number, tokens: readonly Address[]): Promise<void> {
    const names = await readClaims(rpc, chainId, tokens);
    for (const [index, token] of tokens.entries()) {
      const name = names[index];
      const key = `${chainId}:${token}`;
      if (name !== undefined && !claims.has(key)) claims.set(key, name);
    }
    const oldest = [...claims.keys()].slice(0, Math.max(0, claims.size - KEPT));
    for (const key of oldest) claims.delete(key);
  }

  return {
    known,

    /**
     * Reads unknown names for at most `NAMES_MS`. Names that arrive later are available to the next
     * call. Never rejects.
     */
    async read(rpc: Rpc, chainId: number, tokens: readonly string[]): Promise<void> {
      const { nameAt } = chainContext(chainId, '', known(chainId));
      const asked = [...new Set(tokens.map((token) => token.toLowerCase()))]
        .filter(hasAddressForm)
        .filter((token) => nameAt(token) === undefined)
        .slice(0, MAX_ASKED);
      if (asked.length === 0) return;
      // Amounts without a name are shown in base units.
      const reading = claim(rpc, chainId, asked).catch(() => undefined);
      await Promise.race([reading, deps.wait(NAMES_MS)]);
    },
  };
}

async function readClaims(
  rpc: Rpc,
  chainId: number,
  tokens: readonly Address[],
): Promise<(TokenName | undefined)[]> {
  const [first] = tokens;
  // A single token doesn't need the multicall contract, which some chains lack.
  if (tokens.length === 1 && first !== undefined) {
    const decimals = readContract(rpc, { address: first, abi: erc20Abi, functionName: 'decimals' });
    const [symbol, scale] = await Promise.all(
      // The address isn't a token if the call reverts or doesn't decode.
      [readSymbol(rpc, first), decimals].map((read) => read.catch(() => undefined)),
    );
    return [nameOf({ chainId, address: first }, symbol, scale)];
  }
  const contracts = tokens.flatMap((address) => [
    { address, abi: erc20Abi, functionName: 'symbol' } as const,
    { address, abi: erc20Abi, functionName: 'decimals' } as const,
  ]);
  const answers = await multicall(rpc, { contracts });
  const facts = tokens.map((address, index) => ({
    address,
    symbol: answers[2 * index]?.result,
    decimals: answers[2 * index + 1]?.result,
  }));
  const old = facts.filter(
    ({ symbol, decimals }) => symbol === undefined && decimals !== undefined,
  );
  const symbols = await readOldSymbols(
    rpc,
    old.map(({ address }) => address),
  );
  return facts.map(({ address, symbol = symbols.get(address), decimals }) =>
    nameOf({ chainId, address }, symbol, decimals),
  );
}

/** Returns the symbols of tokens that return bytes32. */
async function readOldSymbols(
  rpc: Rpc,
  tokens: readonly Address[],
): Promise<ReadonlyMap<Address, string>> {
  if (tokens.length === 0) return new Map();
  const contracts = tokens.map(
    (address) => ({ address, abi: bytesSymbolAbi, functionName: 'symbol' }) as const,
  );
  const answers = await multicall(rpc, { contracts });
  return new Map(
    tokens.flatMap((address, index) => {
      const bytes = answers[index]?.result;
      return bytes === undefined ? [] : [[address, bytesText(bytes)] as const];
    }),
  );
}

/** Returns a token's name for display, built from its contract's answers. */
function nameOf(
  token: { readonly chainId: number; readonly address: string },
  symbol: unknown,
  decimals: unknown,
): TokenName | undefined {
  if (typeof symbol !== 'string') return undefined;
  const imitates = imitatedToken({ ...token, symbol: symbol.slice(0, SYMBOL_LENGTH) });
  if (imitates !== undefined) return { imitates };
  const facts = factsOf(symbol, decimals);
  return facts === undefined ? undefined : { ...facts, isClaim: true };
}
