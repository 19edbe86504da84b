import { AddressSchema, ChoiceSchema } from '../../approvals/types.ts';
import * as Type from '../../schema.ts';
import { AllowanceRefSchema, MAX_REVOKED } from '../allowances.ts';
import { closed, Decimal, Nothing } from './parts.ts';

const ActivityKindSchema = Type.Union([
  Type.Literal('all'),
  Type.Literal('pending'),
  Type.Literal('transaction'),
  Type.Literal('signature'),
]);
export type ActivityKind = Type.Static<typeof ActivityKindSchema>;

export const APPROVALS_COMMANDS = {
  /**
   * Opens the window of open requests. `toFront` brings a window that is already open to the front.
   */
  'approvals.show': Type.Object({ toFront: Type.Optional(Type.Boolean()) }, closed),
  /**
   * `mark` is the view's mark, so that only a request in its shown form can be confirmed. A
   * rejection needs no mark.
   */
  'approvals.decide': Type.Object(
    {
      id: Type.String({ maxLength: 64 }),
      mark: Type.String({ maxLength: 64 }),
      choice: ChoiceSchema,
    },
    closed,
  ),
  'approvals.rejectAll': Nothing,
  /** Rejects this request and all other requests of its site, and blocks the site for some time. */
  'approvals.blockSite': Type.Object({ id: Type.String({ maxLength: 64 }) }, closed),
  /** Changes the amount of a requested allowance, in base units. */
  'approvals.setAllowance': Type.Object(
    { id: Type.String({ maxLength: 64 }), amount: Decimal },
    closed,
  ),
  'transactions.speedUp': Type.Object({ id: Type.String({ maxLength: 66 }) }, closed),
  'transactions.cancel': Type.Object({ id: Type.String({ maxLength: 66 }) }, closed),
  /** `amount` is in base units of the token; in wei if there is no token. */
  'transactions.send': Type.Object(
    {
      chainId: Type.Integer({ minimum: 1 }),
      to: AddressSchema,
      amount: Decimal,
      token: Type.Optional(AddressSchema),
    },
    closed,
  ),
  /** Returns the maximum amount of the chain's coin that can be sent, after the fee. */
  'transactions.most': Type.Object(
    { chainId: Type.Integer({ minimum: 1 }), to: AddressSchema },
    closed,
  ),
  'activity.page': Type.Object(
    { show: ActivityKindSchema, count: Type.Integer({ minimum: 1, maximum: 500 }) },
    closed,
  ),
  'activity.receivers': Nothing,
  'allowances.list': Type.Object({ chainId: Type.Integer({ minimum: 1 }) }, closed),
  /** Reads the network's logs again from the first block. Allowances found so far are kept. */
  'allowances.readAgain': Type.Object({ chainId: Type.Integer({ minimum: 1 }) }, closed),
  'allowances.revoke': Type.Object(
    { refs: Type.Array(AllowanceRefSchema, { minItems: 1, maxItems: MAX_REVOKED }) },
    closed,
  ),
  'sites.page': Type.Object(
    {
      /** Part of the origin; empty for all sites. */
      search: Type.String({ maxLength: 256 }),
      count: Type.Integer({ minimum: 1, maximum: 1_000 }),
    },
    closed,
  ),
  'sites.disconnect': Type.Object({ origin: Type.String({ maxLength: 512 }) }, closed),
  'sites.unblock': Type.Object({ origin: Type.String({ maxLength: 512 }) }, closed),
  'sites.allowAgain': Type.Object({ origin: Type.String({ maxLength: 512 }) }, closed),
  'sites.setAccounts': Type.Object(
    {
      origin: Type.String({ maxLength: 512 }),
      accounts: Type.Array(AddressSchema, { minItems: 1, maxItems: 512 }),
    },
    closed,
  ),
  'sites.setChain': Type.Object(
    { origin: Type.String({ maxLength: 512 }), chainId: Type.Integer({ minimum: 1 }) },
    closed,
  ),
  'phishing.refresh': Nothing,
  'phishing.setRefresh': Type.Object(
    { isWeekly: Type.Boolean(), source: Type.String({ maxLength: 512 }) },
    { additionalProperties: false },
  ),
} as const;
