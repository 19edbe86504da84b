import { useState } from 'react';
import { i18n } from '#i18n';
import { shortAddress } from '../../../shared/format.ts';
import type { SiteView } from '../../../shared/messages/snapshot.ts';
import { useAccounts } from '../../hooks/use-accounts.ts';
import { useAction } from '../../hooks/use-action.ts';
import { useAllSitesAccess } from '../../hooks/use-all-sites-access.ts';
import { useAwaitedAccess } from '../../hooks/use-awaited-access.ts';
import { useNetworkName } from '../../hooks/use-networks.ts';
import { useNow } from '../../hooks/use-now.ts';
import { useSites } from '../../hooks/use-sites.ts';
import { useSnapshot, useWalletCall } from '../../hooks/use-wallet.ts';
import { ageOf } from '../../texts/times.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { CardList } from '../../ui/CardList.tsx';
import { Check } from '../../ui/Check.tsx';
import { Field } from '../../ui/Field.tsx';
import { Identicon } from '../../ui/Identicon.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Select } from '../../ui/Select.tsx';

const FIRST = 20;

/** Lists sites that see accounts, with their accounts, network, and a disconnect button. */
export function SiteSettings() {
  const all = useSnapshot((snapshot) => snapshot.sites.count) ?? 0;
  const [search, setSearch] = useState('');
  const [count, setCount] = useState(FIRST);
  const page = useSites(search.trim(), count);
  const [open, setOpen] = useState<string>();
  return (
    <>
      <DefaultWallet />
      {all === 0 ? <p className="text-sm text-muted">{i18n.t('sites.empty')}</p> : null}
      {all > FIRST ? (
        <Field
          label={i18n.t('sites.search')}
          type="search"
          value={search}
          maxLength={256}
          onType={setSearch}
        />
      ) : null}
      {all > 0 && page?.total === 0 ? (
        <p className="text-sm text-muted">{i18n.t('sites.noneFound')}</p>
      ) : null}
      <CardList testId="sites" items={page?.rows ?? []} keyOf={({ origin }) => origin}>
        {(site) => (
          <SiteCard
            site={site}
            isOpen={open === site.origin}
            onToggle={() => setOpen(open === site.origin ? undefined : site.origin)}
          />
        )}
      </CardList>
      {page !== undefined && page.total > page.rows.length ? (
        <Button kind="quiet" onClick={() => setCount(count + FIRST)}>
          {i18n.t('sites.more')}
        </Button>
      ) : null}
    </>
  );
}

/** Shows a switch for sites that support only one of several installed wallets. */
function DefaultWallet() {
  const call = useWalletCall();
  const askAllSites = useAllSitesAccess();
  const awaitAccess = useAwaitedAccess();
  const isOn = useSnapshot((snapshot) => snapshot.isDefaultWallet) ?? false;
  const change = useAction(async (next: boolean) => {
    if (next) await awaitAccess({ kind: 'defaultWallet' }, askAllSites);
    const { isOn } = await call('settings.setDefaultWallet', { isOn: next });
    if (isOn !== next) throw new Error(i18n.t('sites.noAccess'));
  });
  return (
    <div className="mb-4 flex flex-col gap-2">
      <Check
        label={i18n.t('sites.defaultWallet')}
        hint={i18n.t('sites.defaultWalletHint')}
        isOn={isOn}
        isDisabled={change.isRunning}
        onChange={(next) => void change.run(next)}
      />
      <Notice tone="bad">{change.problem}</Notice>
    </div>
  );
}

function SiteCard(props: { site: SiteView; isOpen: boolean; onToggle: () => void }) {
  const { origin, accounts, chainId, connectedAt } = props.site;
  const call = useWalletCall();
  const nameOf = useNetworkName();
  const disconnect = useAction(() => call('sites.disconnect', { origin }));
  const now = useNow(10_000);
  const network = nameOf(chainId);
  return (
    <Card className="flex flex-col gap-3">
      <div>
        <p className="break-all text-sm font-medium">{origin}</p>
        <p className="text-xs text-muted">
          {i18n.t('sites.accounts', accounts.length)} ·{' '}
          {i18n.t('sites.since', { network, age: ageOf(connectedAt, now) })}
        </p>
      </div>
      {props.isOpen ? <SiteChoices site={props.site} /> : null}
      <Notice tone="bad">{disconnect.problem}</Notice>
      <div className="flex gap-2">
        <Button
          kind="quiet"
          aria-expanded={props.isOpen}
          aria-label={i18n.t(props.isOpen ? 'sites.closeSite' : 'sites.changeSite', {
            origin,
          })}
          onClick={props.onToggle}
        >
          {props.isOpen ? i18n.t('sites.close') : i18n.t('sites.change')}
        </Button>
        <Button
          kind="plain"
          aria-label={i18n.t('sites.disconnectSite', { origin })}
          onClick={() => void disconnect.run()}
        >
          {i18n.t('sites.disconnect')}
        </Button>
      </div>
    </Card>
  );
}

/** Shows the choices for one site. Changes apply immediately, and the worker notifies the site. */
function SiteChoices({ site }: { site: SiteView }) {
  const { origin, accounts, chainId } = site;
  const call = useWalletCall();
  const used = useSnapshot((snapshot) => snapshot.networks) ?? [];
  const offered = useSnapshot((snapshot) => snapshot.offeredNetworks) ?? [];
  const networks = [...used, ...offered.filter(({ isTest }) => !isTest)];
  const own = useAccounts();
  const permitted = new Set(accounts.map((address) => address.toLowerCase()));
  const setAccounts = useAction((address: string, isSeen: boolean) => {
    const others = accounts.filter((one) => one.toLowerCase() !== address.toLowerCase());
    return call('sites.setAccounts', { origin, accounts: isSeen ? [...others, address] : others });
  });
  const setChain = useAction((id: number) => call('sites.setChain', { origin, chainId: id }));
  const problem = setAccounts.problem ?? setChain.problem;
  return (
    <div className="flex flex-col gap-3 border-t border-line pt-3">
      <fieldset className="flex flex-col gap-1">
        <legend className="mb-1 text-sm font-medium">{i18n.t('sites.sees')}</legend>
        {own.map(({ address, name }) => {
          const isSeen = permitted.has(address.toLowerCase());
          const isLast = isSeen && permitted.size === 1;
          return (
            <label key={address} className="flex items-center gap-2 py-1 text-sm">
              <input
                type="checkbox"
                checked={isSeen}
                disabled={isLast || setAccounts.isRunning}
                onChange={(event) => void setAccounts.run(address, event.target.checked)}
              />
              <Identicon address={address} size={22} />
              <span className="min-w-0 flex-1 truncate">{name}</span>
              <span className="text-xs text-muted">{shortAddress(address)}</span>
            </label>
          );
        })}
        {permitted.size === 1 ? (
          <p className="text-xs text-muted">{i18n.t('sites.lastAccountHint')}</p>
        ) : null}
      </fieldset>
      <Select
        label={i18n.t('sites.network')}
        options={networks.map((network) => ({ value: network.chainId, text: network.name }))}
        value={chainId}
        onPick={(id) => void setChain.run(id)}
      />
      <Notice tone="bad">{problem}</Notice>
    </div>
  );
}
