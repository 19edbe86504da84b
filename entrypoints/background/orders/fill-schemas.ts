import { AddressSchema, CodeChangeSchema } from '../../../shared/approvals/types.ts';
import { CallFailureSchema } from '../../../shared/chain/call-failure.ts';
import { ExpirySchema, ProductNameSchema, StrikesSchema } from '../../../shared/messages/alerts.ts';
import { type FillStage, REVOCATION_STAGES } from '../../../shared/messages/ticket.ts';
import { oneOf } from '../../../shared/one-of.ts';
import { FailedCheckSchema } from '../../../shared/orders/failed-check.ts';
import { FILL_FAILURES } from '../../../shared/orders/failures.ts';
import { PREPARATION_KINDS } from '../../../shared/orders/preparation.ts';
import { FILL_FACTS } from '../../../shared/positions/filled-as-signed.ts';
import * as Type from '../../../shared/schema.ts';

const closed = { additionalProperties: false };
const Decimal = Type.String({ pattern: '^[0-9]{1,78}$' });

/**
 * A transaction of the fill. `key` identifies the transaction's request. The hash is later found by
 * the key.
 */
const asked = {
  key: Type.String(),
  to: AddressSchema,
  data: Type.String(),
  value: Type.Optional(Type.String()),
  codeChange: Type.Optional(CodeChangeSchema),
};
const AskedSchema = Type.Object(asked, closed);
const SentSchema = Type.Object({ ...asked, hash: Type.String() }, closed);

/** The effect of a transaction before the fill; the amount in base units. */
const preparation = { kind: oneOf(PREPARATION_KINDS), amount: Decimal };
const AskedPreparation = Type.Object({ ...asked, ...preparation }, closed);
/**
 * `rest`: base units still missing, because a smaller preparation, believed lost, was mined
 * instead.
 */
const sentPreparation = {
  ...{ ...asked, ...preparation },
  hash: Type.String(),
  rest: Type.Optional(Decimal),
};
const SentPreparation = Type.Object(sentPreparation, closed);
/** `isBack`: the money was converted back before the user accepted another quote. */
const MadeSchema = Type.Object(
  { ...sentPreparation, digest: Type.String(), isBack: Type.Optional(Type.Boolean()) },
  closed,
);

const about = {
  id: Type.String(),
  digest: Type.String(),
  account: AddressSchema,
  at: Type.Integer(),
  referrer: AddressSchema,
  side: oneOf(['buy', 'sell']),
  asset: Type.String(),
  product: ProductNameSchema,
  strikes: StrikesSchema,
  expiry: ExpirySchema,
  token: Type.Object({ symbol: Type.String(), decimals: Type.Integer() }, closed),
  contracts: Decimal,
  /** The requested size, before the book's limit. */
  wanted: Type.Optional(Decimal),
  price: Decimal,
  /** The agreed price. A newer quote's price can differ from this price within the tolerance. */
  agreedPrice: Type.Optional(Decimal),
  /** Mined transactions before the fill, in order, each with the quote that it was made for. */
  made: Type.Array(MadeSchema),
  /**
   * Preparations that were mined before the user accepted another price. The steps after them are
   * counted from one again.
   */
  earlier: Type.Optional(Type.Array(MadeSchema)),
  ahead: Type.Array(Type.Object(preparation, closed)),
  /**
   * Preparations inside the fill's own transaction. This transaction succeeds or fails as a whole.
   */
  included: Type.Optional(Type.Array(Type.Object(preparation, closed))),
  /** Hashes of lost fills of the same option that this fill replaces. */
  insteadOf: Type.Optional(Type.Array(Type.String())),
  /** The user dismissed the fill as lost. It is kept while its transaction can still be mined. */
  isHidden: Type.Optional(Type.Boolean()),
  /** The money that the fill had converted was converted back. */
  wentBack: Type.Optional(Type.Boolean()),
  /** Set when no node could simulate the fill without its preparations. */
  isUntried: Type.Optional(Type.Boolean()),
  /** Wei that this fill's transactions have cost so far. */
  gasSpent: Type.Optional(Decimal),
  /** Base units that the first and the second allowance of `givenBy` still allow. */
  leftover: Type.Optional(Decimal),
  otherLeftover: Type.Optional(Decimal),
  revocation: Type.Optional(
    Type.Object(
      { key: Type.String(), stage: oneOf(REVOCATION_STAGES), hash: Type.Optional(Type.String()) },
      closed,
    ),
  ),
};

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

