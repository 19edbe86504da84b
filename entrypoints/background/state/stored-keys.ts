import { type ActivityRecord, ActivityRecordSchema } from '../../../shared/activity/record.ts';
import { ApprovalDraftSchema } from '../../../shared/approvals/types.ts';
import { AlertsSchema, withoutGoneAlerts } from '../../../shared/messages/alerts.ts';
import { DeskChoicesSchema, withoutWatchlist } from '../../../shared/messages/desk-choices.ts';
import { LOCK_SCREEN } from '../../../shared/messages/port-names.ts';
import * as Type from '../../../shared/schema.ts';
import { VAULT_SLOTS, type VaultSlot } from '../../../shared/vault/slots.ts';
import { AllowanceRecordsSchema } from './allowance-schemas.ts';
import { BundlesSchema, LedgerRowSchema, ShownSimulationsSchema } from './approval-schemas.ts';
import { HistoryRecordsSchema } from './history-schemas.ts';
import {
  ExpiryNoticesSchema,
  GivenPositionsSchema,
  IndexerLayoutsSchema,
  OrdersCacheSchema,
  OwnRequestsSchema,
  PortfolioSchema,
  QuotationNoticesSchema,
  RecentTradesSchema,
  RowAmountsSchema,
  RunningPositionsSchema,
} from './market-schemas.ts';
import { NetworksSchema, SiteChainsSchema, WatchedTokensSchema } from './network-schemas.ts';
import { SettingsSchema, withoutGoneSettings } from './settings-schemas.ts';
import {
  AwaitedAccessSchema,
  BlockedSitesSchema,
  PhishingListAtSchema,
  PhishingListSchema,
  SitesSchema,
  SubscriptionsSchema,
} from './site-schemas.ts';
import {
  ChangeRecordSchema,
  type CommitSchema,
  EnvelopeTextSchema,
  type LostCommitSchema,
  OriginProbeSchema,
  ProvisionalPasskeySchema,
  UnlockSchema,
  UnsavedBackupsSchema,
  UnseenDeletionsSchema,
  UnseenPasskeysSchema,
  VaultPointerSchema,
} from './vault-schemas.ts';

/** A key of `storage.local` or `storage.session` with the form of its value. */
export interface StoredKey<Schema extends Type.TSchema = Type.TSchema> {
  readonly area: 'local' | 'session';
  readonly name: string;
  /** Raised with every change of form; an unread value of another version is never overwritten. */
  readonly version: number;
  readonly schema: Schema;
  /** True when unreadable data can be dropped, because it can be read or asked for again. */
  readonly isDisposable: boolean;
  /** Migrations by version: the value of version n becomes one of version n + 1. */
  readonly migrations: Readonly<Record<number, (value: unknown) => unknown>>;
}

function kept<Schema extends Type.TSchema>(name: string, schema: Schema): StoredKey<Schema> {
  return { area: 'local', name, version: 1, schema, isDisposable: false, migrations: {} };
}

function disposable<Schema extends Type.TSchema>(
  area: 'local' | 'session',
  name: string,
  schema: Schema,
): StoredKey<Schema> {
  return { area, name, version: 1, schema, isDisposable: true, migrations: {} };
}

/** Rows of one kind of procedure, which its feature reads one by one. */
function procedures(name: string) {
  return disposable('local', name, Type.Array(Type.Unknown()));
}

/** Slots of the ledger's answers. */
export const LEDGER_SLOTS = Array.from({ length: 64 }, (_, index) =>
  disposable('session', index === 0 ? 'ledger' : `ledger-${index}`, LedgerRowSchema),
);

/** Returns the key of a vault's text. */
export function vaultTextIn(slot: VaultSlot): StoredKey<typeof EnvelopeTextSchema> {
  return kept(slot, EnvelopeTextSchema);
}

