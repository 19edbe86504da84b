import { ChevronLeft, KeyRound, Server, ShieldCheck, UserRoundPlus } from 'lucide-react';
import { useState } from 'react';
import { i18n } from '#i18n';
import { PHISHING_LIST_URL } from '../../shared/approvals/phishing-list.ts';
import { DEFAULT_RPC_URLS } from '../../shared/chain/base-endpoints.ts';
import type { Services } from '../../shared/messages/snapshot.ts';
import type { ServerInfo } from '../../shared/messages/wallet-answers.ts';
import { hasIpAddress, isIpAddress, localhostInstead } from '../../shared/server-address.ts';
import { useAction } from '../hooks/use-action.ts';
import { useHostAccess } from '../hooks/use-host-access.ts';
import { useSnapshot, useWalletCall } from '../hooks/use-wallet.ts';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { Field } from '../ui/Field.tsx';
import { Mark } from '../ui/Mark.tsx';
import { Notice } from '../ui/Notice.tsx';
import { PasskeyHelp } from '../ui/PasskeyHelp.tsx';
import { addressProblem, servicesFor } from './service-defaults.ts';
import { WeeklyPhishingList } from './WeeklyPhishingList.tsx';

/** Server address, then a new passkey or an existing one. The wallet itself comes afterwards. */
export function Onboarding() {
  const suggested = useSnapshot((snapshot) => snapshot.services.vaultUrl) ?? '';
  const [services, setServices] = useState<Services>(() => servicesFor(suggested));
  const [server, setServer] = useState<ServerInfo>();
  return (
    <main className="mx-auto flex w-full max-w-md flex-1 flex-col gap-5 p-6">
      <header className="flex items-center gap-3 pt-2">
        <Mark size={40} />
        <div>
          <h1 className="text-lg font-semibold">{i18n.t('onboarding.title')}</h1>
          <p className="text-xs text-muted">
            {server === undefined
              ? i18n.t('onboarding.stepServer')
              : i18n.t('onboarding.stepPasskey')}
          </p>
        </div>
      </header>
      {server === undefined ? (
        <ServerStep services={services} onServices={setServices} onServer={setServer} />
      ) : (
        <PasskeyStep services={services} server={server} onBack={() => setServer(undefined)} />
      )}
    </main>
  );
}

const DEFAULT_NODES: ReadonlySet<string> = new Set(DEFAULT_RPC_URLS);

function ServerStep(props: {
  services: Services;
  onServices: (services: Services) => void;
  onServer: (server: ServerInfo) => void;
}) {
  const { services, onServices, onServer } = props;
  const call = useWalletCall();
  const askForHosts = useHostAccess();
  const [isSuggested] = useState(services.vaultUrl !== '');
  /** As typed: an address that changes under the cursor can't be typed. */
  const [typed, setTyped] = useState(services.vaultUrl);
  const check = useAction(async () => {
    const { vaultUrl, rpcUrls } = services;
    setTyped(vaultUrl);
    // Condor's default nodes allow requests of any page.
    const ownNodes = rpcUrls.filter((url) => !DEFAULT_NODES.has(url));
    await askForHosts([vaultUrl, ...ownNodes]);
    const byName = localhostInstead(vaultUrl);
    try {
      onServer(await call('vault.checkServer', { vaultUrl }));
    } catch (error) {
      const server =
        byName === undefined
          ? undefined
          : await call('vault.checkServer', { vaultUrl: byName }).catch(() => undefined);
      if (byName === undefined || server === undefined) throw error;
      onServices(movedTo(byName, services));
      onServer(server);
    }
  });
  const problem = addressProblem(services.vaultUrl);
  const source = useSnapshot((snapshot) => snapshot.phishingList.source) ?? PHISHING_LIST_URL;
  /** Fields that the user filled in: a new server address leaves them alone. */
  const [touched, setTouched] = useState<Partial<Services>>({});
  const change = (part: Partial<Services>) => {
    setTouched({ ...touched, ...part });
    onServices({ ...services, ...part });
  };
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void check.run();
      }}
    >
      <p className="text-sm text-muted">{i18n.t('onboarding.intro')}</p>
      <Field
        label={i18n.t('onboarding.serverAddress')}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          onServices({ ...servicesFor(event.target.value), ...touched });
        }}
        spellCheck={false}
        autoComplete="off"
        problem={typed.trim() === '' ? undefined : problem}
        hint={i18n.t(isSuggested ? 'onboarding.localServerHint' : 'firstRun.serverAddressHint')}
      />
      <details className="rounded-xl border border-line bg-surface px-3 py-2">
        <summary className="cursor-pointer text-sm font-medium">
          {i18n.t('onboarding.services')}
        </summary>
        <div className="mt-3 flex flex-col gap-3 pb-1">
          <Field
            label={i18n.t('onboarding.ordersAddress')}
            value={services.ordersUrls.join(' ')}
            onChange={(event) => change({ ordersUrls: event.target.value.split(/\s+/) })}
            spellCheck={false}
          />
          <Field
            label={i18n.t('onboarding.indexerAddress')}
            value={services.indexerUrl}
            onChange={(event) => change({ indexerUrl: event.target.value })}
            spellCheck={false}
          />
          <Field
            label={i18n.t('onboarding.nodeAddress')}
            value={services.rpcUrls.join(' ')}
            onChange={(event) => change({ rpcUrls: event.target.value.split(/\s+/) })}
            spellCheck={false}
            hint={i18n.t('onboarding.nodeHint')}
          />
        </div>
      </details>
      <WeeklyPhishingList
        label={i18n.t('onboarding.refreshPhishingList')}
        source={source}
        hint={i18n.t('onboarding.phishingListSource', { host: new URL(source).host })}
      />
      {check.problem === undefined ? null : (
        <div ref={scrollIntoSight}>
          <Notice tone="bad">
            {check.problem}
            {hasIpAddress(services.vaultUrl) ? ` ${i18n.t('onboarding.needsName')}` : ''}
          </Notice>
        </div>
      )}
      <Button type="submit" wide disabled={problem !== undefined || check.isRunning}>
        {check.isRunning ? i18n.t('onboarding.checkingServer') : i18n.t('onboarding.continue')}
      </Button>
    </form>
  );
}

