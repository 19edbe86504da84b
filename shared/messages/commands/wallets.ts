import { AddressSchema } from '../../approvals/types.ts';
import * as Type from '../../schema.ts';
import { MAX_OFFERED } from '../max-offered.ts';
import { UserEditSchema } from '../vault-edits.ts';
import { AccountNames, ImportSchema, TypedSecret } from './import.ts';
import { closed, Name, Nothing } from './parts.ts';

export const WALLETS_COMMANDS = {
  'wallets.draftSeed': Type.Object(
    { words: Type.Union([Type.Literal(12), Type.Literal(24)]) },
    closed,
  ),
  'wallets.saveDraft': Type.Object(
    { draftId: Type.String({ maxLength: 64 }), name: Name, accountNames: AccountNames },
    closed,
  ),
  /** Derives `count` accounts of each path from a typed phrase, without storing anything. */
  'wallets.preview': Type.Object(
    { secret: TypedSecret, count: Type.Integer({ minimum: 1, maximum: MAX_OFFERED }) },
    closed,
  ),
  /** Looks accounts up on Base. Rejects when the node doesn't respond. */
  'wallets.uses': Type.Object(
    { addresses: Type.Array(AddressSchema, { minItems: 1, maxItems: 3 * MAX_OFFERED }) },
    closed,
  ),
  'wallets.import': ImportSchema,
  'wallets.importKeystore': Type.Object(
    {
      name: Name,
      file: Type.String({ minLength: 1, maxLength: 16_384 }),
      password: Type.String({ maxLength: 1024 }),
      accountNames: AccountNames,
    },
    closed,
  ),
  'wallets.save': Type.Object({ edits: Type.Array(UserEditSchema, { maxItems: 512 }) }, closed),
  /** Reports that the user has typed words of the shown phrase. */
  'wallets.confirmPhrase': Type.Object({ walletId: Type.String({ maxLength: 64 }) }, closed),
  'wallets.reveal': Type.Object({ walletId: Type.String({ maxLength: 64 }) }, closed),
  'accounts.add': Type.Object(
    { walletId: Type.String({ maxLength: 64 }), accountNames: AccountNames },
    closed,
  ),
  'accounts.select': Type.Object({ address: AddressSchema }, closed),
  /** Returns the wallet's accounts with their code on Base. */
  'smartAccounts.list': Nothing,
  'smartAccounts.set': Type.Object({ account: AddressSchema }, closed),
  /** `payer`: the account that sends the transaction. */
  'smartAccounts.remove': Type.Object({ account: AddressSchema, payer: AddressSchema }, closed),
} as const;
