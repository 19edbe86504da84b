import { i18n } from '#i18n';
import type { FillStage, FillView } from '../../../../shared/messages/ticket.ts';
import { useSnapshot } from '../../../hooks/use-wallet.ts';
import { Strip } from '../../../ui/Strip.tsx';
import { isMadeUp } from './made-up.ts';
import { titleOf } from './ticket-texts.ts';

type Word =
  | 'procedures.waits'
  | 'progress.running'
  | 'progress.yourTurnStrip'
  | 'progress.replacedStrip'
  | 'progress.replacedByOtherStrip'
  | 'progress.unprovedStrip'
  | 'progress.differsStrip'
  | 'progress.failedStrip';

const WORDS: Readonly<Partial<Record<FillStage, Word>>> = {
  checking: 'progress.running',
  'preparation asked': 'progress.yourTurnStrip',
  'preparation sent': 'progress.running',
  'fill asked': 'progress.yourTurnStrip',
  'fill sent': 'progress.running',
  replaced: 'progress.replacedStrip',
  unproved: 'progress.unprovedStrip',
  failed: 'progress.failedStrip',
};

/** Returns the key of the line's text; undefined for a fill that needs no line. */
function wordOf({ stage, failure, proof, newer, interrupted }: FillView): Word | undefined {
  if (interrupted !== undefined) return 'procedures.waits';
  if (stage === 'replaced' && newer?.isOtherMaker === true) return 'progress.replacedByOtherStrip';
  if (proof !== undefined && proof.differing.length > 0) return 'progress.differsStrip';
  return failure?.code === 'rejected' ? undefined : WORDS[stage];
}

/** Links from every page to a fill that is running, failed, or differs from the signed order. */
export function FillStrip({ onOpen }: { onOpen: (id: string) => void }) {
  const fill = useSnapshot(({ fills, selected }) => {
    const own = fills.filter(({ account }) => account === selected);
    const shown = own.filter((one) => wordOf(one) !== undefined && !isMadeUp(one, own));
    // A fill that differs from the signed order is more important than newer fills.
    return shown.find((one) => wordOf(one) === 'progress.differsStrip') ?? shown[0];
  });
  const word = fill === undefined ? undefined : wordOf(fill);
  if (fill === undefined || word === undefined) return null;
  const isBad = word === 'progress.failedStrip' || word === 'progress.differsStrip';
  return (
    <Strip
      title={titleOf(fill)}
      text={i18n.t(word)}
      tone={isBad ? 'bad' : 'accent'}
      className="group-has-[[data-fill]]/page:hidden"
      to={() => onOpen(fill.id)}
    />
  );
}
