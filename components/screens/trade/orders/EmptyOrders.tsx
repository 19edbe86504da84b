import { i18n } from '#i18n';
import { useLate } from '../../../hooks/use-late.ts';
import { useOnline } from '../../../hooks/use-online.ts';
import { useSnapshot } from '../../../hooks/use-wallet.ts';
import { Button } from '../../../ui/Button.tsx';
import { Spinner } from '../../../ui/Spinner.tsx';

/** Explains why the list is empty, and what the user can do. */
export function EmptyOrders(props: {
  state: 'reading' | 'dead' | 'noMaker' | 'nothingFits';
  onClear: () => void;
  /** Absent when there is no account. */
  onAsk?: (() => void) | undefined;
}) {
  // Without a wallet there are no settings to check.
  const hasWallet = useSnapshot(({ vault }) => vault.status !== 'empty') ?? true;
  const isOnline = useOnline();
  const known = props.state === 'dead' && !hasWallet ? 'deadAtFirst' : props.state;
  // Waiting doesn't help without a network, so the offline state replaces the other states.
  const state = !isOnline && known !== 'nothingFits' ? 'offline' : known;
  const isLate = useLate(state === 'reading' ? 'feed' : undefined);
  return (
    <div
      className="flex min-h-0 flex-1 flex-col items-center justify-center gap-3 p-8 text-center"
      data-testid="orders"
    >
      {state === 'reading' ? (
        <>
          <Spinner label={i18n.t('orders.firstRead')} />
          {isLate ? (
            <p role="status" className="max-w-72 text-sm text-pretty text-muted">
              {i18n.t('orders.late')}
            </p>
          ) : null}
        </>
      ) : (
        <>
          <svg viewBox="0 0 72 32" width="108" height="48" aria-hidden="true">
            <line x1="0" x2="72" y1="22" y2="22" className="stroke-line" strokeDasharray="2 2" />
            <path d="M2 28L30 28L52 6L70 6" className="fill-none stroke-muted" strokeWidth="1.75" />
          </svg>
          <p className="text-base font-semibold">{i18n.t(WORDS[state].title)}</p>
          <p className="max-w-72 text-sm text-pretty text-muted">{i18n.t(WORDS[state].text)}</p>
          {state === 'nothingFits' ? (
            <Button kind="quiet" onClick={props.onClear}>
              {i18n.t('orders.clear')}
            </Button>
          ) : null}
          {props.onAsk !== undefined && (state === 'nothingFits' || state === 'noMaker') ? (
            <Button kind="plain" onClick={props.onAsk}>
              {i18n.t('quotations.nothingFits')}
            </Button>
          ) : null}
        </>
      )}
    </div>
  );
}

const WORDS = {
  offline: { title: 'orders.deadTitle', text: 'ui.onceOnline' },
  deadAtFirst: { title: 'orders.deadTitle', text: 'orders.deadBeforeWallet' },
  dead: { title: 'orders.deadTitle', text: 'orders.deadText' },
  noMaker: { title: 'orders.emptyTitle', text: 'orders.emptyText' },
  nothingFits: { title: 'orders.noneTitle', text: 'orders.noneText' },
} as const;