export const STORED_KEYS = {
  vault: kept('vault', VaultPointerSchema),
  settings: {
    ...kept('settings', SettingsSchema),
    version: 2,
    migrations: { 1: withoutGoneSettings },
  },
  sites: kept('sites', SitesSchema),
  siteChains: kept('site-chains', SiteChainsSchema),
  networks: kept('networks', NetworksSchema),
  watchedTokens: kept('watched-tokens', WatchedTokensSchema),
  activity: kept('activity', Type.Array(ActivityRecordSchema)),
  bundles: kept('bundles', BundlesSchema),
  portfolio: disposable('local', 'portfolio', PortfolioSchema),
  indexerLayouts: disposable('local', 'indexer-layouts', IndexerLayoutsSchema),
  expiryNotices: disposable('local', 'expiry-notices', ExpiryNoticesSchema),
  runningPositions: disposable('local', 'running-positions', RunningPositionsSchema),
  phishingList: disposable('local', 'phishing-list', PhishingListSchema),
  phishingTriedAt: disposable('local', 'phishing-tried-at', Type.Integer()),
  phishingListAt: disposable('local', 'phishing-list-at', PhishingListAtSchema),
  /** Present while the owner's data is being deleted. */
  forgetting: disposable('local', 'forgetting', Type.Boolean()),
  welcomed: disposable('local', 'welcomed', Type.Boolean()),
  deskChoices: {
    ...kept('desk-choices', DeskChoicesSchema),
    version: 2,
    migrations: { 1: withoutWatchlist },
  },
  alerts: {
    ...kept('alerts', AlertsSchema),
    version: 2,
    migrations: { 1: withoutGoneAlerts },
  },
  /** Epoch milliseconds. */
  alertsCheckedAt: disposable('session', 'alerts-checked-at', Type.Integer()),
  ordersCache: disposable('local', 'orders-cache', OrdersCacheSchema),
  /** A locked wallet's snapshot. */
  lockScreen: disposable('session', LOCK_SCREEN, Type.Unknown()),
  unlock: disposable('session', 'unlock', UnlockSchema),
  /** Epoch milliseconds. */
  seenUnlockedAt: disposable('session', 'seen-unlocked-at', Type.Integer()),
  enteredCosts: kept('entered-costs', RowAmountsSchema),
  /** Proceeds and costs of positions that makers took over. */
  closings: kept('closings', RowAmountsSchema),
  quotationNotices: disposable('local', 'quotation-notices', QuotationNoticesSchema),
  ownRequests: disposable('local', 'own-requests', OwnRequestsSchema),
  givenPositions: kept('given-positions', GivenPositionsSchema),
  recentTrades: disposable('local', 'recent-trades', RecentTradesSchema),
  fillHistory: disposable('local', 'fill-history', HistoryRecordsSchema),
  allowanceLogs: disposable('local', 'allowance-logs', AllowanceRecordsSchema),
  /** Procedures, which go on after a restart of the browser. */
  fills: procedures('fills'),
  waysBack: procedures('ways-back'),
  asked: procedures('asked'),
  legs: procedures('legs'),
  originProbe: disposable('session', 'origin-probe', OriginProbeSchema),
  change: disposable('session', 'change', ChangeRecordSchema),
  unseenPasskeys: disposable('local', 'unseen-passkeys', UnseenPasskeysSchema),
  unseenDeletions: disposable('session', 'unseen-deletions', UnseenDeletionsSchema),
  unsavedBackups: disposable('local', 'unsaved-backups', UnsavedBackupsSchema),
  provisional: disposable('session', 'provisional-passkey', ProvisionalPasskeySchema),
  drafts: disposable('session', 'drafts', Type.Array(ApprovalDraftSchema)),
  /** Key of the request that a worker is reading. */
  readRequest: disposable(
    'session',
    'read-request',
    Type.Object({ requestKey: Type.String({ maxLength: 256 }), since: Type.Number() }),
  ),
  approvalWindow: disposable('session', 'approval-window', Type.Integer()),
  subscriptions: disposable('session', 'subscriptions', SubscriptionsSchema),
  shownSimulations: disposable('session', 'shown-simulations', ShownSimulationsSchema),
  awaitedAccess: disposable('session', 'awaited-access', AwaitedAccessSchema),
  blockedSites: disposable('session', 'blocked-sites', BlockedSitesSchema),
} as const;

