import { ChevronLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { i18n } from '#i18n';

/** One page of the settings: a way back, a title, and what belongs to it. */
export function SettingsPage(props: { title: string; onBack: () => void; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-4 p-4">
      <header className="flex items-center gap-2">
        <button
          type="button"
          aria-label={i18n.t('settings.back')}
          onClick={props.onBack}
          className="rounded-xl p-2 text-muted hover:bg-raised hover:text-ink"
        >
          <ChevronLeft aria-hidden size={18} />
        </button>
        <h1 className="text-lg font-semibold">{props.title}</h1>
      </header>
      {props.children}
    </div>
  );
}
