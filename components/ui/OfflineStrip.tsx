import { WifiOff } from 'lucide-react';
import { i18n } from '#i18n';
import { useOnline } from '../hooks/use-online.ts';

/** Reports in one sentence that the browser is offline, instead of each service's failure. */
export function OfflineStrip() {
  const isOnline = useOnline();
  if (isOnline) return null;
  return (
    <p
      role="status"
      data-testid="offline"
      className="flex items-center gap-2 border-b border-line bg-warn-soft px-4 py-2 text-sm text-warn"
    >
      <WifiOff aria-hidden size={16} className="shrink-0" />
      {i18n.t('ui.offline')}
    </p>
  );
}
