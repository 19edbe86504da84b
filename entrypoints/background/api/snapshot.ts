import { PHISHING_LIST_URL } from '../../../shared/approvals/phishing-list.ts';
import { plainSettings } from '../../../shared/messages/plain-settings.ts';
import type { PortfolioView } from '../../../shared/messages/portfolio.ts';
import type {
  ConflictView,
  WalletSnapshot,
  WarningCode,
} from '../../../shared/messages/snapshot.ts';
import { contentBytes } from '../../../shared/vault/fit.ts';
import type { HistoryEntry, PublicPayload } from '../../../shared/vault/payload.ts';
import type { Alerts } from '../alerts/alerts.ts';
import type { Approvals } from '../approvals/approvals.ts';
import type { PhishingList } from '../meaning/phishing.ts';
import type { Fills } from '../orders/fills.ts';
import type { Procedures } from '../procedures/runner.ts';
import type { ActivityLog } from '../state/activity.ts';
import type { BlockedSites } from '../state/blocked-sites.ts';
import type { DeskChoicesStore } from '../state/desk-choices.ts';
import type { Networks } from '../state/networks.ts';
import type { Settings } from '../state/settings.ts';
import type { SiteChains } from '../state/site-chains.ts';
import type { Sites } from '../state/sites.ts';
import type { WatchedTokens } from '../state/watched-tokens.ts';
import type { UnsavedBackups } from '../vault/change/unsaved-backups.ts';
import { isOnDevice } from '../vault/home/home.ts';
import { serverName } from '../vault/home/server-texts.ts';
import type { ForeignChanges } from '../vault/open/foreign-changes.ts';
import type { Ceremonies } from '../vault/passkeys/ceremonies.ts';
import type { Passkeys } from '../vault/passkeys.ts';
import { selectedAccount } from '../vault/selected-account.ts';
import type { VaultSession } from '../vault/session.ts';
import type { Wallets } from '../vault/wallets.ts';
import { checkCode } from './check-code.ts';
import { otherVaultView } from './other-vaults.ts';

/** Returns what the wallet's pages show, read from its owners at each call. */
export function takeSnapshot(from: {
  session: VaultSession;
  foreign: ForeignChanges;
  unsavedBackups: UnsavedBackups;
  wallets: Wallets;
  passkeys: Passkeys;
  settings: Settings;
  approvals: Approvals;
  ceremonies: Ceremonies;
  activity: ActivityLog;
  fills: Fills;
  procedures: Pick<Procedures, 'views'>;
  sites: Sites;
  siteChains: SiteChains;
  networks: Networks;
  watchedTokens: WatchedTokens;
  deskChoices: DeskChoicesStore;
  alerts: Pick<Alerts, 'view'>;
  blockedSites: BlockedSites;
  phishing: PhishingList;
  portfolio: () => PortfolioView | undefined;
  /** Returns true for an account whose foreign code was removed not long ago. */
  lostForeignCode: (account: string) => boolean;
  warnings: () => readonly (WarningCode | undefined)[];
}): WalletSnapshot {
  const { settings } = from;
  const selected = selectedAccount(from);
  const portfolio = from.portfolio();
  const open = from.approvals.open();
  return {
    vault: vaultView(from),
    otherVaults: from.session.others.list().map(otherVaultView),
    ...(selected === undefined ? {} : { selected }),
    approvalIds: open.map((draft) => draft.id),
    hasNoWindow: from.approvals.hasNoWindow(),
    waitingSites: [
      ...new Set(open.flatMap(({ requester }) => (requester.own ? [] : [requester.origin]))),
    ],
    ceremony: from.ceremonies.isRunning() ? 'running' : 'none',
    activity: from.activity.mark(),
    fills: from.fills.view(),
    ...(from.session.state().status === 'unlocked' ? { procedures: from.procedures.views() } : {}),
    ...(portfolio !== undefined && portfolio.account === selected ? { portfolio } : {}),
    sites: from.sites.mark(),
    networks: from.networks.view(),
    offeredNetworks: from.networks.offered(),
    watchedTokens: from.watchedTokens.all(),
    blockedSites: from.blockedSites.list(),
    slowedSites: from.approvals.slowedSites(),
    phishingList: {
      ...from.phishing.view(),
      isWeekly: settings.get().phishingRefresh?.isWeekly ?? false,
      source: settings.get().phishingRefresh?.source ?? PHISHING_LIST_URL,
    },
    services: settings.services(),
    language: settings.get().language ?? 'browser',
    ...plainSettings(settings.get()),
    expiryNotices: settings.get().expiryNotices ?? 'off',
    deskChoices: from.deskChoices.all(),
    ...(selected === undefined ? {} : { alerts: from.alerts.view() }),
    opens: settings.get().opens ?? 'popup',
    isDefaultWallet: settings.get().isDefaultWallet ?? false,
    autoLockMinutes: settings.get().autoLockMinutes,
    ...(selected !== undefined && from.lostForeignCode(selected) ? { lostForeignCode: true } : {}),
    warnings: from.warnings().filter((warning) => warning !== undefined),
  };
}

function vaultView(from: {
  session: VaultSession;
  foreign: ForeignChanges;
  unsavedBackups: UnsavedBackups;
  wallets: Wallets;
  passkeys: Passkeys;
  settings: Settings;
}): WalletSnapshot['vault'] {
  const state = from.session.state();
  if (state.status === 'starting' || state.status === 'empty') {
    return { status: 'empty', canKeepHere: from.session.canKeepHere };
  }
  if (state.status === 'unreadable') return { status: 'unreadable', parts: state.parts };
  const home = isOnDevice(state.device.tenant) ? ('device' as const) : ('server' as const);
  const known = {
    home,
    canKeepHere: from.session.canKeepHere,
    tenantName: serverName(state.device.tenant.name),
    server: home === 'device' ? '' : from.settings.services().vaultUrl,
    revision: state.device.revision,
    syncedAt: state.device.syncedAt,
    tenantId: state.device.tenant.id,
    rpId: state.device.tenant.rpId,
    checkCode: checkCode(state.device.digest),
  };
  if (state.status === 'locked') return { status: 'locked', ...known };
  const joining = from.session.join.offer();
  return {
    status: 'unlocked',
    ...known,
    deadline: state.deadline,
    usedBytes: contentBytes(state.payload),
    wallets: from.wallets.view(),
    passkeys: from.passkeys.view(),
    contacts: state.payload.contacts.map(({ address, name }) => ({ address, name })),
    conflicts: conflictsOf(state.payload, from.settings.get().conflictsSeen),
    backups: from.unsavedBackups.with(state.payload),
    foreignChanges: from.foreign.of(state.payload),
    sync: from.session.syncState(),
    ...(joining === undefined ? {} : { joining }),
  };
}

/** Identifies one conflict. A count isn't enough because the list is cut at its beginning. */
export function conflictMark(entry: HistoryEntry): string {
  return `${entry.at} ${entry.key} ${entry.field} ${entry.kept}`;
}

function conflictsOf(payload: PublicPayload, seen: string | undefined): ConflictView[] {
  const history = payload.history ?? [];
  const last = history.findLastIndex((entry) => conflictMark(entry) === seen);
  return history.map((entry, i) => ({ ...entry, isNew: i > last }));
}
