import { AddressSchema } from '../../approvals/types.ts';
import * as Type from '../../schema.ts';
import { closed, Decimal, Nothing } from './parts.ts';

export const ORDERS_COMMANDS = {
  /** `known` names a list that the page has: the worker sends its changes, if it has that list too. */
  'orders.list': Type.Object(
    { fresh: Type.Boolean(), known: Type.Optional(Type.String({ maxLength: 36 })) },
    closed,
  ),
  /** Returns the next rows of a long reading; none when the worker doesn't have it any more. */
  'orders.rows': Type.Object(
    { rest: Type.String({ maxLength: 36 }), from: Type.Integer({ minimum: 0 }) },
    closed,
  ),
  /** Returns cached rows without asking a server. */
  'orders.cached': Nothing,
  /** Waits for orders that differ from a list's; `at` is the time of that list. */
  'orders.changed': Type.Object({ at: Type.Number() }, closed),
  /** Waits for the slow checks; the list has their results then. */
  'orders.check': Nothing,
  /**
   * Returns the input of a ticket's figures; the page computes them. Without the chain it answers
   * at once, from the feed as last read.
   */
  'orders.ticket': Type.Object(
    { digest: Type.String({ maxLength: 66 }), withChain: Type.Boolean() },
    closed,
  ),
  /** Plans a fill with everything that it needs before it, and asks for nothing. */
  'fills.plan': Type.Object(
    { digest: Type.String({ maxLength: 66 }), contracts: Decimal, account: AddressSchema },
    closed,
  ),
  /** Starts a fill; its progress is in the snapshot. */
  'fills.start': Type.Object(
    {
      digest: Type.String({ maxLength: 66 }),
      contracts: Decimal,
      /** Price per contract that the user agreed to, with 8 decimals. */
      agreedPrice: Decimal,
      /** The ticket's account; the selected account may have changed since. */
      account: AddressSchema,
    },
    closed,
  ),
  /** Accepts the newer quote that replaced the chosen one, at the shown price. */
  'fills.accept': Type.Object({ id: Type.String({ maxLength: 64 }) }, closed),
  /** Searches again for the receipt of a mined fill without proof. */
  'fills.prove': Type.Object({ id: Type.String({ maxLength: 64 }) }, closed),
  /** Asks to revoke the allowance that a fill without success has left behind. */
  'fills.revoke': Type.Object({ id: Type.String({ maxLength: 64 }) }, closed),
  'fills.dismiss': Type.Object({ id: Type.String({ maxLength: 64 }) }, closed),
  /**
   * Changes receipts back to their asset (ether for wrapped ether): all, or what a fill has converted,
   * with its interest.
   */
  'funds.back': Type.Object(
    {
      account: AddressSchema,
      token: AddressSchema,
      fill: Type.Optional(Type.String({ maxLength: 64 })),
    },
    closed,
  ),
  /** Reads prices of the last week from rounds of the asset's price feed on the chain. */
  'orders.spotHistory': Type.Object({ asset: Type.String({ maxLength: 16 }) }, closed),
  'maker.quotes': Nothing,
  /** Cancels every quote of the account. */
  'maker.cancelAll': Nothing,
  'referrer.fees': Nothing,
  'referrer.claim': Type.Object({ book: AddressSchema, token: AddressSchema }, closed),
} as const;
