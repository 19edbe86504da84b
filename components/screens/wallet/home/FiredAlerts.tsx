import { i18n } from '#i18n';
import { useSurface } from '../../../hooks/use-surface.ts';
import { LinkButton } from '../../../ui/LinkButton.tsx';
import { Notice } from '../../../ui/Notice.tsx';

/** Links to the fired alerts that the user hasn't seen. */
export function FiredAlerts({ count }: { count: number }) {
  const { openDesk } = useSurface();
  return (
    <Notice>
      {i18n.t('alerts.fired', count)}{' '}
      <LinkButton onClick={() => openDesk('#alerts')}>{i18n.t('alerts.show')}</LinkButton>
    </Notice>
  );
}
