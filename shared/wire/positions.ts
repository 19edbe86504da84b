import type { Static } from '../schema.ts';
import * as Type from '../schema.ts';

/** The indexer's wire format, for servers and documentation. Clients use `parsePositions`. */
const Text = Type.String();
const NullableText = Type.Union([Type.String(), Type.Null()]);
const NullableInteger = Type.Union([Type.Integer(), Type.Null()]);

export const SettlementWire = Type.Object({
  /** 8 decimals. */
  settlementPrice: NullableText,
  /** Base units of the collateral token, like all amounts in this file. */
  payoutBuyer: NullableText,
  collateralReturnedSeller: NullableText,
});

/** The spec's position record, followed by further fields of deployed indexers. */
export const PositionWire = Type.Object({
  address: Text,
  status: Type.Union([
    Type.Literal('pending_init'),
    Type.Literal('open'),
    Type.Literal('settled'),
    Type.Literal('closed'),
  ]),
  buyer: Text,
  seller: Text,
  referrer: Text,
  createdBy: Text,
  entryTimestamp: Type.Integer(),
  entryTxHash: Text,
  entryPremium: Text,
  entryFeePaid: Text,
  collateralToken: Text,
  collateralSymbol: Text,
  collateralDecimals: Type.Integer(),
  underlyingAsset: Text,
  priceFeed: Text,
  strikes: Type.Array(Text),
  expiryTimestamp: Type.Integer(),
  numContracts: Text,
  collateralAmount: Text,
  optionType: Type.Integer(),
  /** Null while the position is open. */
  settlement: Type.Union([SettlementWire, Type.Null()]),
  explicitClose: Type.Union([
    Type.Object({ closedBy: Text, collateralReturned: Text }),
    Type.Null(),
  ]),
  entryBlock: Type.Integer(),
  closeTimestamp: NullableInteger,
  closeTxHash: NullableText,
  closeBlock: NullableInteger,
  optionTypeRaw: Text,
  optionStatus: Text,
  implementation: NullableText,
  implementationName: NullableText,
  implementationType: NullableText,
  bookAddress: NullableText,
  quotationId: NullableText,
  parentOption: NullableText,
  referralFeePaid: Text,
  /** Only in responses about one user. */
  side: Type.Optional(Type.Union([Type.Literal('buyer'), Type.Literal('seller')])),
  /** Only for settled positions: dollars with 8 decimals, and percent with 2 decimals. */
  pnlUsd: Type.Optional(NullableText),
  pnlPct: Type.Optional(NullableText),
});
export type PositionWire = Static<typeof PositionWire>;

/** `POST` or `GET …/update`. */
export const UpdateWire = Type.Union([
  Type.Object({
    status: Type.Literal('success'),
    message: Text,
    startBlock: Type.Integer(),
    endBlock: Type.Integer(),
    processedEvents: Type.Integer(),
    newPositions: Type.Integer(),
    updatedPositions: Type.Integer(),
    errors: Type.Array(Text),
  }),
  Type.Object({
    status: Type.Literal('skipped'),
    message: Text,
    nextUpdateAllowed: Type.Optional(Text),
  }),
  Type.Object({ status: Type.Literal('error'), message: Text }),
]);
export type UpdateWire = Static<typeof UpdateWire>;
