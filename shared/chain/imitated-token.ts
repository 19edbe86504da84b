import { CHAIN_ID, TOKENS } from './deployments.ts';
import { listedTokens } from './token-list.ts';

/** Look-alikes of a Latin letter or digit, in lower case after NFKC. */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'l',
  '5': 's',
  $: 's',
  i: 'l',
  '|': 'l',
  ɑ: 'a',
  α: 'a',
  а: 'a',
  в: 'b',
  ь: 'b',
  с: 'c',
  ϲ: 'c',
  ԁ: 'd',
  е: 'e',
  ε: 'e',
  һ: 'h',
  н: 'h',
  і: 'l',
  ι: 'l',
  ӏ: 'l',
  м: 'm',
  о: 'o',
  ο: 'o',
  р: 'p',
  ρ: 'p',
  ѕ: 's',
  т: 't',
  τ: 't',
  υ: 'u',
  ս: 'u',
  ѡ: 'w',
  ԝ: 'w',
};

/**
 * Returns the symbol of the known token on the same chain that a token imitates: the symbols differ
 * only in case, accents, invisible characters or look-alike letters. Returns undefined for known
 * tokens themselves and on chains without a list.
 */
export function imitatedToken(token: {
  readonly chainId: number;
  readonly address: string;
  readonly symbol: string;
}): string | undefined {
  const tokens = knownTokens(token.chainId);
  if (tokens.length === 0) return undefined;
  const form = skeletonOf(token.symbol);
  if (form === skeletonOf('ETH')) return 'ETH';
  const known = tokens.find(({ symbol }) => skeletonOf(symbol) === form);
  const isItself = known?.address.toLowerCase() === token.address.toLowerCase();
  return isItself ? undefined : known?.symbol;
}

function knownTokens(chainId: number) {
  const listed = listedTokens(chainId);
  return chainId === CHAIN_ID ? [...TOKENS, ...listed] : listed;
}

function skeletonOf(symbol: string): string {
  const plain = symbol.normalize('NFKD').toLowerCase();
  return [...plain]
    .map((character) => LOOK_ALIKES[character] ?? character)
    .filter((character) => /[\p{L}\p{N}]/u.test(character))
    .join('');
}
