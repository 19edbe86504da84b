import { DELEGATION_MANAGERS } from '../../chain/delegation.ts';
import type { TypedData } from '../typed-data.ts';
import { deedOf } from './deed.ts';
import type { DeedFacts } from './facts.ts';
import { contractOf, isFor, textOf } from './fields.ts';

const MANAGERS = DELEGATION_MANAGERS.map((manager) => manager.toLowerCase());

/** Matches a delegation of any version. Additional members don't make it safe. */
const DELEGATION = /^Delegation\((?=[^)]*\baddress delegator\b)(?=[^)]*\bCaveat\[\] )/;

/** Reads the account's delegation for any contract, and any typed data for a delegation manager. */
export function readDelegation(
  data: TypedData,
  type: string,
  account: string,
): DeedFacts | undefined {
  if (!DELEGATION.test(type) && !isFor(data, MANAGERS)) return undefined;
  const { delegate } = data.message;
  const fields = [
    ...(typeof delegate === 'string' ? [{ role: 'delegate', value: delegate } as const] : []),
    { role: 'contract', value: contractOf(data) } as const,
    ...(textOf(data.message.delegator) === ''
      ? []
      : [{ role: 'owner', value: textOf(data.message.delegator) } as const]),
  ];
  return deedOf({ deed: 'delegateAccount', fields, dangers: [] }, account);
}
