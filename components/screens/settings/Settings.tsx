import {
  ChevronRight,
  Coins,
  EyeOff,
  Globe,
  HandCoins,
  Info,
  KeyRound,
  Languages,
  Layers,
  Network,
  PanelRight,
  RefreshCw,
  Server,
  ShieldAlert,
  Signature,
  Timer,
  Trash2,
  Users,
  Wallet,
} from 'lucide-react';
import { useState } from 'react';
import { i18n } from '#i18n';
import type { SyncState } from '../../../shared/messages/sync.ts';
import { useSnapshot } from '../../hooks/use-wallet.ts';
import { durationText } from '../../texts/times.ts';
import { SubPage } from '../../ui/SubPage.tsx';
import { OwnQuotes } from '../trade/maker/OwnQuotes.tsx';
import { ForgetDevice } from '../vault/unlock/ForgetDevice.tsx';
import { SmartAccountSettings } from '../wallet/smart-accounts/SmartAccountSettings.tsx';
import { AboutSettings } from './AboutSettings.tsx';
import { AllowanceSettings } from './AllowanceSettings.tsx';
import { ContactSettings } from './ContactSettings.tsx';
import { LanguageSettings } from './LanguageSettings.tsx';
import { LockSettings } from './LockSettings.tsx';
import { NetworkSettings } from './NetworkSettings.tsx';
import { OpensSettings } from './OpensSettings.tsx';
import { PasskeySettings } from './PasskeySettings.tsx';
import { PrivacySettings } from './PrivacySettings.tsx';
import { SafetySettings } from './SafetySettings.tsx';
import { ServiceSettings } from './ServiceSettings.tsx';
import { SiteSettings } from './SiteSettings.tsx';
import { SyncSettings } from './SyncSettings.tsx';
import { TokenSettings } from './TokenSettings.tsx';
import { WalletSettings } from './WalletSettings.tsx';

export type SettingsSection =
  | 'wallets'
  | 'passkeys'
  | 'contacts'
  | 'sync'
  | 'services'
  | 'networks'
  | 'sites'
  | 'allowances'
  | 'smartAccounts'
  | 'maker'
  | 'tokens'
  | 'safety'
  | 'lock'
  | 'language'
  | 'opens'
  | 'privacy'
  | 'about'
  | 'forget';

const GROUPS = [
  {
    title: 'settings.groupVault',
    sections: [
      { section: 'wallets', label: 'settings.wallets', Icon: Wallet, Page: WalletSettings },
      {
        section: 'smartAccounts',
        label: 'delegation.title',
        Icon: Layers,
        Page: SmartAccountSettings,
      },
      { section: 'passkeys', label: 'settings.recovery', Icon: KeyRound, Page: PasskeySettings },
      { section: 'maker', label: 'maker.title', Icon: Signature, Page: OwnQuotes },
      { section: 'contacts', label: 'settings.contacts', Icon: Users, Page: ContactSettings },
      { section: 'sync', label: 'settings.sync', Icon: RefreshCw, Page: SyncSettings },
    ],
  },
  {
    title: 'settings.groupSites',
    sections: [
      { section: 'sites', label: 'settings.connectedSites', Icon: Globe, Page: SiteSettings },
      {
        section: 'allowances',
        label: 'settings.allowances',
        Icon: HandCoins,
        Page: AllowanceSettings,
      },
      { section: 'safety', label: 'settings.phishing', Icon: ShieldAlert, Page: SafetySettings },
    ],
  },
  {
    title: 'settings.groupNetworks',
    sections: [
      { section: 'services', label: 'settings.services', Icon: Server, Page: ServiceSettings },
      { section: 'networks', label: 'settings.networks', Icon: Network, Page: NetworkSettings },
      { section: 'tokens', label: 'settings.watchedTokens', Icon: Coins, Page: TokenSettings },
    ],
  },
  {
    title: 'settings.groupDevice',
    sections: [
      { section: 'lock', label: 'settings.autoLock', Icon: Timer, Page: LockSettings },
      { section: 'language', label: 'settings.language', Icon: Languages, Page: LanguageSettings },
      { section: 'opens', label: 'settings.opens', Icon: PanelRight, Page: OpensSettings },
      { section: 'privacy', label: 'privacy.title', Icon: EyeOff, Page: PrivacySettings },
      { section: 'about', label: 'settings.about', Icon: Info, Page: AboutSettings },
      { section: 'forget', label: 'forget.title', Icon: Trash2, Page: ForgetDevice },
    ],
  },
] as const;

type Section = (typeof GROUPS)[number]['sections'][number];

/** Shows all settings, with one page per subject. */
export function Settings(props: { start?: SettingsSection | undefined; onBack: () => void }) {
  const [open, setOpen] = useState(props.start);
  const snapshot = useSnapshot((all) => all);
  const facts = snapshot === undefined ? {} : factsOf(snapshot);
  const page = GROUPS.flatMap<Section>(({ sections }) => sections).find(
    ({ section }) => section === open,
  );
  if (page !== undefined) {
    return (
      <SubPage title={i18n.t(page.label)} onBack={() => setOpen(undefined)}>
        <page.Page />
      </SubPage>
    );
  }
  return (
    <SubPage title={i18n.t('settings.title')} onBack={props.onBack}>
      {GROUPS.map(({ title, sections }) => (
        <section key={title} className="flex flex-col gap-1.5">
          <h2 className="px-1 text-xs font-semibold text-muted">{i18n.t(title)}</h2>
          <ul className="divide-y divide-line overflow-hidden rounded-2xl border border-line bg-surface">
            {sections.map(({ section, label, Icon }) => (
              <li key={section}>
                <button
                  type="button"
                  onClick={() => setOpen(section)}
                  className={`flex w-full items-center gap-3 px-4 py-3 text-start text-sm hover:bg-raised ${section === 'forget' ? 'text-bad' : ''}`}
                >
                  <Icon
                    aria-hidden
                    size={18}
                    className={section === 'forget' ? '' : 'text-accent'}
                  />
                  <span className="flex-1 font-medium">{i18n.t(label)}</span>
                  <span className="text-xs text-muted">{facts[section]}</span>
                  <ChevronRight aria-hidden size={16} className="text-muted" />
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </SubPage>
  );
}

function factsOf(snapshot: {
  vault: {
    status: string;
    wallets?: readonly unknown[];
    passkeys?: readonly unknown[];
    sync?: SyncState;
  };
  sites: { readonly count: number };
  networks: readonly unknown[];
  watchedTokens: readonly unknown[];
  autoLockMinutes: number;
}): Partial<Record<SettingsSection, string>> {
  const { vault } = snapshot;
  return {
    wallets: String(vault.wallets?.length ?? 0),
    passkeys: String(vault.passkeys?.length ?? 0),
    sync: needsUser(vault.sync) ? i18n.t('sync.needsYou') : '',
    networks: String(snapshot.networks.length),
    sites: String(snapshot.sites.count),
    tokens: String(snapshot.watchedTokens.length),
    lock: durationText(snapshot.autoLockMinutes),
  };
}

function needsUser(sync: SyncState | undefined): boolean {
  return sync !== undefined && ('offeredDigest' in sync || sync.kind === 'refused');
}
