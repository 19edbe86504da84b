import { ChevronLeft, KeyRound, Server, ShieldCheck, UserRoundPlus } from 'lucide-react';
import { useState } from 'react';
import { i18n } from '#i18n';
import type { Services } from '../../../../shared/messages/snapshot.ts';
import type { ServerInfo } from '../../../../shared/messages/wallet-answers.ts';
import { isIpAddress } from '../../../../shared/server-address.ts';
import { useAction } from '../../../hooks/use-action.ts';
import { useHostAccess } from '../../../hooks/use-host-access.ts';
import { useWalletCall } from '../../../hooks/use-wallet.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import type { Intent } from './intent.ts';
import { lacksPasskey } from './lacks-passkey.ts';
import { PasskeyHelp } from './PasskeyHelp.tsx';
import { SignInHelp } from './SignInHelp.tsx';

/** A passkey of a vault on the server, or a new one. The intent decides which comes first. */
export function PasskeyStep(props: {
  services: Services;
  server: ServerInfo;
  intent: Intent;
  onRestore: (() => void) | undefined;
  onBack: () => void;
}) {
  const { services, server, onBack } = props;
  const isSignIn = props.intent === 'sign in';
  const call = useWalletCall();
  const askForHosts = useHostAccess();
  /** Browsers let an extension use a server's passkeys only with access to that very host. */
  const withHost = async (topic: 'vault.createAccount' | 'vault.signIn') => {
    await askForHosts([server.rpId]);
    await call(topic, { services });
  };
  const [needsHelp, setNeedsHelp] = useState(false);
  const create = useAction(() => withHost('vault.createAccount'));
  const signIn = useAction(() =>
    withHost('vault.signIn').catch((error: unknown) => {
      setNeedsHelp(lacksPasskey(error));
      throw error;
    }),
  );
  const isRunning = create.isRunning || signIn.isRunning;
  const isIp = isIpAddress(server.rpId);
  const problem = create.problem ?? signIn.problem;
  const createButton = (
    <Button
      wide
      kind={isSignIn ? 'plain' : 'primary'}
      disabled={isRunning || isIp || !server.enrollmentEnabled}
      onClick={() => {
        signIn.clear();
        setNeedsHelp(false);
        void create.run();
      }}
    >
      <UserRoundPlus aria-hidden size={16} />
      {create.isRunning ? i18n.t('ceremony.followPrompt') : i18n.t('onboarding.createVault')}
    </Button>
  );
  const signInButton = (
    <Button
      wide
      kind={isSignIn ? 'primary' : 'quiet'}
      disabled={isRunning || isIp}
      onClick={() => {
        create.clear();
        setNeedsHelp(false);
        void signIn.run();
      }}
    >
      <KeyRound aria-hidden size={16} />
      {signIn.isRunning
        ? i18n.t('ceremony.followPrompt')
        : i18n.t(isSignIn ? 'serverSignIn.signIn' : 'onboarding.signIn')}
    </Button>
  );
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
      <p className="text-sm text-muted">
        {i18n.t(isSignIn ? 'serverSignIn.explained' : 'onboarding.passkeyMeans')}
      </p>
      <Notice tone="bad">{problem}</Notice>
      {isIp ? <Notice tone="bad">{i18n.t('onboarding.serverNeedsName')}</Notice> : null}
      {isSignIn ? (
        signInButton
      ) : (
        <>
          {createButton}
          {server.enrollmentEnabled ? null : <Notice>{i18n.t('onboarding.closedServer')}</Notice>}
          {signInButton}
        </>
      )}
      {needsHelp ? <SignInHelp onRestore={props.onRestore} /> : null}
      {isSignIn ? (
        server.enrollmentEnabled && createButton
      ) : (
        <>
          <PasskeyHelp />
          <p className="text-xs text-muted">{i18n.t('onboarding.recoveryHint')}</p>
        </>
      )}
      <Button kind="plain" disabled={isRunning} onClick={onBack}>
        <ChevronLeft aria-hidden size={16} /> {i18n.t('onboarding.changeServer')}
      </Button>
    </div>
  );
}