/** The same services, with those of the vault's host at its other address. */
function movedTo(vaultUrl: string, services: Services): Services {
  const move = (url: string) =>
    url.startsWith(`${services.vaultUrl}/`) ? vaultUrl + url.slice(services.vaultUrl.length) : url;
  return {
    ...services,
    vaultUrl,
    ordersUrls: services.ordersUrls.map(move),
    indexerUrl: move(services.indexerUrl),
  };
}

/** After Enter in the first field, the end of the form can be out of sight. */
function scrollIntoSight(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}

function PasskeyStep(props: { services: Services; server: ServerInfo; onBack: () => void }) {
  const { services, server, onBack } = props;
  const call = useWalletCall();
  const askForHosts = useHostAccess();
  /** Browsers let an extension use a server's passkeys only with access to that very host. */
  const withHost = (topic: 'vault.createAccount' | 'vault.signIn') => async () => {
    await askForHosts([server.rpId]);
    await call(topic, { services });
  };
  const create = useAction(withHost('vault.createAccount'));
  const signIn = useAction(withHost('vault.signIn'));
  const isRunning = create.isRunning || signIn.isRunning;
  const isIp = isIpAddress(server.rpId);
  const problem = create.problem ?? signIn.problem;
  return (
    <div className="flex flex-col gap-4">
      <Card className="flex items-start gap-3">
        <Server aria-hidden size={18} className="mt-0.5 text-accent" />
        <div className="min-w-0 text-sm">
          <p className="font-medium">{server.name}</p>
          <p className="truncate text-xs text-muted">{services.vaultUrl}</p>
          <p className="mt-1 flex items-center gap-1 text-xs text-muted">
            <ShieldCheck aria-hidden size={13} />{' '}
            {i18n.t('onboarding.boundTo', { rpId: server.rpId })}
          </p>
        </div>
      </Card>
      <p className="text-sm text-muted">{i18n.t('onboarding.passkeyMeans')}</p>
      {problem === undefined ? null : <Notice tone="bad">{problem}</Notice>}
      {isIp ? <Notice tone="bad">{i18n.t('onboarding.serverNeedsName')}</Notice> : null}
      <Button
        wide
        disabled={isRunning || isIp || !server.enrollmentEnabled}
        onClick={() => {
          signIn.clear();
          void create.run();
        }}
      >
        <UserRoundPlus aria-hidden size={16} />
        {create.isRunning ? i18n.t('ceremony.followPrompt') : i18n.t('onboarding.createVault')}
      </Button>
      {server.enrollmentEnabled ? null : <Notice>{i18n.t('onboarding.closedServer')}</Notice>}
      <Button
        wide
        kind="quiet"
        disabled={isRunning || isIp}
        onClick={() => {
          create.clear();
          void signIn.run();
        }}
      >
        <KeyRound aria-hidden size={16} />
        {signIn.isRunning ? i18n.t('ceremony.followPrompt') : i18n.t('onboarding.signIn')}
      </Button>
      <PasskeyHelp />
      <p className="text-xs text-muted">{i18n.t('onboarding.recoveryHint')}</p>
      <Button kind="plain" disabled={isRunning} onClick={onBack}>
        <ChevronLeft aria-hidden size={16} /> {i18n.t('onboarding.changeServer')}
      </Button>
    </div>
  );
}
