import { i18n } from '#i18n';
import {
  type AllowanceReading,
  type AllowancesView,
  isAllSearched,
} from '../../../shared/messages/allowances.ts';
import { useAction } from '../../hooks/use-action.ts';
import { useOnline } from '../../hooks/use-online.ts';
import { useSnapshot, useWalletCall } from '../../hooks/use-wallet.ts';
import { durationText } from '../../texts/times.ts';
import { ActionButton } from '../../ui/ActionButton.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { NodeProblems } from '../holdings/NodeProblems.tsx';

/** Shows the progress of the search on a network, and running revocations. */
export function AllowanceSearch(props: {
  network: { readonly chainId: number; readonly name: string };
  view: AllowancesView | undefined;
  problem: string | undefined;
}) {
  const { view } = props;
  // While the browser is offline, only the line at the bottom reports it.
  const isOnline = useOnline();
  const { chainId, name: network } = props.network;
  const call = useWalletCall();
  const revoking = useSnapshot(({ procedures }) =>
    procedures?.find(({ facts }) => facts.kind === 'revocations' && facts.chainId === chainId),
  );
  const stop = useAction(() => call('procedures.stop', { id: revoking?.id ?? '' }));
  const { reading } = view ?? {};
  return (
    <>
      {props.problem === undefined || !isOnline ? null : (
        <Notice tone="warn">
          {i18n.t('allowances.failed', { network, message: props.problem })}
        </Notice>
      )}
      {revoking?.facts.kind !== 'revocations' ? null : (
        <Notice tone={revoking.state === 'paused' ? 'warn' : 'info'}>
          {i18n.t(
            revoking.state === 'paused' ? 'allowances.revokingStopped' : 'allowances.revoking',
            { network, done: revoking.facts.done, count: revoking.facts.count },
          )}
          {revoking.state === 'paused' || !revoking.canStop ? null : (
            <div className="-ms-4">
              <ActionButton action={stop} kind="plain">
                {i18n.t('allowances.stop')}
              </ActionButton>
            </div>
          )}
        </Notice>
      )}
      {reading === undefined ? null : <Progress reading={reading} network={network} />}
      {reading?.problems === undefined || !isOnline ? null : (
        <NodeProblems
          problems={reading.problems}
          title={i18n.t('allowances.unsearched', { network })}
        />
      )}
    </>
  );
}

/** Shows which allowances the search may have missed because of a network's nodes. */
export function AllowanceGaps(props: {
  network: { readonly chainId: number; readonly name: string };
  reading: AllowanceReading;
}) {
  const { reading } = props;
  const { chainId, name: network } = props.network;
  const call = useWalletCall();
  const again = useAction(() => call('allowances.readAgain', { chainId }));
  const gaps = gapsOf(reading, network);
  if (gaps.length === 0) return null;
  return (
    <>
      {gaps.map((text) => (
        <Notice key={text}>{text}</Notice>
      ))}
      {reading.isReading ? null : (
        <ActionButton action={again} kind="quiet">
          {i18n.t('allowances.searchAgain', { network })}
        </ActionButton>
      )}
      <Notice tone="bad">{again.problem}</Notice>
    </>
  );
}

function Progress({ reading, network }: { reading: AllowanceReading; network: string }) {
  const { isReading, percent, secondsLeft } = reading;
  const isDone = isAllSearched(reading);
  const key = isReading ? 'allowances.searching' : 'allowances.waiting';
  const text = isDone
    ? i18n.t('allowances.searched', { network })
    : i18n.t(key, { network, percent });
  return (
    <div className="flex flex-col gap-1" data-testid="allowance-search">
      <p className="text-xs text-muted">{text}</p>
      {isDone ? null : <ProgressBar label={text} percent={percent} />}
      {isDone || secondsLeft === undefined ? null : (
        <p className="text-xs text-muted">
          {i18n.t('allowances.timeLeft', { time: timeText(secondsLeft) })}
        </p>
      )}
    </div>
  );
}

const HOUR = 3_600;

/**
 * Returns the remaining time. From two hours on, returns whole hours, because the time is an
 * estimate.
 */
function timeText(seconds: number): string {
  return durationText(
    seconds < 2 * HOUR ? Math.max(1, Math.round(seconds / 60)) : 60 * Math.round(seconds / HOUR),
  );
}

function gapsOf(
  { isNarrow, isSingle, isCut, isReading, unread = 0 }: AllowanceReading,
  network: string,
): string[] {
  return [
    ...(unread > 0 && !isReading ? [i18n.t('allowances.unread', unread)] : []),
    ...(isNarrow === true ? [i18n.t('allowances.narrow', { network })] : []),
    ...(isSingle === true && isNarrow !== true ? [i18n.t('allowances.single', { network })] : []),
    ...(isCut === true ? [i18n.t('allowances.cut', { network })] : []),
  ];
}
