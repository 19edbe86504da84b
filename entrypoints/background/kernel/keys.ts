import { type ActivityRecord, ActivityRecordSchema } from '../../../shared/activity/record.ts';
import { AddressSchema, WatchedTokenSchema } from '../../../shared/approvals/types.ts';
import { NetworkSchema } from '../../../shared/chain/network.ts';
import { isRecord } from '../../../shared/is-record.ts';
import { AwaitedChangeSchema } from '../../../shared/messages/awaited-change.ts';
import { DeskChoicesSchema, withoutWatchlist } from '../../../shared/messages/desk-choices.ts';
import { PLAIN_SETTINGS } from '../../../shared/messages/plain-settings.ts';
import { OpensSchema } from '../../../shared/messages/snapshot.ts';
import { oneOf } from '../../../shared/one-of.ts';
import * as Type from '../../../shared/schema.ts';
import { recordOf } from '../../../shared/wire/record-of.ts';
import { disposable, kept } from './stored-key.ts';

const closed = { additionalProperties: false };

/**
 * Networks in use besides Base. A built-in network is stored as its id only, so that an update of
 * the extension also updates its endpoints. A changed network is stored in full.
 */
const NetworksSchema = Type.Array(
  Type.Union([NetworkSchema, Type.Object({ chainId: Type.Integer({ minimum: 1 }) }, closed)]),
);

const WatchedTokensSchema = Type.Array(WatchedTokenSchema);

/** Chains of the sites that aren't on Base. */
const SiteChainsSchema = recordOf(Type.Integer({ minimum: 1 }));

/** An empty address means the default, which an update may change. */
const StoredServicesSchema = Type.Object(
  {
    vaultUrl: Type.String({ maxLength: 512 }),
    ordersUrls: Type.Array(Type.String({ maxLength: 512 }), { maxItems: 8 }),
    indexerUrl: Type.String({ maxLength: 512 }),
    positionsUrl: Type.String({ maxLength: 512 }),
    /** Empty means the default nodes, which an update may change. */
    rpcUrls: Type.Array(Type.String({ maxLength: 512 }), { maxItems: 8 }),
    referrer: AddressSchema,
  },
  closed,
);

const SettingsSchema = Type.Object(
  {
    services: StoredServicesSchema,
    autoLockMinutes: Type.Integer({ minimum: 1, maximum: 480 }),
    selected: Type.Optional(AddressSchema),
    ...PLAIN_SETTINGS,
    phishingRefresh: Type.Optional(
      Type.Object({ isWeekly: Type.Boolean(), source: Type.String({ maxLength: 512 }) }, closed),
    ),
    /** The browser's language by default. */
    language: Type.Optional(oneOf(['browser', 'en', 'de'])),
    /** Content of notifications about expiries. */
    expiryNotices: Type.Optional(oneOf(['off', 'plain', 'named'])),
    /** True to replace another wallet's provider. */
    isDefaultWallet: Type.Optional(Type.Boolean()),
    /** Effect of a click on the icon; opens a popup by default. */
    opens: Type.Optional(OpensSchema),
    /** Mark of the newest conflict between devices that the user has seen; see `conflictMark`. */
    conflictsSeen: Type.Optional(Type.String()),
  },
  closed,
);

const GONE = ['maxUnlockedMinutes', 'priceToleranceBps', 'hidesWhileLocked'];

/**
 * Returns settings of version 1 without settings that no longer exist.
 * @throws TypeError for a value that isn't an object
 */
function withoutGoneSettings(value: unknown): unknown {
  if (!isRecord(value)) throw new TypeError('Settings are an object.');
  return Object.fromEntries(Object.entries(value).filter(([name]) => !GONE.includes(name)));
}

/**
 * Sites by origin. A site refers to its accounts by their indexes in one list, because sites share
 * most accounts.
 */
const SitesSchema = Type.Object(
  {
    accounts: Type.Array(AddressSchema),
    /**
     * Accounts that the vault had when it was last open, in the order that sites see. While the
     * vault is locked, sites can keep seeing these accounts.
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

/** A change that waits for a permission, until a time (epoch milliseconds). */
const AwaitedAccessSchema = Type.Object(
  { change: AwaitedChangeSchema, until: Type.Integer() },
  closed,
);

/** Blocked sites, with the end of each block (epoch milliseconds). */
const BlockedSitesSchema = recordOf(Type.Integer());

export const stateKeys = {
  settings: {
    ...kept('settings', SettingsSchema),
    version: 2,
    migrations: { 1: withoutGoneSettings },
    outlivesOwner: true,
  },
  sites: kept('sites', SitesSchema),
  siteChains: kept('site-chains', SiteChainsSchema),
  networks: { ...kept('networks', NetworksSchema), outlivesOwner: true },
  watchedTokens: kept('watched-tokens', WatchedTokensSchema),
  activity: { ...kept('activity', Type.Array(ActivityRecordSchema)), isReadLater: true },
  welcomed: disposable('local', 'welcomed', Type.Boolean()),
  deskChoices: {
    ...kept('desk-choices', DeskChoicesSchema),
    version: 2,
    migrations: { 1: withoutWatchlist },
  },
  awaitedAccess: disposable('session', 'awaited-access', AwaitedAccessSchema),
  blockedSites: disposable('session', 'blocked-sites', BlockedSitesSchema),
};

export type StoredActivity = ActivityRecord[];
export type Sites = Type.Static<typeof SitesSchema>;
export type SiteChains = Type.Static<typeof SiteChainsSchema>;
export type Networks = Type.Static<typeof NetworksSchema>;
export type AwaitedAccess = Type.Static<typeof AwaitedAccessSchema>;
export type BlockedSites = Type.Static<typeof BlockedSitesSchema>;
export type Settings = Type.Static<typeof SettingsSchema>;
