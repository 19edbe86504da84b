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

/** Empty addresses stand for the defaults, which an update may change. */
export const StoredServicesSchema = Shape(
  {
    vaultUrl: Text({ maxLength: 512 }),
    ordersUrls: List(Text({ maxLength: 512 }), { maxItems: 8 }),
    indexerUrl: Text({ maxLength: 512 }),
    positionsUrl: Text({ maxLength: 512 }),
    /** Empty means the extension's own, which an update can change. */
    rpcUrls: List(Text({ maxLength: 512 }), { maxItems: 8 }),
    referrer: AddressSchema,
  },
  closed,
);

export const SettingsSchema = Shape(
  {
    services: StoredServicesSchema,
    autoLockMinutes: Integer({ minimum: 1, maximum: 480 }),
    /** Minutes after the unlock until the vault locks, despite activity. Default: 8 hours. */
    maxUnlockedMinutes: Optional(Integer({ minimum: 60, maximum: 1440 })),
    /** Basis points by which a newer quote may be worse without asking. Default: 50. */
    priceToleranceBps: Optional(Integer({ minimum: 0, maximum: 500 })),
    selected: Optional(AddressSchema),
    recoveryFileAt: Optional(Integer()),
    /** Ids of the wallets whose recovery phrase the user has proved to have written down. */
    confirmedPhrases: Optional(List(Text({ maxLength: 64 }), { maxItems: 64 })),
    /** True to lock when the screen is locked. */
    locksWithScreen: Optional(Bool()),
    phishingRefresh: Optional(
      Shape({ isWeekly: Bool(), source: Text({ maxLength: 512 }) }, closed),
    ),
    /** Default: the browser's. */
    language: Optional(Union([Literal('browser'), Literal('en'), Literal('de')])),
    /** Content of notifications about expiring options. */
    expiryNotices: Optional(Union([Literal('off'), Literal('plain'), Literal('named')])),
    /** True to replace another wallet's provider. */
    isDefaultWallet: Optional(Bool()),
    /** What a click on the icon opens; a popup by default. */
    opens: Optional(OpensSchema),
    /** The newest conflict between two devices that the user has seen; see `conflictMark`. */
    conflictsSeen: Optional(Text()),
  },
  closed,
);

/** Version 1 had one order feed, and no separate address for positions. */
export function withFeeds(settings: unknown): unknown {
  const services: unknown = Reflect.get(Object(settings), 'services');
  const { ordersUrl, ...rest } = Object(services);
  return {
    ...Object(settings),
    services: { ...rest, ordersUrls: ordersUrl === '' ? [] : [ordersUrl], positionsUrl: '' },
  };
}

/** Version 2 stored Base's endpoints even when the user had kept the extension's own. */
export function withoutDefaultNodes(settings: unknown): unknown {
  const services = Object(Reflect.get(Object(settings), 'services'));
  if (!isSameJson(services.rpcUrls, DEFAULT_RPC_URLS)) return settings;
  return { ...Object(settings), services: { ...services, rpcUrls: [] } };
}
