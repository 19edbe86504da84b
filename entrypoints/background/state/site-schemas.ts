import { AddressSchema } from '../../../shared/approvals/types.ts';
import { AwaitedChangeSchema } from '../../../shared/messages/awaited-change.ts';
import * as Type from '../../../shared/schema.ts';
import { recordOf } from '../../../shared/wire/record-of.ts';

const closed = { additionalProperties: false };

/** Sites by their origin, each with the numbers of its accounts in the list: sites share most of them. */
export const SitesSchema = Type.Object(
  {
    accounts: Type.Array(AddressSchema),
    /**
     * Those of `accounts` that the vault had when it was last open, in the order that sites see.
     * They see the same while it is locked.
     */
    lastSeen: Type.Optional(Type.Array(AddressSchema)),
    sites: recordOf(
      Type.Object(
        { accounts: Type.Array(Type.Integer({ minimum: 0 })), connectedAt: Type.Integer() },
        closed,
      ),
    ),
  },
  closed,
);

/** Returns sites in their stored form. */
export function numbered(
  sites: Readonly<Record<string, { accounts: readonly string[]; connectedAt: number }>>,
): Type.Static<typeof SitesSchema> {
  const accounts = [...new Set(Object.values(sites).flatMap((site) => site.accounts))];
  const places = new Map(accounts.map((address, place) => [address, place]));
  const rows = Object.entries(sites).map(([origin, { accounts: own, connectedAt }]) => {
    const numbers = own.flatMap((address) => places.get(address) ?? []);
    return [origin, { accounts: numbers, connectedAt }] as const;
  });
  return { accounts, sites: Object.fromEntries(rows) };
}

/** A change that waits for a permission, until a time (Unix milliseconds). */
export const AwaitedAccessSchema = Type.Object(
  { change: AwaitedChangeSchema, until: Type.Integer() },
  closed,
);

/** Sites that can't open prompts until a time (epoch milliseconds). */
export const BlockedSitesSchema = recordOf(Type.Integer());
