import { ChevronLeft } from 'lucide-react';
import { i18n } from '#i18n';

/** The head of a page with a back button. */
export function PageHeader(props: {
  title: string;
  onBack: () => void;
  /** Label of the back button, when it needs one. */
  backLabel?: string;
}) {
  return (
    <header className="flex items-center gap-2">
      <button
        type="button"
        aria-label={props.backLabel ?? i18n.t('ui.back')}
        onClick={props.onBack}
        className="-ml-2 shrink-0 rounded-xl p-2 text-muted hover:bg-raised hover:text-ink"
      >
        <ChevronLeft aria-hidden size={18} />
      </button>
      <h1 className="min-w-0 text-lg font-semibold text-balance">{props.title}</h1>
    </header>
  );
}
