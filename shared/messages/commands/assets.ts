import { AddressSchema } from '../../approvals/types.ts';
import { NetworkSchema } from '../../chain/network.ts';
import * as Type from '../../schema.ts';
import { closed } from './parts.ts';

export const ASSETS_COMMANDS = {
  'names.addressOf': Type.Object({ name: Type.String({ maxLength: 255 }) }, closed),
  'names.nameOf': Type.Object({ address: AddressSchema }, closed),
  'networks.add': Type.Object({ network: NetworkSchema }, closed),
  'networks.use': Type.Object({ chainId: Type.Integer({ minimum: 1 }) }, closed),
  'networks.remove': Type.Object({ chainId: Type.Integer({ minimum: 1 }) }, closed),
  /** Returns the contract at an address, to show it before it is added. */
  'tokens.look': Type.Object(
    { chainId: Type.Integer({ minimum: 1 }), address: AddressSchema },
    closed,
  ),
  'tokens.add': Type.Object(
    { chainId: Type.Integer({ minimum: 1 }), address: AddressSchema },
    closed,
  ),
  'tokens.remove': Type.Object(
    { chainId: Type.Integer({ minimum: 1 }), address: AddressSchema },
    closed,
  ),
  /** `isWhole`: reads every network instead of only those that may have changed. */
  'portfolio.refresh': Type.Object({ isWhole: Type.Boolean() }, closed),
} as const;
