import { i18n } from '#i18n';
import { type FillView, isBetweenSteps } from '../../../../shared/messages/ticket.ts';
import { useLate } from '../../../hooks/use-late.ts';
import { Button } from '../../../ui/Button.tsx';
import { Notice } from '../../../ui/Notice.tsx';

/** Explains that a fill waits for the node, and offers to close the window. */
export function LateNode(props: { fill: FillView; onLeave?: () => void }) {
  const awaited = awaitedOf(props.fill);
  const isLate = useLate(awaited);
  if (awaited === undefined || !isLate) return null;
  return (
    <Notice tone="warn">
      <p>{i18n.t(`progress.late.${awaited}`)}</p>
      {props.onLeave === undefined ? null : (
        <>
          <p className="mt-1 text-xs">{i18n.t('progress.mayClose')}</p>
          <Button kind="quiet" className="mt-1.5 min-h-8" onClick={props.onLeave}>
            {i18n.t('progress.closeWindow')}
          </Button>
        </>
      )}
    </Notice>
  );
}

function awaitedOf(fill: FillView): 'check' | 'secondCheck' | 'sending' | 'block' | undefined {
  if (fill.interrupted !== undefined) return undefined;
  if (fill.isSending === true) return 'sending';
  if (fill.stage === 'checking') return isBetweenSteps(fill) ? 'secondCheck' : 'check';
  return fill.stage === 'preparation sent' || fill.stage === 'fill sent' ? 'block' : undefined;
}