/** Keys of `storage.local` that former versions stored; an update removes them. */
export const GONE_KEYS: readonly string[] = ['collectibles', 'rolls', 'saved-filters'];

/** Every key that the extension stores. */
export const ALL_KEYS: readonly StoredKey[] = [
  ...Object.values(STORED_KEYS),
  ...VAULT_SLOTS.map(vaultTextIn),
  ...LEDGER_SLOTS,
];

/** Large, and not needed for a site's first answer. */
const READ_LATER: readonly StoredKey[] = [
  STORED_KEYS.activity,
  STORED_KEYS.phishingList,
  STORED_KEYS.ordersCache,
  STORED_KEYS.allowanceLogs,
  STORED_KEYS.fills,
  STORED_KEYS.waysBack,
  STORED_KEYS.asked,
  STORED_KEYS.legs,
];

/** Returns true for keys that are read after the worker's first answer. */
export function isReadLater(key: StoredKey): boolean {
  return READ_LATER.includes(key);
}

/** Returns the names of the keys that the worker reads before its first answer. */
export function readAtStart(area: StoredKey['area']): string[] {
  return ALL_KEYS.filter((key) => key.area === area && !isReadLater(key)).map(({ name }) => name);
}

export type Unlock = Type.Static<typeof UnlockSchema>;
export type UnsavedBackups = Type.Static<typeof UnsavedBackupsSchema>;
export type UnseenDeletions = Type.Static<typeof UnseenDeletionsSchema>;
export type UnseenPasskeys = Type.Static<typeof UnseenPasskeysSchema>;
export type ProvisionalPasskey = Type.Static<typeof ProvisionalPasskeySchema>;
export type Commit = Type.Static<typeof CommitSchema>;
export type LostCommit = Type.Static<typeof LostCommitSchema>;
export type ChangeRecord = Type.Static<typeof ChangeRecordSchema>;
export type OriginProbe = Type.Static<typeof OriginProbeSchema>;
export type Sites = Type.Static<typeof SitesSchema>;
export type StoredActivity = ActivityRecord[];
export type SiteChains = Type.Static<typeof SiteChainsSchema>;
export type ExpiryNotices = Type.Static<typeof ExpiryNoticesSchema>;
export type RunningPositions = Type.Static<typeof RunningPositionsSchema>;
export type RecentTrades = Type.Static<typeof RecentTradesSchema>;
export type QuotationNotices = Type.Static<typeof QuotationNoticesSchema>;
export type StoredRequests = Type.Static<typeof OwnRequestsSchema>;
export type RowAmounts = Type.Static<typeof RowAmountsSchema>;
export type GivenPositions = Type.Static<typeof GivenPositionsSchema>;
export type Networks = Type.Static<typeof NetworksSchema>;
export type Bundles = Type.Static<typeof BundlesSchema>;
export type PhishingListRows = Type.Static<typeof PhishingListSchema>;
export type PhishingListAt = Type.Static<typeof PhishingListAtSchema>;
export type SubscriptionRows = Type.Static<typeof SubscriptionsSchema>;
export type ShownSimulations = Type.Static<typeof ShownSimulationsSchema>;
export type AwaitedAccess = Type.Static<typeof AwaitedAccessSchema>;
export type BlockedSites = Type.Static<typeof BlockedSitesSchema>;
export type Settings = Type.Static<typeof SettingsSchema>;
export type OrdersCache = Type.Static<typeof OrdersCacheSchema>;
export type LedgerRow = Type.Static<typeof LedgerRowSchema>;
