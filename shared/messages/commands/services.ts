import { AddressSchema } from '../../approvals/types.ts';
import * as Type from '../../schema.ts';
import { closed, Url } from './parts.ts';

const services = {
  ordersUrls: Type.Array(Url, { minItems: 1, maxItems: 8 }),
  indexerUrl: Url,
  positionsUrl: Type.String({ maxLength: 512 }),
  rpcUrls: Type.Array(Url, { minItems: 1, maxItems: 8 }),
  referrer: AddressSchema,
};
export const ServicesSchema = Type.Object({ vaultUrl: Url, ...services }, closed);
/**
 * Services without a required vault server. `vaultUrl` is empty if the vault is only on this
 * device.
 */
export const AnyServicesSchema = Type.Object(
  { vaultUrl: Type.String({ maxLength: 512 }), ...services },
  closed,
);
