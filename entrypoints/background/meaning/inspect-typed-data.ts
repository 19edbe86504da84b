import { type TokenFact, tokenFact } from '../../../shared/approvals/facts/amounts.ts';
import type { ReadTypedData } from '../../../shared/approvals/read-typed-data.ts';
import type { Party, SignedFacts } from '../../../shared/approvals/signed/facts.ts';
import type { SignedParty, TypedDataView } from '../../../shared/approvals/view.ts';
import { chainContext, type NameReader } from '../../../shared/chain/chain-context.ts';
import { type KnownAddress, looksLike } from '../../../shared/chain/receiver.ts';
import type { Price8, UnixSeconds } from '../../../shared/units.ts';
import type { CodeReader } from '../chain/code-at.ts';
import { isPrivateAccount } from './explain-allowance.ts';
import { tokensOfSigned } from './named-tokens.ts';
import { worthOfTrade } from './trade-worth.ts';

type Found = Pick<TypedDataView, 'signed' | 'members' | 'json'>;

export interface TypedDataContext {
  readonly chainId: number;
  /** Symbol of the chain's coin. */
  readonly coin: string;
  readonly now: UnixSeconds;
  readonly known: readonly KnownAddress[];
  readonly codeAt: CodeReader;
  /** Reads the names of tokens for display. */
  readonly readNames: (tokens: readonly string[]) => Promise<NameReader>;
  /** The wallet's own price of an asset. */
  readonly spotOf: (asset: string) => Price8 | undefined;
  /** Reads the prices when they are old. Never rejects. */
  readonly refreshSpots: () => Promise<void>;
}

/** Returns the meaning of typed data, every signed member, and whether a person could use it. */
export async function inspectTypedData(
  { facts, isOnEveryNetwork, members, json }: ReadTypedData,
  context: TypedDataContext,
): Promise<Found> {
  const { chainId, coin, now } = context;
  const party = facts.kind === 'deed' ? facts.party : undefined;
  const [inspected, worth, tokens] = await Promise.all([
    party === undefined ? undefined : inspectParty(party, context),
    readWorth(facts, context),
    readTokens(facts, context),
  ]);
  return {
    signed: {
      ...{ facts, isOnEveryNetwork, chainId, coin, now },
      ...(inspected === undefined ? {} : { party: inspected }),
      ...(worth === undefined ? {} : { worth }),
      ...(tokens.length === 0 ? {} : { tokens }),
    },
    members,
    json,
  };
}

/** Returns the tokens of the data that have a name besides the built-in and listed ones. */
async function readTokens(
  facts: SignedFacts,
  { readNames }: TypedDataContext,
): Promise<TokenFact[]> {
  const tokens = tokensOfSigned(facts);
  if (tokens.length === 0) return [];
  const nameAt = await readNames(tokens);
  return [...new Set(tokens)].flatMap((token) =>
    nameAt(token) === undefined ? [] : [tokenFact(token, { nameAt })],
  );
}

async function readWorth(facts: SignedFacts, context: TypedDataContext) {
  const { chainId, coin, spotOf } = context;
  const chain = chainContext(chainId, coin);
  const isComparable = worthOfTrade(facts, { chain, spotOf }) !== undefined;
  if (isComparable) await context.refreshSpots();
  return worthOfTrade(facts, { chain, spotOf });
}

async function inspectParty(
  { address, role }: Party,
  { chainId, coin, known, codeAt }: TypedDataContext,
): Promise<SignedParty> {
  const context = chainContext(chainId, coin);
  const isPersonal = role === 'taker' && (await isPrivateAccount({ context, codeAt }, address));
  const found = known.find((one) => one.address.toLowerCase() === address.toLowerCase());
  const lookAlike =
    found === undefined ? known.find((one) => looksLike(address, one.address)) : undefined;
  return {
    address,
    isPersonal,
    ...(found === undefined ? {} : { known: found }),
    ...(lookAlike === undefined ? {} : { lookAlike }),
  };
}
