import { AddressSchema } from '../approvals/types.ts';
import * as Type from '../schema.ts';
import { MAX_WALLETS } from '../wire/vault-limits.ts';

const closed = { additionalProperties: false };
const Id = Type.String({ minLength: 1, maxLength: 64 });
const Name = Type.String({ minLength: 1, maxLength: 60 });

/** A change requested by a wallet page; the worker adds the time and the previous value. */
export const UserEditSchema = Type.Union([
  Type.Object({ kind: Type.Literal('rename-wallet'), walletId: Id, name: Name }, closed),
  Type.Object({ kind: Type.Literal('remove-wallet'), walletId: Id }, closed),
  Type.Object(
    { kind: Type.Literal('order-wallets'), walletIds: Type.Array(Id, { maxItems: MAX_WALLETS }) },
    closed,
  ),
  Type.Object(
    { kind: Type.Literal('rename-account'), walletId: Id, address: AddressSchema, name: Name },
    closed,
  ),
  Type.Object(
    {
      kind: Type.Literal('hide-account'),
      walletId: Id,
      address: AddressSchema,
      hidden: Type.Boolean(),
    },
    closed,
  ),
  Type.Object(
    {
      kind: Type.Literal('rename-passkey'),
      credentialId: Type.String({ minLength: 1, maxLength: 1366 }),
      name: Name,
    },
    closed,
  ),
  Type.Object({ kind: Type.Literal('set-contact'), address: AddressSchema, name: Name }, closed),
  Type.Object({ kind: Type.Literal('remove-contact'), address: AddressSchema }, closed),
]);

export type UserEdit = Type.Static<typeof UserEditSchema>;
