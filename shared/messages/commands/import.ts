import * as Type from '../../schema.ts';
import { WalletAccountSchema } from '../../vault/payload.ts';
import { MAX_OFFERED } from '../max-offered.ts';
import { closed, Name } from './parts.ts';

/** Template for names of new accounts in the user's language; `#` is the account's number. */
export const AccountNames = Type.String({ pattern: '^[^#]{0,40}#[^#]{0,10}$' });
export const TypedSecret = Type.String({ minLength: 1, maxLength: 512 });

/** An account of a recovery phrase that the user chose at import. */
const ChosenAccountSchema = Type.Object(
  {
    index: Type.Integer({ minimum: 0, maximum: MAX_OFFERED - 1 }),
    path: WalletAccountSchema.properties.path,
    name: Name,
  },
  closed,
);
export type ChosenAccount = Type.Static<typeof ChosenAccountSchema>;

export const ImportSchema = Type.Object(
  {
    name: Name,
    secret: TypedSecret,
    accountNames: AccountNames,
    /** Default: the first account of a phrase, or the only account of a key or an address. */
    accounts: Type.Optional(Type.Array(ChosenAccountSchema, { minItems: 1, maxItems: 64 })),
  },
  closed,
);
