import { ChevronLeft, KeyRound, Server, ShieldCheck, UserRoundPlus } from 'lucide-react';
import { i18n } from '#i18n';
import type { Services } from '../../../../shared/messages/snapshot.ts';
import type { ServerInfo } from '../../../../shared/messages/wallet-answers.ts';
import { useWalletCall } from '../../../hooks/use-wallet.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import type { Intent } from './intent.ts';
import { PasskeyHelp } from './PasskeyHelp.tsx';
import { SignInHelp } from './SignInHelp.tsx';
import { useServerPasskey } from './use-server-passkey.ts';

/**
 * Asks for a new passkey, or for a passkey that the server knows. The intent decides which choice
 * comes first.
 */
export function PasskeyStep(props: {
  services: Services;
  server: ServerInfo;
  intent: Intent;
  onRestore: (() => void) | undefined;
  onBack: () => void;
}) {
  const { services, server, onBack } = props;
  const isSignIn = props.intent === 'signIn';
  const call = useWalletCall();
  const passkey = useServerPasskey(server, {
    create: () => call('vault.createAccount', { services }),
    signIn: () => call('vault.signIn', { services }),
  });
  const createButton = (
    <Button
      wide
      kind={isSignIn ? 'plain' : 'primary'}
      disabled={!passkey.canCreate}
      onClick={passkey.create}
    >
      <UserRoundPlus aria-hidden size={16} />
      {i18n.t(passkey.running === 'create' ? 'ceremony.followPrompt' : 'onboarding.createVault')}
    </Button>
  );
  const signInButton = (
    <Button
      wide
      kind={isSignIn ? 'primary' : 'quiet'}
      disabled={!passkey.canSignIn}
      onClick={passkey.signIn}
    >
      <KeyRound aria-hidden size={16} />
      {passkey.running === 'signIn'
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
      <Notice tone="bad">{passkey.problem}</Notice>
      {passkey.isIp ? <Notice tone="bad">{i18n.t('onboarding.serverNeedsName')}</Notice> : null}
      {isSignIn ? (
        signInButton
      ) : (
        <>
          {createButton}
          {server.enrollmentEnabled ? null : <Notice>{i18n.t('onboarding.closedServer')}</Notice>}
          {signInButton}
        </>
      )}
      {passkey.needsHelp ? <SignInHelp onRestore={props.onRestore} /> : null}
      {isSignIn ? (
        server.enrollmentEnabled && createButton
      ) : (
        <>
          <PasskeyHelp />
          <p className="text-xs text-muted">{i18n.t('onboarding.recoveryHint')}</p>
        </>
      )}
      <Button kind="plain" disabled={passkey.running !== undefined} onClick={onBack}>
        <ChevronLeft aria-hidden size={16} /> {i18n.t('onboarding.changeServer')}
      </Button>
    </div>
  );
}
