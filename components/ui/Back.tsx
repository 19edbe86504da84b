import { ChevronLeft } from 'lucide-react';
import { i18n } from '#i18n';
import { Button } from './Button.tsx';

export function Back({ onBack }: { onBack: () => void }) {
  return (
    <Button kind="plain" onClick={onBack}>
      <ChevronLeft aria-hidden size={16} /> {i18n.t('ui.back')}
    </Button>
  );
}
