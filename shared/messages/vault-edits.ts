import {
  Boolean as Bool,
  Array as List,
  Literal,
  Object as Shape,
  type Static,
  String as Text,
  Union,
} from 'typebox';
import { AddressSchema } from '../approvals/types.ts';
import { MAX_WALLETS } from '../wire/vault.ts';

const closed = { additionalProperties: false };
const Id = Text({ minLength: 1, maxLength: 64 });
const Name = Text({ minLength: 1, maxLength: 60 });

/** A change requested by a wallet page; the worker adds the time and the previous value. */
export const UserEditSchema = Union([
  Shape({ kind: Literal('rename-wallet'), walletId: Id, name: Name }, closed),
  Shape({ kind: Literal('remove-wallet'), walletId: Id }, closed),
  Shape({ kind: Literal('order-wallets'), walletIds: List(Id, { maxItems: MAX_WALLETS }) }, closed),
  Shape(
    { kind: Literal('rename-account'), walletId: Id, address: AddressSchema, name: Name },
    closed,
  ),
  Shape(
    {
      kind: Literal('hide-account'),
      walletId: Id,
      address: AddressSchema,
      hidden: Bool(),
    },
    closed,
  ),
  Shape(
    {
      kind: Literal('rename-passkey'),
      credentialId: Text({ minLength: 1, maxLength: 1366 }),
      name: Name,
    },
    closed,
  ),
  Shape({ kind: Literal('set-contact'), address: AddressSchema, name: Name }, closed),
  Shape({ kind: Literal('remove-contact'), address: AddressSchema }, closed),
]);

export type UserEdit = Static<typeof UserEditSchema>;
