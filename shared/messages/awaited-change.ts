import { Literal, Object as Shape, type Static, Union } from 'typebox';

const closed = { additionalProperties: false };

/** A settings change that first needs a browser permission. */
export const AwaitedChangeSchema = Union([
  Shape({ kind: Literal('defaultWallet') }, closed),
  Shape(
    { kind: Literal('expiryNotices'), notices: Union([Literal('plain'), Literal('named')]) },
    closed,
  ),
]);
export type AwaitedChange = Static<typeof AwaitedChangeSchema>;
