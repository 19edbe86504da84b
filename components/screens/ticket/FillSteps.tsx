import { Check, CircleDashed, CircleX, Hand } from 'lucide-react';
import { i18n } from '#i18n';
import type { FillView } from '../../../shared/messages/ticket.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Spinner } from '../../ui/Spinner.tsx';

type State = 'done' | 'running' | 'yours' | 'ahead' | 'failed';

interface Line {
  readonly key: string;
  readonly title: string;
  readonly state: State;
  readonly note?: string | undefined;
  readonly hash?: string | undefined;
}

/** Shows the steps of a fill from its checks to the indexer, each with its state. */
export function FillSteps({ fill }: { fill: FillView }) {
  return (
    <ol className="flex flex-col" aria-live="polite">
      {linesOf(fill).map((line, index, all) => (
        <li key={line.key} className="flex gap-3">
          <div className="flex flex-col items-center">
            <Mark state={line.state} />
            {index === all.length - 1 ? null : (
              <span
                aria-hidden
                className={`my-0.5 w-0.5 flex-1 ${line.state === 'done' ? 'bg-accent' : 'bg-line'}`}
              />
            )}
          </div>
          <div className="min-w-0 flex-1 pb-3 text-sm">
            <p
              className={`font-semibold ${line.state === 'ahead' ? 'text-muted' : line.state === 'failed' ? 'text-bad' : ''}`}
            >
              {line.title}
            </p>
            {line.note === undefined ? null : <p className="text-xs text-muted">{line.note}</p>}
            {line.hash === undefined ? null : (
              <p className="flex items-center gap-1 text-xs text-muted">
                <span className="truncate font-mono" title={line.hash}>
                  {line.hash}
                </span>
                <CopyButton value={line.hash} label={i18n.t('progress.copyHash')} />
              </p>
            )}
          </div>
        </li>
      ))}
    </ol>
  );
}

function Mark({ state }: { state: State }) {
  const box = 'grid size-6 shrink-0 place-items-center rounded-full';
  switch (state) {
    case 'done':
      return (
        <span className={`${box} bg-accent text-accent-ink`}>
          <Check aria-label={i18n.t('progress.done')} size={14} strokeWidth={3} />
        </span>
      );
    case 'running':
      return (
        <span className={box}>
          <Spinner label={i18n.t('progress.running')} />
        </span>
      );
    case 'yours':
      return (
        <span className={`${box} bg-warn-soft text-warn`}>
          <Hand aria-label={i18n.t('progress.waits')} size={14} />
        </span>
      );
    case 'failed':
      return (
        <span className={`${box} bg-bad-soft text-bad`}>
          <CircleX aria-label={i18n.t('progress.stopped')} size={16} />
        </span>
      );
    case 'ahead':
      return (
        <span className={`${box} text-muted`}>
          <CircleDashed aria-label={i18n.t('progress.ahead')} size={18} />
        </span>
      );
  }
}

/** Returns the state of each step, including the one at which a fill ended. */
function linesOf(fill: FillView): Line[] {
  const { stage, steps, allowanceHash, hash, proof } = fill;
  const isStopped = stage === 'failed' || stage === 'replaced';
  const place = isStopped ? placeOfEnd(fill) : PLACES[stage];
  const at = (index: number, isAsked: boolean): State => {
    if (index < place) return 'done';
    if (index > place) return 'ahead';
    if (isStopped) return stage === 'failed' ? 'failed' : 'yours';
    if (stage === 'unproved') return 'yours';
    return isAsked ? 'yours' : 'running';
  };
  const isAskedNow = fill.isSending !== true;
  const waits = i18n.t(isAskedNow ? 'progress.confirmThere' : 'progress.sending');
  const onChain = i18n.t('progress.onChain');
  return [
    {
      key: 'check',
      title: i18n.t(place > 0 ? 'progress.checked' : 'progress.check'),
      state: at(0, false),
      note: fill.isUntried === true ? i18n.t('progress.untried') : undefined,
    },
    ...(steps === 2
      ? [
          {
            key: 'allow',
            title: i18n.t('progress.allow', { index: 1, count: steps }),
            state: at(1, stage === 'allowance asked' && isAskedNow),
            note:
              stage === 'allowance asked'
                ? waits
                : stage === 'allowance sent'
                  ? onChain
                  : undefined,
            hash: allowanceHash,
          },
        ]
      : []),
    {
      key: 'fill',
      title:
        steps === 1
          ? i18n.t('progress.fillOnly')
          : i18n.t('progress.fill', { index: steps, count: steps }),
      state: at(2, stage === 'fill asked' && isAskedNow),
      note: stage === 'fill asked' ? waits : undefined,
    },
    {
      key: 'mine',
      title:
        proof === undefined
          ? i18n.t('progress.mine')
          : i18n.t('progress.minedIn', { block: proof.block }),
      state: at(3, false),
      note: stage === 'fill sent' ? onChain : undefined,
      hash,
    },
    {
      key: 'index',
      title: i18n.t('progress.index'),
      state: at(4, false),
      note:
        stage === 'mined' && proof !== undefined
          ? i18n.t('progress.indexing')
          : stage === 'not indexed'
            ? i18n.t('progress.notIndexed')
            : undefined,
    },
  ];
}

const PLACES = {
  checking: 0,
  'allowance asked': 1,
  'allowance sent': 1,
  'fill asked': 2,
  'fill sent': 3,
  mined: 4,
  indexed: 5,
  'not indexed': 5,
  unproved: 4,
} as const;

function placeOfEnd({ hash, allowanceHash, steps, failure }: FillView): number {
  if (hash !== undefined) return 3;
  const isRefusedByUser = failure?.code === 'rejected' || failure?.code === 'locked';
  if (failure?.code === 'approvalReverted') return 1;
  if (allowanceHash !== undefined) return 2;
  if (!isRefusedByUser) return 0;
  return steps === 2 ? 1 : 2;
}
