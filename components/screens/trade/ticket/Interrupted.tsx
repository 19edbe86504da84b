import { i18n } from '#i18n';
import type { FillView } from '../../../../shared/messages/ticket.ts';
import { useAction } from '../../../hooks/use-action.ts';
import { useWalletCall } from '../../../hooks/use-wallet.ts';
import { describeFailure } from '../../../texts/describe-failure.ts';
import { ActionButton } from '../../../ui/ActionButton.tsx';
import { Notice } from '../../../ui/Notice.tsx';

/** Explains why a fill waits for the user, for example because the disk is full. */
export function Interrupted({ fill }: { fill: FillView }) {
  const call = useWalletCall();
  const goOn = useAction(() => call('procedures.goOn', { id: fill.id }));
  if (fill.interrupted === undefined) return null;
  return (
    <>
      <Notice tone="warn">{describeFailure(fill.interrupted)}</Notice>
      <ActionButton action={goOn} className="self-start">
        {i18n.t('procedures.goOn')}
      </ActionButton>
      <Notice tone="bad">{goOn.problem}</Notice>
    </>
  );
}
