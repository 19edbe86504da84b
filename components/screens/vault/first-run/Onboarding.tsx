import { useState } from 'react';
import { i18n } from '#i18n';
import { PHISHING_LIST_URL } from '../../../../shared/approvals/phishing-list.ts';
import { DEFAULT_RPC_URLS } from '../../../../shared/chain/base-endpoints.ts';
import type { Services } from '../../../../shared/messages/snapshot.ts';
import type { ServerInfo } from '../../../../shared/messages/wallet-answers.ts';
import { hasIpAddress } from '../../../../shared/server-address.ts';
import { useAction } from '../../../hooks/use-action.ts';
import { useHostAccess } from '../../../hooks/use-host-access.ts';
import { useSnapshot } from '../../../hooks/use-wallet.ts';
import { addressProblem, servicesFor } from '../../../texts/service-defaults.ts';
import { Field } from '../../../ui/Field.tsx';
import { Form } from '../../../ui/Form.tsx';
import { Mark } from '../../../ui/Mark.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { WeeklyPhishingList } from '../../../ui/WeeklyPhishingList.tsx';
import type { Intent } from './intent.ts';
import { PasskeyStep } from './PasskeyStep.tsx';
import { useServerCheck } from './use-server-check.ts';

/** Server address, then a new passkey or an existing one. The wallet itself comes afterwards. */
export function Onboarding({
  intent,
  onRestore,
}: {
  intent: Intent;
  /** Leads to a recovery file; absent where a vault needs a server. */
  onRestore: (() => void) | undefined;
}) {
  const suggested = useSnapshot((snapshot) => snapshot.services.vaultUrl) ?? '';
  const [services, setServices] = useState<Services>(() => servicesFor(suggested));
  const [server, setServer] = useState<ServerInfo>();
  const isSignIn = intent === 'sign in';
  return (
    <main className="mx-auto flex w-full max-w-md flex-1 flex-col gap-5 p-6">
      <header className="flex items-center gap-3 pt-2">
        <Mark size={40} />
        <div>
          <h1 className="text-lg font-semibold">
            {i18n.t(isSignIn ? 'serverSignIn.title' : 'onboarding.title')}
          </h1>
          <p className="text-xs text-muted">
            {server === undefined
              ? i18n.t('onboarding.stepServer')
              : i18n.t('onboarding.stepPasskey')}
          </p>
        </div>
      </header>
      {server === undefined ? (
        <ServerStep
          services={services}
          intro={i18n.t(isSignIn ? 'serverSignIn.intro' : 'onboarding.intro')}
          onServices={setServices}
          onServer={setServer}
        />
      ) : (
        <PasskeyStep
          services={services}
          server={server}
          intent={intent}
          onRestore={onRestore}
          onBack={() => setServer(undefined)}
        />
      )}
    </main>
  );
}

const DEFAULT_NODES: ReadonlySet<string> = new Set(DEFAULT_RPC_URLS);

function ServerStep(props: {
  services: Services;
  intro: string;
  onServices: (services: Services) => void;
  onServer: (server: ServerInfo) => void;
}) {
  const { services, onServices, onServer } = props;
  const checkServer = useServerCheck();
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
    const found = await checkServer(vaultUrl);
    if (found.vaultUrl !== vaultUrl) onServices(movedTo(found.vaultUrl, services));
    onServer(found.server);
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
    <Form
      className="gap-4"
      action={{ isRunning: check.isRunning }}
      isReady={problem === undefined}
      onSubmit={() => void check.run()}
      button={i18n.t('onboarding.continue')}
      busy={i18n.t('onboarding.checkingServer')}
      wide
    >
      <p className="text-sm text-muted">{props.intro}</p>
      <Field
        label={i18n.t('onboarding.serverAddress')}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          onServices({ ...servicesFor(event.target.value), ...touched });
        }}
        problem={problem}
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
            onType={(text) => change({ ordersUrls: text.split(/\s+/) })}
          />
          <Field
            label={i18n.t('onboarding.indexerAddress')}
            value={services.indexerUrl}
            onType={(text) => change({ indexerUrl: text })}
          />
          <Field
            label={i18n.t('onboarding.nodeAddress')}
            value={services.rpcUrls.join(' ')}
            onType={(text) => change({ rpcUrls: text.split(/\s+/) })}
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
    </Form>
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
