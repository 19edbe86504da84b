import { type KeyboardEvent, useRef } from 'react';
import { i18n } from '#i18n';
import type { PositionRow, PositionState } from '../../../shared/positions/position-view.ts';

const TABS = ['open', 'awaitingSettlement', 'settled', 'closed'] as const;

/** Shows the states as tabs with their numbers of positions. Arrow keys switch between the tabs. */
export function PositionTabs(props: {
  rows: readonly PositionRow[];
  tab: PositionState;
  onTab: (tab: PositionState) => void;
}) {
  const list = useRef<HTMLDivElement>(null);
  const step = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (by === 0) return;
    event.preventDefault();
    const at = TABS.indexOf(props.tab);
    const next = TABS[(at + by + TABS.length) % TABS.length];
    if (next === undefined) return;
    props.onTab(next);
    list.current?.querySelectorAll('button')[TABS.indexOf(next)]?.focus();
  };
  return (
    <div
      ref={list}
      role="tablist"
      aria-label={i18n.t('positions.tabs')}
      className="flex rounded-xl bg-raised p-0.5 text-xs"
    >
      {TABS.map((state) => {
        const isChosen = props.tab === state;
        const count = props.rows.filter((row) => row.state === state).length;
        return (
          <button
            key={state}
            id={`positions-tab-${state}`}
            type="button"
            role="tab"
            aria-selected={isChosen}
            aria-controls="positions-panel"
            tabIndex={isChosen ? 0 : -1}
            onClick={() => props.onTab(state)}
            onKeyDown={step}
            className={`min-w-0 flex-auto rounded-lg px-1.5 py-1.5 font-medium ${isChosen ? 'bg-surface shadow-sm' : 'text-muted'}`}
          >
            {i18n.t(
              state === 'awaitingSettlement' ? 'positions.tabAwaiting' : `positions.state.${state}`,
            )}
            {count === 0 ? null : <span className="ms-1 font-normal text-muted">{count}</span>}
          </button>
        );
      })}
    </div>
  );
}
