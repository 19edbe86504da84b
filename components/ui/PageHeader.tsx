import { ChevronLeft } from 'lucide-react';
import { i18n } from '#i18n';
import { IconButton } from './IconButton.tsx';

/** The head of a page with a back button. */
export function PageHeader(props: {
  title: string;
  onBack: () => void;
  /** Label of the back button, when it needs one. */
  backLabel?: string;
}) {
  return (
    <header className="flex items-center gap-2">
      <IconButton
        label={props.backLabel ?? i18n.t('ui.back')}
        onClick={props.onBack}
        className="-ms-2"
      >
        <ChevronLeft aria-hidden size={18} />
      </IconButton>
      <h1 className="min-w-0 text-lg font-semibold text-balance">{props.title}</h1>
    </header>
  );
}
