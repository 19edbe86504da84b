import { UNLIMITED } from '../../chain/chain-context.ts';
import { isSameAddress } from '../../is-same-address.ts';
import type {
  Deed,
  DeedFacts,
  Party,
  SignedAsset,
  SignedDanger,
  SignedFacts,
  SignedField,
} from './facts.ts';

/** Conditions of dangers that depend on the members. Other dangers always apply. */
const RULES: Readonly<
  Partial<Record<SignedDanger, (field: SignedField, account: string) => boolean>>
> = {
  leavesTheAccount: (field, account) => field.role === 'to' && !isSameAddress(field.value, account),
  leavesToAnotherExchange: (field) => field.role === 'toExchange' && !isOwnExchange(field.value),
};

const PARTIES: Readonly<Partial<Record<SignedField['role'], Party['role']>>> = {
  spender: 'taker',
  manager: 'taker',
  borrower: 'taker',
  to: 'receiver',
};

/**
 * Completes a signature's effect from its fields: whether it allows everything, which of the
 * possible dangers apply, and which address decides about the assets.
 */
export function deedOf(known: Omit<DeedFacts, 'kind' | 'party'>, account: string): DeedFacts {
  const { deed, fields } = known;
  const [party] = fields.flatMap((field): Party[] => {
    const role = PARTIES[field.role];
    return role === undefined || !('value' in field) ? [] : [{ address: field.value, role }];
  });
  return {
    kind: 'deed',
    ...known,
    deed: deed === 'allow' && fields.some(isUnlimited) ? 'allowAll' : deed,
    dangers: known.dangers.filter((danger) => {
      const applies = RULES[danger];
      return applies === undefined || fields.some((field) => applies(field, account));
    }),
    ...(party === undefined || TAKES_BACK.includes(deed) ? {} : { party }),
  };
}

const TAKES_BACK: readonly Deed[] = [
  'revokeAllowance',
  'revokeApproval',
  'stopManaging',
  'stopBorrowing',
];

/** Returns true for Hyperliquid's own exchange. Third parties run all other exchanges (HIP-3). */
export function isOwnExchange(exchange: string): boolean {
  return exchange === '' || exchange === 'spot';
}

function isUnlimited(field: SignedField): boolean {
  return field.role === 'allowance' && BigInt(field.asset.most) >= UNLIMITED;
}

/** Returns a signature's assets. With `roles`, returns only the assets that have these roles. */
export function assetsOf(
  facts: SignedFacts,
  ...roles: readonly SignedField['role'][]
): readonly SignedAsset[] {
  const fields = facts.kind === 'deed' ? facts.fields : [];
  return fields.flatMap((field) =>
    'asset' in field && (roles.length === 0 || roles.includes(field.role)) ? [field.asset] : [],
  );
}
