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
import { CallFailureSchema } from '../../../shared/chain/call-failure.ts';
import { type FillStage, REVOCATION_STAGES } from '../../../shared/messages/ticket.ts';
import { oneOf } from '../../../shared/one-of.ts';
import { FailedCheckSchema } from '../../../shared/orders/failed-check.ts';
import { FILL_FAILURES } from '../../../shared/orders/failures.ts';
import { PRODUCT_NAMES } from '../../../shared/orders/products.ts';
import { FILL_FACTS } from '../../../shared/positions/filled-as-signed.ts';

const closed = { additionalProperties: false };
const Decimal = Text({ pattern: '^[0-9]{1,78}$' });

/** A transaction of the fill; the key identifies its request and its hash. */
const asked = { key: Text(), to: AddressSchema, data: Text() };
const AskedSchema = Shape(asked, closed);
const SentSchema = Shape({ ...asked, hash: Text() }, closed);

/** Members of every fill. */
const about = {
  id: Text(),
  digest: Text(),
  account: AddressSchema,
  at: Integer(),
  referrer: AddressSchema,
  side: oneOf(['buy', 'sell']),
  asset: Text(),
  product: oneOf(PRODUCT_NAMES),
  token: Shape({ symbol: Text(), decimals: Integer() }, closed),
  contracts: Decimal,
  /** The requested size, before the book's limit. */
  wanted: Optional(Decimal),
  price: Decimal,
  /** The price that the user agreed to; a newer quote can differ by the tolerance. */
  agreedPrice: Optional(Decimal),
  /** Basis points by which a newer quote may be worse, as set at the start. */
  toleranceBps: Optional(Integer()),
  steps: Union([Literal(1), Literal(2)]),
  /** Set when no node could simulate the fill before its allowance. */
  isUntried: Optional(Bool()),
  /** An allowance for a former quote; its unused part remains. */
  granted: Optional(Text()),
  /** An allowance that was mined for this fill or a former quote. */
  given: Optional(Shape({ token: AddressSchema, spender: AddressSchema }, closed)),
  /** Wei that this fill's transactions have cost so far. */
  gasSpent: Optional(Decimal),
  /** Base units that the book may still take after the fill failed. */
  leftover: Optional(Decimal),
  revocation: Optional(
    Shape({ key: Text(), stage: oneOf(REVOCATION_STAGES), hash: Optional(Text()) }, closed),
  ),
};

/** The allowance of this very quote, once it was sent. */
const allowance = Optional(SentSchema);

const ProofSchema = Shape(
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
);

/** Why a fill failed, with the chain's message or the check that refused the order. */
const FailureSchema = Shape(
  {
    code: oneOf(FILL_FAILURES),
    reason: Optional(CallFailureSchema),
    check: Optional(FailedCheckSchema),
  },
  closed,
);

/**
 * A fill of the wallet in progress, one member for each stage, with everything that a new worker
 * needs to continue.
 */
export const FillRecordSchema = Union([
  Shape({ ...about, stage: Literal('checking'), allowance }, closed),
  Shape({ ...about, stage: Literal('allowance asked'), allowance: AskedSchema }, closed),
  Shape({ ...about, stage: Literal('allowance sent'), allowance: SentSchema }, closed),
  Shape({ ...about, stage: Literal('fill asked'), allowance, fill: AskedSchema }, closed),
  Shape({ ...about, stage: Literal('fill sent'), allowance, fill: SentSchema }, closed),
  /** Added when the receipt was read. */
  Shape(
    {
      ...about,
      stage: Literal('mined'),
      allowance,
      fill: SentSchema,
      proof: Optional(ProofSchema),
    },
    closed,
  ),
  Shape(
    { ...about, stage: Literal('indexed'), allowance, fill: SentSchema, proof: ProofSchema },
    closed,
  ),
  Shape(
    { ...about, stage: Literal('not indexed'), allowance, fill: SentSchema, proof: ProofSchema },
    closed,
  ),
  Shape({ ...about, stage: Literal('unproved'), allowance, fill: SentSchema }, closed),
  Shape(
    {
      ...about,
      stage: Literal('replaced'),
      allowance,
      newer: Shape({ digest: Text(), price: Decimal, isOtherMaker: Bool() }, closed),
    },
    closed,
  ),
  /** `fill` if it was mined or lost. */
  Shape(
    {
      ...about,
      stage: Literal('failed'),
      allowance,
      fill: Optional(SentSchema),
      failure: FailureSchema,
    },
    closed,
  ),
]);

export type FillRecord = Static<typeof FillRecordSchema>;
export type FillIn<Stage extends FillStage> = Extract<FillRecord, { stage: Stage }>;
export type Asked = Static<typeof AskedSchema>;
export type FillFailure = Static<typeof FailureSchema>;
export type FillBase = Omit<FillIn<'allowance asked'>, 'stage' | 'allowance'>;

/** A record whose next step needs no user. */
export type FillUnderWay = Exclude<
  FillRecord,
  FillIn<'indexed' | 'not indexed' | 'unproved' | 'replaced' | 'failed'>
>;
