import { i18n } from '#i18n';
import type { ChainReading, IndexerTrouble } from '../../../shared/positions/position-view.ts';
import { useAction } from '../../hooks/use-action.ts';
import { useWalletCall } from '../../hooks/use-wallet.ts';
import { amountText } from '../../texts/numbers.ts';
import { durationText, localDate } from '../../texts/times.ts';
import { ActionButton } from '../../ui/ActionButton.tsx';
import { Card } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { NodeProblems } from './NodeProblems.tsx';

const DAY = 86_400;
/** Expected seconds above which the page suggests faster ways to read positions. */
const SLOW_SECONDS = 7_200;

/** Shows that positions are read from the chain: why, how far, and which nodes have problems. */
export function ChainSource({
  chain,
  trouble,
}: {
  chain: ChainReading;
  trouble: IndexerTrouble | undefined;
}) {
  const call = useWalletCall();
  const further = useAction(() => call('positions.lookFurther', {}));
  const again = useAction(() => call('positions.readAgain', {}));
  const { progress, problems, secondsLeft, since, unread = 0 } = chain;
  const share =
    progress === undefined
      ? 100
      : Math.floor((100 * progress.readSeconds) / Math.max(1, progress.ofSeconds));
  const isRead = !chain.isReading && progress === undefined && since !== undefined;
  const isSlow = secondsLeft !== undefined && secondsLeft > SLOW_SECONDS;
  return (
    <Card className="flex flex-col gap-2 text-sm" data-testid="chain-source">
      <h2 className="font-semibold">
        {since === undefined
          ? i18n.t('history.fromChain')
          : i18n.t('history.fromChainSince', { date: localDate(since) })}
      </h2>
      {trouble === undefined ? null : (
        <p className="text-xs text-muted">
          {i18n.t(`history.why.${trouble}`)} {i18n.t('history.limits')}
        </p>
      )}
      {progress === undefined ? null : (
        <div className="flex flex-col gap-1">
          <p className="text-xs">{progressText(progress)}</p>
          <ProgressBar label={i18n.t('history.reading')} percent={share} />
          {secondsLeft === undefined || isSlow ? null : (
            <p className="text-xs text-muted">
              {i18n.t('history.timeLeft', { time: durationText(minutesOf(secondsLeft)) })}
            </p>
          )}
        </div>
      )}
      {unread === 0 ? null : <p className="text-xs">{i18n.t('history.unread', unread)}</p>}
      {isSlow ? (
        <Notice tone="warn">
          {i18n.t('history.slow', { time: durationText(60 * Math.ceil(secondsLeft / 3600)) })}
        </Notice>
      ) : null}
      {problems === undefined ? null : <NodeProblems problems={problems} />}
      {chain.canLookFurther ? (
        <ActionButton action={further} kind="quiet">
          {i18n.t('history.lookFurther')}
        </ActionButton>
      ) : null}
      {isRead ? (
        <>
          <p className="text-xs text-muted">{i18n.t('history.readAgainWhy')}</p>
          <ActionButton action={again} kind="quiet">
            {i18n.t('history.readAgain')}
          </ActionButton>
        </>
      ) : null}
      <Notice tone="bad">{again.problem}</Notice>
      <Notice tone="bad">{further.problem}</Notice>
    </Card>
  );
}

function minutesOf(seconds: number): number {
  return Math.max(1, Math.round(seconds / 60));
}

function progressText({ readSeconds, ofSeconds }: NonNullable<ChainReading['progress']>): string {
  const [done, of] = [Math.floor(readSeconds / DAY), Math.round(ofSeconds / DAY)];
  if (of < 2) return i18n.t('history.reading');
  return i18n.t('history.readingDays', {
    done: amountText(BigInt(done), 0),
    of: amountText(BigInt(of), 0),
  });
}