/** Reason why a fill failed, with the chain's message or the check that refused the order. */
const FailureSchema = Type.Object(
  {
    code: oneOf(FILL_FAILURES),
    reason: Type.Optional(CallFailureSchema),
    check: Type.Optional(FailedCheckSchema),
  },
  closed,
);

/**
 * A fill of the wallet in progress, with one member of the union for each stage. Contains
 * everything that a new worker needs to continue.
 */
export const FillRecordSchema = Type.Union([
  Type.Object({ ...about, stage: Type.Literal('checking') }, closed),
  Type.Object(
    { ...about, stage: Type.Literal('preparation asked'), preparation: AskedPreparation },
    closed,
  ),
  Type.Object(
    { ...about, stage: Type.Literal('preparation sent'), preparation: SentPreparation },
    closed,
  ),
  Type.Object({ ...about, stage: Type.Literal('fill asked'), fill: AskedSchema }, closed),
  Type.Object({ ...about, stage: Type.Literal('fill sent'), fill: SentSchema }, closed),
  /** `proof` is set once the receipt was read. */
  Type.Object(
    {
      ...about,
      stage: Type.Literal('mined'),
      fill: SentSchema,
      proof: Type.Optional(ProofSchema),
    },
    closed,
  ),
  Type.Object(
    { ...about, stage: Type.Literal('indexed'), fill: SentSchema, proof: ProofSchema },
    closed,
  ),
  Type.Object(
    {
      ...about,
      stage: Type.Literal('not indexed'),
      fill: SentSchema,
      proof: ProofSchema,
    },
    closed,
  ),
  Type.Object({ ...about, stage: Type.Literal('unproved'), fill: SentSchema }, closed),
  Type.Object(
    {
      ...about,
      stage: Type.Literal('replaced'),
      newer: Type.Object(
        { digest: Type.String(), price: Decimal, isOtherMaker: Type.Boolean() },
        closed,
      ),
    },
    closed,
  ),
  /** `fill` is set when its transaction was sent. */
  Type.Object(
    {
      ...about,
      stage: Type.Literal('failed'),
      /** The preparation that was rejected, got lost, or failed on the chain. */
      stopped: Type.Optional(
        Type.Object({ ...preparation, hash: Type.Optional(Type.String()) }, closed),
      ),
      fill: Type.Optional(SentSchema),
      failure: FailureSchema,
      /** True when the receipt of the mined transaction shows no option. */
      hasNoOption: Type.Optional(Type.Boolean()),
      /** True when the account became smart although the calls reverted (EIP-7702). */
      becameSmart: Type.Optional(Type.Boolean()),
    },
    closed,
  ),
]);

export type FillRecord = Type.Static<typeof FillRecordSchema>;
export type FillIn<Stage extends FillStage> = Extract<FillRecord, { stage: Stage }>;
export type Asked = Type.Static<typeof AskedSchema>;
export type SentPreparation = Type.Static<typeof SentPreparation>;
export type FillFailure = Type.Static<typeof FailureSchema>;
export type FillBase = Omit<FillIn<'checking'>, 'stage'>;

/** A record whose next step is automatic. */
export type FillUnderWay = Exclude<
  FillRecord,
  FillIn<'indexed' | 'not indexed' | 'unproved' | 'replaced' | 'failed'>
>;
