import * as Type from '../schema.ts';

/** An EVM network offered by a site (EIP-3085), strictly parsed. */
export const NetworkSchema = Type.Object(
  {
    chainId: Type.Integer({ minimum: 1 }),
    name: Type.String({ minLength: 1, maxLength: 64 }),
    symbol: Type.String({ minLength: 1, maxLength: 16 }),
    rpcUrls: Type.Array(Type.String({ maxLength: 512 }), { minItems: 1, maxItems: 8 }),
    explorerUrl: Type.Optional(Type.String({ maxLength: 512 })),
  },
  { additionalProperties: false },
);
export type Network = Type.Static<typeof NetworkSchema>;
