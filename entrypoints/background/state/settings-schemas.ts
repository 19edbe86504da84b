import {
  Boolean as Bool,
  Integer,
  Array as List,
  Literal,
  Optional,
  Object as Shape,
  String as Text,
  Union,
} from 'typebox';
import { AddressSchema } from '../../../shared/approvals/types.ts';
import { DEFAULT_RPC_URLS } from '../../../shared/chain/base-endpoints.ts';
import { OpensSchema } from '../../../shared/messages/snapshot.ts';
import { isSameJson } from './is-same-json.ts';

const closed = { additionalProperties: false };

/** Addresses are empty until the user has named a server. */
export const StoredServicesSchema = Shape(
  {
    vaultUrl: Text({ maxLength: 512 }),
    ordersUrls: List(Text({ maxLength: 512 }), { maxItems: 8 }),
    indexerUrl: Text({ maxLength: 512 }),
    positionsUrl: Text({ maxLength: 512 }),
    /** Empty: the extension's own, which an update may change. */
    rpcUrls: List(Text({ maxLength: 512 }), { maxItems: 8 }),
    referrer: AddressSchema,
  },
  closed,
);

export const SettingsSchema = Shape(
  {
    services: StoredServicesSchema,
    autoLockMinutes: Integer({ minimum: 1, maximum: 480 }),
    /** Locks so long after the unlock, whatever is used. Absent: 8 hours. */
    maxUnlockedMinutes: Optional(Integer({ minimum: 60, maximum: 1440 })),
    /** By how much a newer quote may be worse without asking, in basis points. Absent: 50. */
    priceToleranceBps: Optional(Integer({ minimum: 0, maximum: 500 })),
    selected: Optional(AddressSchema),
    recoveryFileAt: Optional(Integer()),
    /** Ids of the wallets whose recovery phrase the user has proved to have written down. */
    confirmedPhrases: Optional(List(Text({ maxLength: 64 }), { maxItems: 64 })),
    /** Locks when the screen is locked. */
    locksWithScreen: Optional(Bool()),
    phishingRefresh: Optional(
      Shape({ isWeekly: Bool(), source: Text({ maxLength: 512 }) }, closed),
    ),
    /** Absent: the browser's. */
    language: Optional(Union([Literal('browser'), Literal('en'), Literal('de')])),
    /** How much notifications say when an option expires. */
    expiryNotices: Optional(Union([Literal('off'), Literal('plain'), Literal('named')])),
    /** Our provider stands in place of another wallet's. */
    isDefaultWallet: Optional(Bool()),
    /** Where a click on the icon opens the wallet; a popup when absent. */
    opens: Optional(OpensSchema),
    /** The newest conflict of two devices that the user has seen; see `conflictMark`. */
    conflictsSeen: Optional(Text()),
  },
  closed,
);

/** Version 1 knew one order feed, and no address of its own for positions. */
export function withFeeds(settings: unknown): unknown {
  const services: unknown = Reflect.get(Object(settings), 'services');
  const { ordersUrl, ...rest } = Object(services);
  return {
    ...Object(settings),
    services: { ...rest, ordersUrls: ordersUrl === '' ? [] : [ordersUrl], positionsUrl: '' },
  };
}

/** Version 2 stored Base's endpoints even where the user had kept the extension's own. */
export function withoutDefaultNodes(settings: unknown): unknown {
  const services = Object(Reflect.get(Object(settings), 'services'));
  if (!isSameJson(services.rpcUrls, DEFAULT_RPC_URLS)) return settings;
  return { ...Object(settings), services: { ...services, rpcUrls: [] } };
}
