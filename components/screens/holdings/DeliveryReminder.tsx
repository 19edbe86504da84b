import { i18n } from '#i18n';
import type { PositionRow } from '../../../shared/positions/position-view.ts';
import { useExpiryNotices } from '../../hooks/use-expiry-notices.ts';
import { useNow } from '../../hooks/use-now.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';

/**
 * Offers notifications to the buyer of a physical option. Only the buyer can exercise it, and only
 * for a limited time.
 */
export function DeliveryReminder({ row }: { row: PositionRow }) {
  const now = useNow(1000);
  const { chosen, isDenied, choose } = useExpiryNotices();
  const { delivery } = row;
  const isDue = delivery?.until !== undefined && delivery.until * 1000 > now;
  if (chosen !== 'off' || row.side !== 'buyer' || row.isUnproven || !isDue) return null;
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-center gap-3 text-sm">
        <p className="flex-1">{i18n.t('positions.remindOffer')}</p>
        <Button kind="quiet" disabled={choose.isRunning} onClick={() => void choose.run('plain')}>
          {i18n.t('positions.remind')}
        </Button>
      </div>
      {isDenied ? <Notice tone="warn">{i18n.t('positions.noticesDenied')}</Notice> : null}
      <Notice tone="bad">{choose.problem}</Notice>
    </div>
  );
}
