import { ChevronLeft } from 'lucide-react';
import { i18n } from '#i18n';

/** The head of a page that one comes back from. */
export function PageHeader({ title, onBack }: { title: string; onBack: () => void }) {
  return (
    <header className="flex items-center gap-2">
      <button
        type="button"
        aria-label={i18n.t('ui.back')}
        onClick={onBack}
        className="rounded-xl p-2 text-muted hover:bg-raised hover:text-ink"
      >
        <ChevronLeft aria-hidden size={18} />
      </button>
      <h1 className="text-lg font-semibold">{title}</h1>
    </header>
  );
}
