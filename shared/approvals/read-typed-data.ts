import { isRecord } from '../is-record.ts';
import { parseJson } from '../parse.ts';
import { visible } from '../visible-text.ts';
import type { Budget } from './budget.ts';
import type { SignedFacts } from './signed/facts.ts';
import { readSigned } from './signed/read-signed.ts';
import { parseTypedData, type TypedData, typedDataChainId } from './typed-data.ts';
import { parseTypedDataV1 } from './typed-data-v1.ts';
import type { ApprovalRequest } from './types.ts';

export interface SignedMember {
  readonly label: string;
  readonly value: string;
  readonly full?: string;
  /** Nesting depth of the member, from 0. */
  readonly depth?: number;
  /** Number of items, if the member is a list. Its value is then empty. */
  readonly count?: number;
}

type TypedDataRequest = Extract<ApprovalRequest, { kind: 'typed_data' }>;

/** The contents of typed data: its meaning, and every signed member. */
export interface ReadTypedData {
  readonly kind: 'typed_data';
  readonly account: string;
  readonly facts: SignedFacts;
  readonly isOnEveryNetwork: boolean;
  readonly members: readonly SignedMember[];
  readonly json: string;
}

/** Reads a stored request for typed data. Throws BudgetError. */
export function readTypedData(
  { account, json, version }: TypedDataRequest,
  budget: Budget,
): ReadTypedData {
  const input = parseJson(json);
  const common = { kind: 'typed_data', account, json: JSON.stringify(input, null, 2) } as const;
  if (Array.isArray(input)) {
    const members = parseTypedDataV1(input).map(({ type, name, value }) => {
      const row = { label: visible(name), value: visible(String(value)), full: visible(type) };
      budget.spend(row.label.length + row.value.length);
      return row;
    });
    return { ...common, facts: { kind: 'values' }, isOnEveryNetwork: false, members };
  }
  const data = parseTypedData(input, version === 'V3' ? 'V3' : 'V4', budget);
  return {
    ...common,
    facts: readSigned(data, account, budget),
    isOnEveryNetwork: typedDataChainId(data) === undefined,
    members: membersOf(data, budget),
  };
}

function membersOf(data: TypedData, budget: Budget): SignedMember[] {
  const rows: SignedMember[] = [];
  addMembers(rows, data.domain, { depth: 0, prefix: 'domain · ', budget });
  addMembers(rows, data.message, { depth: 0, prefix: '', budget });
  return rows;
}

function addMembers(
  rows: SignedMember[],
  value: Readonly<Record<string, unknown>> | readonly unknown[],
  { depth, prefix, budget }: { depth: number; prefix: string; budget: Budget },
): void {
  for (const [name, member] of Object.entries<unknown>(value)) {
    const inner = isRecord(member) || Array.isArray(member) ? member : undefined;
    const text = inner === undefined ? String(member) : '';
    budget.spend(name.length + text.length);
    const count = Array.isArray(member) ? { count: member.length } : {};
    rows.push({ label: `${prefix}${visible(name)}`, value: visible(text), ...count, depth });
    if (inner !== undefined) addMembers(rows, inner, { depth: depth + 1, prefix, budget });
  }
}
