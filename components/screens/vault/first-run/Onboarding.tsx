import { useState } from 'react';
import { i18n } from '#i18n';
import type { Services } from '../../../../shared/messages/snapshot.ts';
import type { ServerInfo } from '../../../../shared/messages/wallet-answers.ts';
import { hasIpAddress } from '../../../../shared/server-address.ts';
import { useSnapshot } from '../../../hooks/use-wallet.ts';
import { servicesFor } from '../../../texts/service-defaults.ts';
import { Field } from '../../../ui/Field.tsx';
import { Form } from '../../../ui/Form.tsx';
import { Mark } from '../../../ui/Mark.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { WeeklyPhishingList } from '../../../ui/WeeklyPhishingList.tsx';
import type { Intent } from './intent.ts';
import { PasskeyStep } from './PasskeyStep.tsx';
import { type ServerStepProps, useServerStep } from './use-server-step.ts';

/** Asks for a vault server's address, then for a new or an existing passkey. */
export function Onboarding({
  intent,
  onRestore,
}: {
  intent: Intent;
  /** Opens a recovery file; absent where every vault needs a server. */
  onRestore: (() => void) | undefined;
}) {
  const suggested = useSnapshot((snapshot) => snapshot.services.vaultUrl) ?? '';
  const [services, setServices] = useState<Services>(() => servicesFor(suggested));
  const [server, setServer] = useState<ServerInfo>();
  const isSignIn = intent === 'signIn';
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

function ServerStep(props: ServerStepProps) {
  const { services } = props;
  const step = useServerStep(props);
  const { check, source, change } = step;
  return (
    <Form
      className="gap-4"
      action={{ isRunning: check.isRunning }}
      isReady={step.problem === undefined}
      onSubmit={() => void check.run()}
      button={i18n.t('onboarding.continue')}
      busy={i18n.t('onboarding.checkingServer')}
      wide
    >
      <p className="text-sm text-muted">{props.intro}</p>
      <Field
        label={i18n.t('onboarding.serverAddress')}
        value={step.typed}
        onType={step.type}
        problem={step.problem}
        hint={i18n.t(
          step.isSuggested ? 'onboarding.localServerHint' : 'firstRun.serverAddressHint',
        )}
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

/** After Enter in the first field, the end of the form may be outside the visible part. */
function scrollIntoSight(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}
