import { i18n } from '#i18n';
import { useSnapshot } from '../../../hooks/use-wallet.ts';
import { Strip } from '../../../ui/Strip.tsx';
import { titleOfFacts } from './procedure-texts.ts';

/** On other pages, links to a procedure that stopped between two transactions. */
export function PausedStrip({ onOpen }: { onOpen: () => void }) {
  const paused = useSnapshot(({ procedures }) =>
    procedures?.find(({ state }) => state === 'paused'),
  );
  if (paused === undefined) return null;
  return (
    <Strip
      title={titleOfFacts(paused.facts)}
      text={i18n.t('procedures.waits')}
      tone="warn"
      to={onOpen}
    />
  );
}
