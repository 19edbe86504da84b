import type { ReadTypedData } from '../../../shared/approvals/read-typed-data.ts';
import type { Party } from '../../../shared/approvals/signed/read-signed.ts';
import type { SignedParty, TypedDataView } from '../../../shared/approvals/view.ts';
import { chainContext } from '../../../shared/chain/chain-context.ts';
import { type KnownAddress, looksLike } from '../../../shared/chain/receiver.ts';
import type { UnixSeconds } from '../../../shared/units.ts';
import type { CodeReader } from '../chain/code-at.ts';
import { isPrivateAccount } from './explain-allowance.ts';

type Found = Pick<TypedDataView, 'signed' | 'members' | 'json'>;

export interface TypedDataContext {
  readonly chainId: number;
  /** Symbol of the chain's coin. */
  readonly coin: string;
  readonly now: UnixSeconds;
  readonly known: readonly KnownAddress[];
  readonly codeAt: CodeReader;
}

/** Returns the meaning of typed data, every signed member, and whether a person could use it. */
export async function inspectTypedData(
  { facts, party, isOnEveryNetwork, members, json }: ReadTypedData,
  context: TypedDataContext,
): Promise<Found> {
  const { chainId, coin, now } = context;
  const signed = { facts, isOnEveryNetwork, chainId, coin, now };
  return {
    signed: party === undefined ? signed : { ...signed, party: await inspectParty(party, context) },
    members,
    json,
  };
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
