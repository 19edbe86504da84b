import {
  Boolean as Bool,
  Integer,
  Array as List,
  Literal,
  Optional,
  Object as Shape,
  type Static,
  String as Text,
  Union,
} from 'typebox';
import { AddressSchema } from '../../../shared/approvals/types.ts';
import {
  FILL_STAGES,
  type FillStage,
  type FillView,
  REVOCATION_STAGES,
} from '../../../shared/messages/ticket.ts';
import { oneOf } from '../../../shared/one-of.ts';
import { FILL_FAILURES } from '../../../shared/orders/failures.ts';
import { PRODUCT_NAMES } from '../../../shared/orders/products.ts';
import { FILL_FACTS } from '../../../shared/positions/filled-as-signed.ts';

const closed = { additionalProperties: false };
const Decimal = Text({ pattern: '^[0-9]{1,78}$' });

/** A transaction that the user is asked for, with the key under which it is asked and found again. */
const AskedSchema = Shape(
  { key: Text(), to: AddressSchema, data: Text(), hash: Optional(Text()) },
  closed,
);

/** A fill of the wallet's own on its way: everything that a new worker needs to go on with it. */
export const FillRecordSchema = Shape(
  {
    id: Text(),
    digest: Text(),
    account: AddressSchema,
    at: Integer(),
    stage: oneOf(FILL_STAGES),
    referrer: AddressSchema,
    side: Union([Literal('buy'), Literal('sell')]),
    asset: Text(),
    product: oneOf(PRODUCT_NAMES),
    token: Shape({ symbol: Text(), decimals: Integer() }, closed),
    contracts: Decimal,
    /** The size that was asked for, before the book had its say. */
    wanted: Optional(Decimal),
    price: Decimal,
    /** The price that the user agreed to; a newer quote may differ by the tolerance. */
    agreedPrice: Optional(Decimal),
    /** Basis points by which a newer quote may be worse, as the user had set them at the start. */
    toleranceBps: Optional(Integer()),
    steps: Union([Literal(1), Literal(2)]),
    /** No node could try the fill before its allowance was given. */
    isUntried: Optional(Bool()),
    /** An allowance that was mined for this fill or a quote before it. */
    given: Optional(Shape({ token: AddressSchema, spender: AddressSchema }, closed)),
    /** Wei that transactions of this fill cost so far. */
    gasSpent: Optional(Decimal),
    /** Base units that the book may still take after the fill came to nothing. */
    leftover: Optional(Decimal),
    revocation: Optional(
      Shape({ key: Text(), stage: oneOf(REVOCATION_STAGES), hash: Optional(Text()) }, closed),
    ),
    allowance: Optional(AskedSchema),
    /** An allowance that was given for a quote before this one, and stands as far as it is not used. */
    granted: Optional(Text()),
    fill: Optional(AskedSchema),
    failure: Optional(Shape({ code: oneOf(FILL_FAILURES), detail: Optional(Text()) }, closed)),
    newer: Optional(
      Shape({ digest: Text(), price: Decimal, isOtherMaker: Optional(Bool()) }, closed),
    ),
    proof: Optional(
      Shape(
        {
          option: AddressSchema,
          block: Text(),
          compared: List(oneOf(FILL_FACTS)),
          differing: List(oneOf(FILL_FACTS)),
          premium: Decimal,
          fee: Decimal,
          referralFee: Decimal,
          collateral: Decimal,
        },
        closed,
      ),
    ),
  },
  closed,
);

export type FillRecord = Static<typeof FillRecordSchema>;

const OVER: readonly FillStage[] = ['indexed', 'not indexed', 'unproved', 'failed'];

/** Nothing happens by itself any more; `replaced` and `unproved` wait for the user. */
export function isAtRest({ stage }: Pick<FillRecord, 'stage'>): boolean {
  return stage === 'replaced' || OVER.includes(stage);
}

/** What pages see: no bytes, no keys. */
export function fillView(record: FillRecord): FillView {
  const {
    allowance,
    granted,
    fill,
    referrer: _referrer,
    wanted: _wanted,
    agreedPrice: _agreedPrice,
    toleranceBps: _toleranceBps,
    given: givenAllowance,
    revocation,
    ...shown
  } = record;
  const given = allowance?.hash ?? granted;
  return {
    ...shown,
    hasGivenAllowance: given !== undefined,
    canRevoke: isAtRest(record) && givenAllowance !== undefined && record.leftover !== '0',
    ...(revocation === undefined ? {} : { revocation: revocation.stage }),
    ...(allowance?.hash === undefined ? {} : { allowanceHash: allowance.hash }),
    ...(fill?.hash === undefined ? {} : { hash: fill.hash }),
  };
}
