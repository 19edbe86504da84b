import { i18n } from '#i18n';
import { secondsOf } from '../../../../shared/units.ts';
import { useAccount } from '../../../hooks/use-accounts.ts';
import { useAction } from '../../../hooks/use-action.ts';
import { useNow } from '../../../hooks/use-now.ts';
import { useWalletCall } from '../../../hooks/use-wallet.ts';
import { WalletFailure } from '../../../hooks/wallet-connection.ts';
import { localTime } from '../../../texts/times.ts';
import { Button } from '../../../ui/Button.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { reasonText } from './quotation-texts.ts';

const OCCUPYING: readonly string[] = ['alreadyAsked', 'askedByOther', 'splitRunning'];

/** Returns true when another request or a split prevents a request about an option. */
export const isOccupied = (error: unknown): error is WalletFailure =>
  error instanceof WalletFailure && OCCUPYING.includes(error.code);

/** Names the request or split that prevents a new request, and offers to end it where possible. */
export function Occupied(props: { by: WalletFailure; account: string; onCheck: () => void }) {
  const { failure, message } = props.by;
  const { account } = props;
  const call = useWalletCall();
  const now = secondsOf(useNow());
  const settle = useAction(async (id: bigint) => {
    await call('quotations.settle', { account, id }).catch((error: Error) => {
      throw new Error(reasonText(error));
    });
    props.onCheck();
  });
  const other = failure.code === 'askedByOther' ? failure.details : undefined;
  const own = useAccount(other?.requester ?? '');
  const isOver = other !== undefined && other.until <= now;
  return (
    <>
      <Notice tone="warn">
        <p>{own === undefined ? message : i18n.t('quotations.askedByOwn', { name: own.name })}</p>
        {other === undefined ? null : (
          <p>
            {isOver
              ? i18n.t('quotations.blocksNoMore')
              : i18n.t('quotations.blocksUntil', { time: localTime(other.until) })}
          </p>
        )}
      </Notice>
      <Notice tone="bad">{settle.problem}</Notice>
      {isOver ? (
        <Button disabled={settle.isRunning} onClick={() => void settle.run(BigInt(other.id))}>
          {i18n.t(settle.isRunning ? 'quotations.asking' : 'quotations.endOther')}
        </Button>
      ) : null}
      <Button kind="quiet" onClick={props.onCheck}>
        {i18n.t('progress.lookAgain')}
      </Button>
    </>
  );
}
