import * as Type from '../schema.ts';

const closed = { additionalProperties: false };

/** A change of settings that first needs a browser permission. */
export const AwaitedChangeSchema = Type.Union([
  Type.Object({ kind: Type.Literal('defaultWallet') }, closed),
  Type.Object(
    {
      kind: Type.Literal('expiryNotices'),
      notices: Type.Union([Type.Literal('plain'), Type.Literal('named')]),
    },
    closed,
  ),
]);
export type AwaitedChange = Type.Static<typeof AwaitedChangeSchema>;
