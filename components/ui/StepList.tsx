import { Check, CircleDashed, CircleX, Hand } from 'lucide-react';
import type { ReactNode } from 'react';
import { i18n } from '#i18n';
import { CopyButton } from './CopyButton.tsx';
import { Spinner } from './Spinner.tsx';

/** State of a step. A number means that the step is planned, and is the step's position. */
export type StepState = 'done' | 'running' | 'yours' | 'ahead' | 'failed' | number;

export interface Step {
  readonly key: string;
  /** Text above the title. */
  readonly place?: string;
  readonly title: string;
  readonly state: StepState;
  readonly note?: ReactNode;
  readonly hash?: string | undefined;
}

/** Shows steps in order, each with its state. */
export function StepList({ steps, label }: { steps: readonly Step[]; label?: string }) {
  // Planned steps aren't announced, because they change with each quote.
  const isUnderWay = steps.some(({ state }) => typeof state !== 'number');
  return (
    <ol className="flex flex-col" aria-live={isUnderWay ? 'polite' : undefined} aria-label={label}>
      {steps.map(({ key, place, title, state, note, hash }, index) => (
        <li key={key} className="flex gap-3" data-step={state}>
          <div className="flex flex-col items-center">
            <Mark state={state} />
            {index === steps.length - 1 ? null : (
              <span
                aria-hidden
                className={`my-0.5 w-0.5 flex-1 ${state === 'done' ? 'bg-accent' : 'bg-line'}`}
              />
            )}
          </div>
          <div className="min-w-0 flex-1 pb-3 text-sm">
            {place === undefined ? null : <p className="text-xs text-muted">{place}</p>}
            <p
              className={`font-semibold ${state === 'ahead' ? 'text-muted' : state === 'failed' ? 'text-bad' : ''}`}
            >
              {title}
            </p>
            {note === undefined ? null : <p className="text-xs text-muted">{note}</p>}
            {hash === undefined ? null : (
              <p className="flex items-center gap-1 text-xs text-muted">
                <span className="truncate font-mono" title={hash}>
                  {hash}
                </span>
                <CopyButton value={hash} label={i18n.t('progress.copyHash')} />
              </p>
            )}
          </div>
        </li>
      ))}
    </ol>
  );
}

function Mark({ state }: { state: StepState }) {
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
    default:
      return (
        <span aria-hidden className={`${box} bg-accent-soft text-xs font-bold text-accent`}>
          {state}
        </span>
      );
  }
}
