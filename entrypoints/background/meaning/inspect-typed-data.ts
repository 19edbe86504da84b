import { type Party, partyOf, readSigned } from '../../../shared/approvals/signed/read-signed.ts';
import type { TypedData } from '../../../shared/approvals/typed-data.ts';
import { parseTypedData, typedDataChainId } from '../../../shared/approvals/typed-data.ts';
import { parseTypedDataV1 } from '../../../shared/approvals/typed-data-v1.ts';
import type { ApprovalRequest } from '../../../shared/approvals/types.ts';
import type {
  SignedMember,
  SignedParty,
  SignedView,
  TypedDataView,
} from '../../../shared/approvals/view.ts';
import { chainContext } from '../../../shared/chain/chain-context.ts';
import { type KnownAddress, looksLike } from '../../../shared/chain/receiver.ts';
import { isRecord } from '../../../shared/messages/page.ts';
import { parseJson } from '../../../shared/parse.ts';
import type { UnixSeconds } from '../../../shared/units.ts';
import { visible } from '../../../shared/visible-text.ts';
import type { CodeReader } from '../chain/code-at.ts';
import { isPrivateAccount } from './explain-allowance.ts';

type TypedDataRequest = Extract<ApprovalRequest, { kind: 'typed_data' }>;
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
  request: TypedDataRequest,
  context: TypedDataContext,
): Promise<Found> {
  const { chainId, coin, now } = context;
  const data = parseJson(request.json);
  const json = JSON.stringify(data, null, 2);
  const common = { chainId, coin, now };
  if (Array.isArray(data)) {
    const facts = { kind: 'values' } as const;
    return {
      signed: { ...common, facts, isOnEveryNetwork: false },
      members: parseTypedDataV1(data).map(({ type, name, value }) => ({
        label: visible(name),
        value: visible(String(value)),
        full: visible(type),
      })),
      json,
    };
  }
  const parsed = parseTypedData(data, request.version === 'V3' ? 'V3' : 'V4');
  return {
    signed: {
      ...common,
      ...(await meaningOf(parsed, request.account, context)),
      isOnEveryNetwork: typedDataChainId(parsed) === undefined,
    },
    members: membersOf(parsed),
    json,
  };
}

async function meaningOf(
  data: TypedData,
  account: string,
  context: TypedDataContext,
): Promise<Pick<SignedView, 'facts' | 'party'>> {
  const facts = readSigned(data, account);
  const party = partyOf(facts);
  return party === undefined ? { facts } : { facts, party: await inspectParty(party, context) };
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

function membersOf(data: TypedData): SignedMember[] {
  return [
    ...memberRows(data.domain, 0).map((row) => ({ ...row, label: `domain · ${row.label}` })),
    ...memberRows(data.message, 0),
  ];
}

function memberRows(value: unknown, depth: number): SignedMember[] {
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([label, member]) =>
    isRecord(member)
      ? [
          {
            label: visible(label),
            value: '',
            ...(Array.isArray(member) ? { count: member.length } : {}),
            depth,
          },
          ...memberRows(member, depth + 1),
        ]
      : [{ label: visible(label), value: visible(String(member)), depth }],
  );
}
