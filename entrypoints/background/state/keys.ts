import { type ActivityRecord, ActivityRecordSchema } from '../../../shared/activity/record.ts';
import { DeskChoicesSchema, withoutWatchlist } from '../../../shared/messages/desk-choices.ts';
import * as Type from '../../../shared/schema.ts';
import { NetworksSchema, SiteChainsSchema, WatchedTokensSchema } from './network-schemas.ts';
import { SettingsSchema, withoutGoneSettings } from './settings-schemas.ts';
import { AwaitedAccessSchema, BlockedSitesSchema, SitesSchema } from './site-schemas.ts';
import { disposable, kept } from './stored-key.ts';

/** Keys of settings, sites, networks and the activity. */
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
