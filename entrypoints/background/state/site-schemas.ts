import {
  Unknown as Anything,
  Integer,
  Array as List,
  Literal,
  Object as Shape,
  type Static,
  String as Text,
  Union,
} from 'typebox';
import { AddressSchema } from '../../../shared/approvals/types.ts';
import { AwaitedChangeSchema } from '../../../shared/messages/awaited-change.ts';
import { parseAs } from '../../../shared/parse.ts';
import { recordOf } from '../../../shared/wire/record-of.ts';

const closed = { additionalProperties: false };

/** Sites by their origin, each with the numbers of its accounts in the list: sites share most of them. */
export const SitesSchema = Shape(
  {
    accounts: List(AddressSchema),
    sites: recordOf(
      Shape({ accounts: List(Integer({ minimum: 0 })), connectedAt: Integer() }, closed),
    ),
  },
  closed,
);

const FirstSitesSchema = recordOf(
  Shape({ accounts: List(AddressSchema), connectedAt: Integer() }, closed),
);

/** Numbers the accounts of the first version, in which each site had its own list of addresses. */
export function withNumberedAccounts(value: unknown): unknown {
  const sites = parseAs(FirstSitesSchema, value);
  return sites === undefined ? undefined : numbered(sites);
}

/** Returns sites in the form in which they are stored. */
export function numbered(
  sites: Readonly<Record<string, { accounts: readonly string[]; connectedAt: number }>>,
): Static<typeof SitesSchema> {
  const accounts = [...new Set(Object.values(sites).flatMap((site) => site.accounts))];
  const places = new Map(accounts.map((address, place) => [address, place]));
  const rows = Object.entries(sites).map(([origin, { accounts: own, connectedAt }]) => {
    const numbers = own.flatMap((address) => places.get(address) ?? []);
    return [origin, { accounts: numbers, connectedAt }] as const;
  });
  return { accounts, sites: Object.fromEntries(rows) };
}

/** The list of phishing sites that the user refreshed: host names, one per line. */
export const PhishingListSchema = Shape({ blocked: Text(), allowed: Text() }, closed);

/** Time of the refresh (epoch milliseconds), which can be shown without reading the list. */
export const PhishingListAtSchema = Shape({ at: Integer() }, closed);

/** Subscriptions of pages, so that a new worker continues them. */
export const SubscriptionsSchema = List(
  Shape(
    {
      id: Text(),
      requestKey: Text(),
      site: Text(),
      documentKey: Text(),
      chainId: Integer(),
      kind: Union([Literal('newHeads'), Literal('logs')]),
      filter: recordOf(Anything()),
      head: Text(),
    },
    closed,
  ),
);

/** A change that waits for a permission, until a time (Unix milliseconds). */
export const AwaitedAccessSchema = Shape({ change: AwaitedChangeSchema, until: Integer() }, closed);

/** Sites that can't open prompts until a time (epoch milliseconds). */
export const BlockedSitesSchema = recordOf(Integer());
