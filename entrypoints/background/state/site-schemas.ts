import {
  Unknown as Anything,
  Integer,
  Array as List,
  Literal,
  Object as Shape,
  String as Text,
  Union,
} from 'typebox';
import { AddressSchema } from '../../../shared/approvals/types.ts';
import { AwaitedChangeSchema } from '../../../shared/messages/awaited-change.ts';
import { recordOf } from '../../../shared/wire/record-of.ts';

const closed = { additionalProperties: false };

export const SitesSchema = recordOf(
  Shape({ accounts: List(AddressSchema), connectedAt: Integer() }, closed),
);

/** The user's own refresh of the list of phishing sites: names of hosts, one a line. */
export const PhishingListSchema = Shape({ blocked: Text(), allowed: Text() }, closed);

/** When that was (epoch milliseconds): shown without the list being read. */
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

/** Sites that may not ask until a time (epoch milliseconds). */
export const BlockedSitesSchema = recordOf(Integer());
