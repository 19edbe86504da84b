import { exactAmount } from '../../format.ts';
import type { TypedData } from '../typed-data.ts';
import { deedOf } from './deed.ts';
import type { Descriptor, MemberRole } from './descriptors.ts';
import type { DeedFacts, SignedField } from './facts.ts';
import { contractOf, erc20, integerOf, textOf } from './fields.ts';

/** Values without a meaning. A member with such a value isn't shown. */
const LEFT_OUT: Readonly<Record<string, string>> = { deployment: '0x', fromSubaccount: '' };

/** Reads typed data by its descriptor; returns `undefined` for another domain. */
export function readDescribed(
  data: TypedData,
  { deed, otherwise, roles, protocol, known, domain, dangers = [] }: Descriptor,
  account: string,
): DeedFacts | undefined {
  if (domain?.(data.domain) === false) return undefined;
  const at = (member: string) => (member === '@contract' ? contractOf(data) : data.message[member]);
  const members = Object.entries(roles);
  const fields = members.flatMap(([member, role]) => fieldOf(data, role, at(member)));
  const isOff =
    members.some(([member, role]) => role === 'switch' && at(member) === false) ||
    isNothing(fields);
  return deedOf(
    {
      deed: (isOff ? otherwise : undefined) ?? deed,
      fields,
      dangers,
      ...(protocol === undefined ? {} : { protocol }),
      ...(known === undefined
        ? {}
        : { isKnownContract: known.contracts.includes(textOf(at(known.member)).toLowerCase()) }),
    },
    account,
  );
}

function isNothing(fields: readonly SignedField[]): boolean {
  const assets = fields.flatMap((field) => ('asset' in field ? [field.asset] : []));
  return assets.length > 0 && assets.every(({ most }) => most === '0');
}

function fieldOf(data: TypedData, role: MemberRole, value: unknown): SignedField[] {
  if (role === 'switch') return [];
  if (typeof role === 'object') {
    const { token, decimals } = role;
    // A token has the form name and id: "PURR:0xc4bf3f870c0e9465323c0b6ed28096c2".
    const symbol =
      typeof token === 'string' ? textOf(data.message[token]).split(':')[0] : token.symbol;
    const text =
      decimals === undefined ? textOf(value) : exactAmount(BigInt(integerOf(value)), decimals);
    return [{ role: 'sum', value: text, symbol: symbol ?? '' }];
  }
  switch (role) {
    case 'allowance':
    case 'amount':
    case 'loan':
      return [{ role, asset: erc20(contractOf(data), integerOf(value)) }];
    default: {
      const text = Array.isArray(value) ? value.join(', ') : textOf(value);
      return text === LEFT_OUT[role] ? [] : [{ role, value: text }];
    }
  }
}
