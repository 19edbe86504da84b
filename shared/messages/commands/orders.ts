import { AddressSchema } from '../../approvals/types.ts';
import { units } from '../../codec.ts';
import * as Type from '../../schema.ts';
import type { Contracts, Price8 } from '../../units.ts';
import { closed, Nothing } from './parts.ts';

export const ORDERS_COMMANDS = {
  /** Reads the feeds now. Resolves when the result has been sent to the pages. */
  'orders.refresh': Nothing,
  /**
   * Returns the input of a ticket's figures, which the page computes. Without the chain, the worker
   * answers immediately from the feed's last response.
   */
  'orders.ticket': Type.Object(
    { digest: Type.String({ maxLength: 66 }), withChain: Type.Boolean() },
    closed,
  ),
  /** Plans a fill with all its preparations. Doesn't ask the user. */
  'fills.plan': Type.Object(
    {
      digest: Type.String({ maxLength: 66 }),
      contracts: units<Contracts>(),
      account: AddressSchema,
    },
    closed,
  ),
  /** Starts a fill; its progress is in the snapshot. */
  'fills.start': Type.Object(
    {
      digest: Type.String({ maxLength: 66 }),
      contracts: units<Contracts>(),
      /** Agreed price per contract, with 8 decimals. */
      agreedPrice: units<Price8>(),
      /** The ticket's account, because the selected account may have changed since. */
      account: AddressSchema,
    },
    closed,
  ),
  /** Accepts the newer quote that replaced the chosen one, at the shown price. */
  'fills.accept': Type.Object(
    { id: Type.String({ maxLength: 64 }), digest: Type.String({ maxLength: 66 }) },
    closed,
  ),
  /** Searches again for the receipt of an unproved fill. */
  'fills.prove': Type.Object({ id: Type.String({ maxLength: 64 }) }, closed),
  /** Asks the user to revoke the allowance that a failed fill left behind. */
  'fills.revoke': Type.Object({ id: Type.String({ maxLength: 64 }) }, closed),
  'fills.dismiss': Type.Object({ id: Type.String({ maxLength: 64 }) }, closed),
  /**
   * Converts receipts back to their asset, and wrapped ether to ether: either all receipts, or only
   * what one fill converted, including interest.
   */
  'funds.back': Type.Object(
    {
      account: AddressSchema,
      token: AddressSchema,
      fill: Type.Optional(Type.String({ maxLength: 64 })),
    },
    closed,
  ),
  /** Reads the last week's prices from the asset's price feed on the chain. */
  'orders.spotHistory': Type.Object({ asset: Type.String({ maxLength: 16 }) }, closed),
  'maker.quotes': Nothing,
  'maker.cancelAll': Nothing,
  'referrer.fees': Nothing,
  'referrer.claim': Type.Object({ book: AddressSchema, token: AddressSchema }, closed),
} as const;
