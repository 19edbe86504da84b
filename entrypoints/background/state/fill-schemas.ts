import { Type } from 'typebox';
import { AddressSchema } from '../../../shared/approvals/types.ts';
import { CallFailureSchema } from '../../../shared/chain/call-failure.ts';
import { type FillStage, REVOCATION_STAGES } from '../../../shared/messages/ticket.ts';
import { oneOf } from '../../../shared/one-of.ts';
import { FailedCheckSchema } from '../../../shared/orders/failed-check.ts';
import { FILL_FAILURES } from '../../../shared/orders/failures.ts';
import { PRODUCT_NAMES } from '../../../shared/orders/products.ts';
import { FILL_FACTS } from '../../../shared/positions/filled-as-signed.ts';

const closed = { additionalProperties: false };
const Decimal = Type.String({ pattern: '^[0-9]{1,78}$' });

/** A transaction of the fill. The key identifies its request, and later its hash. */
const asked = { key: Type.String(), to: AddressSchema, data: Type.String() };
const AskedSchema = Type.Object(asked, closed);
const SentSchema = Type.Object({ ...asked, hash: Type.String() }, closed);

/** Members of every fill. */
const about = {
  id: Type.String(),
  digest: Type.String(),
  account: AddressSchema,
  at: Type.Integer(),
  referrer: AddressSchema,
  side: oneOf(['buy', 'sell']),
  asset: Type.String(),
  product: oneOf(PRODUCT_NAMES),
  token: Type.Object({ symbol: Type.String(), decimals: Type.Integer() }, closed),
  contracts: Decimal,
  /** The requested size, before the book's limit. */
  wanted: Type.Optional(Decimal),
  price: Decimal,
  /** The price that the user agreed to; a newer quote can differ by the tolerance. */
  agreedPrice: Type.Optional(Decimal),
  /** Basis points by which a newer quote may be worse, as set at the start. */
  toleranceBps: Type.Optional(Type.Integer()),
  steps: Type.Union([Type.Literal(1), Type.Literal(2)]),
  /** Set when no node could simulate the fill before its allowance. */
  isUntried: Type.Optional(Type.Boolean()),
  /** An allowance for a former quote; its unused part remains. */
  granted: Type.Optional(Type.String()),
  /** An allowance that was mined for this fill or a former quote. */
  given: Type.Optional(Type.Object({ token: AddressSchema, spender: AddressSchema }, closed)),
  /** Wei that this fill's transactions have cost so far. */
  gasSpent: Type.Optional(Decimal),
  /** Base units that the book may still take after the fill failed. */
  leftover: Type.Optional(Decimal),
  revocation: Type.Optional(
    Type.Object(
      { key: Type.String(), stage: oneOf(REVOCATION_STAGES), hash: Type.Optional(Type.String()) },
      closed,
    ),
  ),
};

/** The allowance of this very quote, once it was sent. */
const allowance = Type.Optional(SentSchema);

const ProofSchema = Type.Object(
  {
    option: AddressSchema,
    block: Type.String(),
    compared: Type.Array(oneOf(FILL_FACTS)),
    differing: Type.Array(oneOf(FILL_FACTS)),
    premium: Decimal,
    fee: Decimal,
    referralFee: Decimal,
    collateral: Decimal,
  },
  closed,
);

/** Why a fill failed, with the chain's message or the check that refused the order. */
const FailureSchema = Type.Object(
  {
    code: oneOf(FILL_FAILURES),
    reason: Type.Optional(CallFailureSchema),
    check: Type.Optional(FailedCheckSchema),
  },
  closed,
);

/**
 * A fill of the wallet in progress, one member for each stage, with everything that a new worker
 * needs to continue.
 */
export const FillRecordSchema = Type.Union([
  Type.Object({ ...about, stage: Type.Literal('checking'), allowance }, closed),
  Type.Object({ ...about, stage: Type.Literal('allowance asked'), allowance: AskedSchema }, closed),
  Type.Object({ ...about, stage: Type.Literal('allowance sent'), allowance: SentSchema }, closed),
  Type.Object(
    { ...about, stage: Type.Literal('fill asked'), allowance, fill: AskedSchema },
    closed,
  ),
  Type.Object({ ...about, stage: Type.Literal('fill sent'), allowance, fill: SentSchema }, closed),
  /** `proof` is set once the receipt was read. */
  Type.Object(
    {
      ...about,
      stage: Type.Literal('mined'),
      allowance,
      fill: SentSchema,
      proof: Type.Optional(ProofSchema),
    },
    closed,
  ),
  Type.Object(
    { ...about, stage: Type.Literal('indexed'), allowance, fill: SentSchema, proof: ProofSchema },
    closed,
  ),
  Type.Object(
    {
      ...about,
      stage: Type.Literal('not indexed'),
      allowance,
      fill: SentSchema,
      proof: ProofSchema,
    },
    closed,
  ),
  Type.Object({ ...about, stage: Type.Literal('unproved'), allowance, fill: SentSchema }, closed),
  Type.Object(
    {
      ...about,
      stage: Type.Literal('replaced'),
      allowance,
      newer: Type.Object(
        { digest: Type.String(), price: Decimal, isOtherMaker: Type.Boolean() },
        closed,
      ),
    },
    closed,
  ),
  /** `fill` if it was mined or lost. */
  Type.Object(
    {
      ...about,
      stage: Type.Literal('failed'),
      allowance,
      fill: Type.Optional(SentSchema),
      failure: FailureSchema,
    },
    closed,
  ),
]);

export type FillRecord = Type.Static<typeof FillRecordSchema>;
export type FillIn<Stage extends FillStage> = Extract<FillRecord, { stage: Stage }>;
export type Asked = Type.Static<typeof AskedSchema>;
export type FillFailure = Type.Static<typeof FailureSchema>;
export type FillBase = Omit<FillIn<'allowance asked'>, 'stage' | 'allowance'>;

/** A record whose next step needs no user. */
export type FillUnderWay = Exclude<
  FillRecord,
  FillIn<'indexed' | 'not indexed' | 'unproved' | 'replaced' | 'failed'>
>;
