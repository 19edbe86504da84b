import { useState } from 'react';
import { i18n } from '#i18n';
import { useAction } from '../../../hooks/use-action.ts';
import { useWalletCall } from '../../../hooks/use-wallet.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Check } from '../../../ui/Check.tsx';
import { Notice } from '../../../ui/Notice.tsx';

/** Moves the vault to this device only, permanently or as the first step to another server. */
export function LeaveServer(props: {
  server: string;
  /** Called when the vault has moved, but the server's deletion isn't confirmed. */
  onAccountKept: () => void;
  /** Called before the vault moves; `isChange` is true if another server will be connected. */
  onChange: (isChange: boolean) => void;
}) {
  const { server, onAccountKept, onChange } = props;
  const call = useWalletCall();
  const [isOpen, setIsOpen] = useState(false);
  const [deletesAccount, setDeletesAccount] = useState(false);
  const leave = useAction(async (isServerLost: boolean) => {
    const { isDeleted } = await call('vault.leave', {
      isServerLost,
      deletesAccount: deletesAccount && !isServerLost,
    });
    if (deletesAccount && !isDeleted) onAccountKept();
  });
  const leaveFor = (isChange: boolean) => {
    onChange(isChange);
    void leave.run(false);
  };
  if (!isOpen) {
    return (
      <Button kind="plain" onClick={() => setIsOpen(true)}>
        {i18n.t('connectServer.leaveOrChange')}
      </Button>
    );
  }
  return (
    <Card className="flex flex-col gap-3" data-testid="leave-server">
      <h2 className="text-sm font-semibold">{i18n.t('connectServer.leaveTitle')}</h2>
      <p className="text-sm text-muted">{i18n.t('connectServer.leaveExplained')}</p>
      <Check
        label={i18n.t('connectServer.deleteAccount', { server })}
        isOn={deletesAccount}
        onChange={setDeletesAccount}
      />
      {leave.problem === undefined ? null : (
        <>
          <Notice tone="bad">{leave.problem}</Notice>
          <p className="text-sm text-muted">{i18n.t('connectServer.serverLost')}</p>
          <Button kind="quiet" disabled={leave.isRunning} onClick={() => void leave.run(true)}>
            {i18n.t('connectServer.leaveWithCopy')}
          </Button>
        </>
      )}
      <Button disabled={leave.isRunning} onClick={() => leaveFor(false)}>
        {i18n.t(leave.isRunning ? 'ceremony.followPrompt' : 'connectServer.leave')}
      </Button>
      <Button kind="quiet" disabled={leave.isRunning} onClick={() => leaveFor(true)}>
        {i18n.t('connectServer.change')}
      </Button>
      <Button kind="plain" disabled={leave.isRunning} onClick={() => setIsOpen(false)}>
        {i18n.t('ui.cancel')}
      </Button>
    </Card>
  );
}
