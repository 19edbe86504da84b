import { Literal, Object as Shape, type Static, Union } from 'typebox';

const closed = { additionalProperties: false };

/** A change of the settings that needs a permission of the browser first. */
export const AwaitedChangeSchema = Union([
  Shape({ kind: Literal('defaultWallet') }, closed),
  Shape(
    { kind: Literal('expiryNotices'), notices: Union([Literal('plain'), Literal('named')]) },
    closed,
  ),
]);
export type AwaitedChange = Static<typeof AwaitedChangeSchema>;
