import { i18n } from '#i18n';
import { useUnseenAlerts } from '../../hooks/use-unseen-alerts.ts';
import { useSnapshot } from '../../hooks/use-wallet.ts';
import { AmountsSwitch } from '../../ui/AmountsSwitch.tsx';
import { Mark } from '../../ui/Mark.tsx';
import { AccountSelect } from '../wallet/home/AccountSelect.tsx';
import { Choices } from './Choices.tsx';
import { DESK_SECTIONS, type DeskPageName, type DeskSection } from './use-desk-view.ts';

/** The desk's sections, with the pages of the shown one, and the account. */
export function DeskHeader(props: {
  /** The choice of all accounts, on pages that can show them. */
  all: Parameters<typeof AccountSelect>[0]['all'];
  page: DeskPageName;
  onPage: (page: DeskPageName) => void;
}) {
  const selected = useSnapshot((snapshot) => snapshot.selected);
  const unseenCount = useUnseenAlerts();
  const shown = DESK_SECTIONS.find((section) => hasPage(section, props.page));
  return (
    <header className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line bg-surface px-4 py-2">
      <h1 className="flex items-center gap-2 font-semibold">
        <Mark size={24} /> {i18n.t('desk.title')}
      </h1>
      <nav aria-label={i18n.t('desk.sections')} className="flex min-w-0 flex-wrap gap-1">
        {DESK_SECTIONS.map(({ label, pages: [first] }) => {
          const isShown = shown?.label === label;
          return (
            <button
              key={label}
              type="button"
              aria-current={isShown ? 'page' : undefined}
              onClick={() => props.onPage(first.page)}
              className={`min-h-8 shrink-0 rounded-lg px-3 text-sm whitespace-nowrap ${isShown ? 'bg-accent-soft font-semibold text-accent' : 'text-muted hover:bg-raised'}`}
            >
              {i18n.t(label)}
              {first.page === 'alerts' && unseenCount > 0 ? <Count count={unseenCount} /> : null}
            </button>
          );
        })}
      </nav>
      {shown === undefined || shown.pages.length < 2 ? null : (
        <Choices
          label={i18n.t('desk.pagesOf', { section: i18n.t(shown.label) })}
          choices={shown.pages.map(({ page, label }) => ({ key: page, text: i18n.t(label) }))}
          chosen={props.page}
          onChoose={(key) => {
            const chosen = shown.pages.find(({ page }) => page === key);
            if (chosen !== undefined) props.onPage(chosen.page);
          }}
        />
      )}
      {selected === undefined ? null : (
        <div className="ms-auto flex items-center gap-1">
          <AmountsSwitch />
          <div className="w-40">
            <AccountSelect all={props.all} />
          </div>
        </div>
      )}
    </header>
  );
}

function hasPage({ pages }: DeskSection, page: DeskPageName): boolean {
  return pages.some((one) => one.page === page);
}

/** Number of fired alerts that the user hasn't seen. */
function Count({ count }: { count: number }) {
  return (
    <span className="ms-1.5 inline-flex min-w-5 justify-center rounded-full bg-accent px-1.5 text-xs font-semibold text-accent-ink">
      <span aria-hidden>{count}</span>
      <span className="sr-only">{i18n.t('alerts.unseen', count)}</span>
    </span>
  );
}
