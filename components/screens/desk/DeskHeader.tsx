import { UserRound } from 'lucide-react';
import { i18n } from '#i18n';
import { useSurface } from '../../hooks/use-surface.ts';
import { useUnseenAlerts } from '../../hooks/use-unseen-alerts.ts';
import { useSnapshot } from '../../hooks/use-wallet.ts';
import { useWide } from '../../hooks/use-wide.ts';
import { AmountsSwitch } from '../../ui/AmountsSwitch.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Mark } from '../../ui/Mark.tsx';
import { AccountSelect } from '../wallet/home/AccountSelect.tsx';
import { Choices } from './Choices.tsx';
import { intoLine } from './into-line.ts';
import { DESK_SECTIONS, type DeskPageName, type DeskSection } from './use-desk-view.ts';

/** Shows the desk's sections, the pages of the open section, and the account. */
export function DeskHeader(props: {
  /** The choice of all accounts; absent on pages that show one account. */
  all: Parameters<typeof AccountSelect>[0]['all'];
  page: DeskPageName;
  onPage: (page: DeskPageName) => void;
}) {
  const { openTab } = useSurface();
  const unseenCount = useUnseenAlerts();
  const shown = DESK_SECTIONS.find((section) => hasPage(section, props.page));
  return (
    <header className="flex items-center gap-2 border-b border-line bg-surface px-4 py-1.5 md:gap-4">
      <h1 className="flex shrink-0 items-center gap-1 font-semibold">
        <IconButton label={i18n.t('desk.toWallet')} onClick={openTab}>
          <Mark size={24} />
        </IconButton>
        <span className="max-md:sr-only">{i18n.t('desk.title')}</span>
      </h1>
      <div className="-my-1 flex min-w-0 flex-1 items-center gap-4 overflow-x-auto py-1 [scrollbar-width:none]">
        <nav aria-label={i18n.t('desk.sections')} className="flex shrink-0 gap-1">
          {DESK_SECTIONS.map(({ label, pages: [first] }) => {
            const isShown = shown?.label === label;
            return (
              <button
                key={label}
                type="button"
                ref={isShown ? intoLine : undefined}
                aria-current={isShown ? 'page' : undefined}
                onFocus={({ currentTarget }) => intoLine(currentTarget)}
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
            isLine
            label={i18n.t('desk.pagesOf', { section: i18n.t(shown.label) })}
            choices={shown.pages.map(({ page, label }) => ({ key: page, text: i18n.t(label) }))}
            chosen={props.page}
            onChoose={(key) => {
              const chosen = shown.pages.find(({ page }) => page === key);
              if (chosen !== undefined) props.onPage(chosen.page);
            }}
          />
        )}
      </div>
      <Account all={props.all} />
    </header>
  );
}

function Account(props: { all: Parameters<typeof AccountSelect>[0]['all'] }) {
  const selected = useSnapshot((snapshot) => snapshot.selected);
  const isWide = useWide();
  if (selected === undefined) return null;
  const both = (
    <div className="flex items-center gap-1">
      <AmountsSwitch />
      <div className="w-40">
        <AccountSelect all={props.all} />
      </div>
    </div>
  );
  if (isWide) return both;
  return (
    <details className="relative shrink-0">
      <summary
        aria-label={i18n.t('desk.accountMenu')}
        title={i18n.t('desk.accountMenu')}
        className="flex size-8 cursor-pointer list-none items-center justify-center rounded-lg text-muted hover:bg-raised"
      >
        <UserRound aria-hidden size={18} />
      </summary>
      <div className="absolute end-0 top-full z-20 mt-1 rounded-xl border border-line bg-surface p-2 shadow-lg">
        {both}
      </div>
    </details>
  );
}

function hasPage({ pages }: DeskSection, page: DeskPageName): boolean {
  return pages.some((one) => one.page === page);
}

function Count({ count }: { count: number }) {
  return (
    <span className="ms-1.5 inline-flex min-w-5 justify-center rounded-full bg-accent px-1.5 text-xs font-semibold text-accent-ink">
      <span aria-hidden>{count}</span>
      <span className="sr-only">{i18n.t('alerts.unseen', count)}</span>
    </span>
  );
}
