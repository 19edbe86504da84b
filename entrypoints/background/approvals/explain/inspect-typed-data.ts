import type { Address } from 'viem';
import { type TokenFact, tokenFact } from '../../../../shared/approvals/facts/amounts.ts';
import type { ReadTypedData } from '../../../../shared/approvals/read-typed-data.ts';
import type { SignedFacts } from '../../../../shared/approvals/signed/facts.ts';
import { chainContext, type NameReader } from '../../../../shared/chain/chain-context.ts';
import type { KnownAddress } from '../../../../shared/chain/receiver.ts';
import type { TypedDataView } from '../../../../shared/messages/approval-view.ts';
import { type Price8, tokenAmount, type UnixSeconds } from '../../../../shared/units.ts';
import type { CodeReader } from '../../chain/code-at.ts';
import type { Rpc } from '../../chain/rpc.ts';
import { isPrivateAccount } from './explain-allowance.ts';
import { explainSignedOffer } from './explain-offer.ts';
import { explainReceiver, findLookAlike, type PartyFindings } from './explain-receiver.ts';
import type { JudgeDeps } from './judge-trade.ts';
import { tokensOfSigned } from './named-tokens.ts';
import { worthOfTrade } from './trade-worth.ts';

type Found = Pick<TypedDataView, 'signed' | 'members' | 'json'>;

export interface TypedDataContext {
  readonly chainId: number;
  readonly coin: string;
  readonly now: UnixSeconds;
  readonly known: readonly KnownAddress[];
  readonly codeAt: CodeReader;
  readonly rpc: Rpc;
  /**
   * Reads an indexer's record of an option. The record names the transaction that created the
   * option.
   */
  readonly recordOf?: JudgeDeps['recordOf'];
  readonly modelValue?: JudgeDeps['modelValue'];
  readonly readNames: (tokens: readonly string[]) => Promise<NameReader>;
  readonly spotOf: (asset: string) => Price8 | undefined;
  readonly refreshSpots: () => Promise<void>;
}

/** Returns the meaning of typed data, every signed member, and checks of the spender. */
export async function inspectTypedData(
  { facts, isOnEveryNetwork, members, json }: ReadTypedData,
  context: TypedDataContext,
): Promise<Found> {
  const { chainId, coin, now } = context;
  const [request, party, worth, tokens] = await Promise.all([
    readRequestOf(facts, context),
    inspectParty(facts, context),
    readWorth(facts, context),
    readTokens(facts, context),
  ]);
  return {
    signed: {
      ...{ facts, party, isOnEveryNetwork, chainId, coin, now },
      ...(request === undefined ? {} : { request }),
      ...(worth === undefined ? {} : { worth }),
      ...(tokens.length === 0 ? {} : { tokens }),
    },
    members,
    json,
  };
}

function readRequestOf(facts: SignedFacts, context: TypedDataContext) {
  if (facts.kind !== 'sealedOffer') return undefined;
  const { id, amount, offeror } = facts;
  const offer = { id: BigInt(id), amount: tokenAmount(BigInt(amount)) };
  const chain = chainContext(context.chainId, context.coin);
  // The factory accepts the signature only if the account is the offeror.
  return explainSignedOffer(offer, { ...context, context: chain, account: offeror as Address });
}

/** Returns the names of the tokens in the data, besides built-in and listed tokens. */
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
  const isComparable = worthOfTrade(facts, { chain, spotOf: () => undefined }) !== undefined;
  if (isComparable) await context.refreshSpots();
  return worthOfTrade(facts, { chain, spotOf });
}

/** Checks the address that could take or receive something, like the target of a call. */
async function inspectParty(
  facts: SignedFacts,
  { chainId, coin, known, codeAt }: TypedDataContext,
): Promise<PartyFindings> {
  if (facts.kind !== 'deed' || facts.party === undefined) return { checks: [], dangers: [] };
  const { address, role } = facts.party;
  if (role === 'receiver') return explainReceiver(known, address);
  const context = chainContext(chainId, coin);
  if (context.isBook(address)) {
    return { checks: [{ code: 'spender.knownBook', status: 'passed' }], dangers: [] };
  }
  const code = 'spender.person';
  const isPrivate = await isPrivateAccount({ context, codeAt }, address);
  const alike = findLookAlike(known, address, 'spender');
  return {
    checks: [
      isPrivate ? { code, status: 'failed' } : { code: 'spender.unknown', status: 'warned' },
      ...alike.checks,
    ],
    dangers: [...(isPrivate ? [{ code } as const] : []), ...alike.dangers],
  };
}
