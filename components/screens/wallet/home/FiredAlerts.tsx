import { i18n } from '#i18n';
import { useSurface } from '../../../hooks/use-surface.ts';
import { Notice } from '../../../ui/Notice.tsx';

/** Leads to the fired alerts that the user hasn't seen. */
export function FiredAlerts({ count }: { count: number }) {
  const { openDesk } = useSurface();
  return (
    <Notice>
      {i18n.t('alerts.fired', count)}{' '}
      <button type="button" className="font-semibold underline" onClick={() => openDesk('#alerts')}>
        {i18n.t('alerts.show')}
      </button>
    </Notice>
  );
}
