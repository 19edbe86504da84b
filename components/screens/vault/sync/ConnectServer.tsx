import { KeyRound, Server, UserRoundPlus } from 'lucide-react';
import { useState } from 'react';
import { i18n } from '#i18n';
import type { ServerInfo } from '../../../../shared/messages/wallet-answers.ts';
import { serverAddress } from '../../../../shared/server-address.ts';
import { useAction } from '../../../hooks/use-action.ts';
import { useHostAccess } from '../../../hooks/use-host-access.ts';
import { useSnapshot, useWalletCall } from '../../../hooks/use-wallet.ts';
import { addressProblem } from '../../../texts/service-defaults.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Field } from '../../../ui/Field.tsx';
import { Form } from '../../../ui/Form.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { SignInHelp } from '../first-run/SignInHelp.tsx';
import { useServerCheck } from '../first-run/use-server-check.ts';
import { useServerPasskey } from '../first-run/use-server-passkey.ts';
import { JoinCard } from './MergeCards.tsx';

/**
 * Moves this device's vault to a server: asks for the address, then for a new or an existing
 * passkey. Also the second step of a change of servers.
 */
export function ConnectServer({ isChange = false }: { isChange?: boolean }) {
  const joining = useSnapshot(({ vault }) =>
    vault.status === 'unlocked' ? vault.joining : undefined,
  );
  const [server, setServer] = useState<ServerInfo>();
  if (joining !== undefined) return <JoinCard divergence={joining} />;
  return (
    <Card className="flex flex-col gap-3" data-testid="connect-server">
      <h2 className="text-sm font-semibold">
        {i18n.t(isChange ? 'connectServer.changeTitle' : 'connectServer.title')}
      </h2>
      <p className="text-sm text-muted">
        {i18n.t(isChange ? 'connectServer.changeExplained' : 'connectServer.explained')}
      </p>
      {server === undefined ? (
        <AddressForm isEmpty={isChange} onServer={setServer} />
      ) : (
        <PasskeyChoice server={server} onBack={() => setServer(undefined)} />
      )}
    </Card>
  );
}

function AddressForm(props: {
  /**
   * True if no address is suggested, because the vault has just left the server at the stored
   * address.
   */
  isEmpty: boolean;
  onServer: (server: ServerInfo) => void;
}) {
  const { isEmpty, onServer } = props;
  const checkServer = useServerCheck();
  const askForHosts = useHostAccess();
  const suggested = useSnapshot((snapshot) => snapshot.services.vaultUrl) ?? '';
  const [typed, setTyped] = useState(isEmpty ? '' : suggested);
  const vaultUrl = serverAddress(typed);
  const check = useAction(async () => {
    await askForHosts([vaultUrl]);
    onServer((await checkServer(vaultUrl)).server);
  });
  const problem = addressProblem(vaultUrl);
  return (
    <Form
      action={check}
      isReady={typed.trim() !== '' && problem === undefined}
      onSubmit={() => void check.run()}
      button={i18n.t('onboarding.continue')}
      busy={i18n.t('onboarding.checkingServer')}
      kind="quiet"
    >
      <Field
        label={i18n.t('onboarding.serverAddress')}
        value={typed}
        hint={i18n.t('firstRun.serverAddressHint')}
        problem={problem}
        onType={setTyped}
      />
    </Form>
  );
}

function PasskeyChoice({ server, onBack }: { server: ServerInfo; onBack: () => void }) {
  const call = useWalletCall();
  const passkey = useServerPasskey(server, {
    create: () => call('vault.connect', {}),
    signIn: () => call('vault.join', {}),
  });
  return (
    <>
      <p className="flex items-start gap-2 text-sm">
        <Server aria-hidden size={16} className="mt-0.5 shrink-0 text-accent" />
        <span className="min-w-0 break-words">
          <span className="block font-medium">{server.name}</span>
          <span className="block text-xs text-muted">
            {i18n.t('onboarding.boundTo', { rpId: server.rpId })}
          </span>
        </span>
      </p>
      {passkey.isIp ? <Notice tone="bad">{i18n.t('onboarding.serverNeedsName')}</Notice> : null}
      {server.enrollmentEnabled ? null : <Notice>{i18n.t('onboarding.closedServer')}</Notice>}
      <Notice tone="bad">{passkey.problem}</Notice>
      <Button disabled={!passkey.canCreate} onClick={passkey.create}>
        <UserRoundPlus aria-hidden size={16} />
        {i18n.t(
          passkey.running === 'create' ? 'ceremony.followPrompt' : 'connectServer.withNewPasskey',
        )}
      </Button>
      <Button kind="quiet" disabled={!passkey.canSignIn} onClick={passkey.signIn}>
        <KeyRound aria-hidden size={16} />
        {i18n.t(passkey.running === 'signIn' ? 'ceremony.followPrompt' : 'connectServer.signIn')}
      </Button>
      {passkey.needsHelp ? <SignInHelp onRestore={undefined} /> : null}
      <Button kind="plain" disabled={passkey.running !== undefined} onClick={onBack}>
        {i18n.t('onboarding.changeServer')}
      </Button>
    </>
  );
}
