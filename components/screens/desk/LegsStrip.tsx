import { ChevronRight } from 'lucide-react';
import { i18n } from '#i18n';
import type { LegFillsView } from './use-leg-fills.ts';

/** Leads back to legs that are being filled, from any other section. */
export function LegsStrip({ fills, onOpen }: { fills: LegFillsView; onOpen: () => void }) {
  const { doneCount: done, legs, hasFailed } = fills;
  return (
    <button
      type="button"
      onClick={onOpen}
      className={`flex w-full items-center gap-2 px-4 py-2 text-start text-xs font-semibold ${hasFailed ? 'bg-bad-soft text-bad' : 'bg-accent-soft text-accent'}`}
    >
      <span className="min-w-0 flex-1">
        {i18n.t(hasFailed ? 'desk.legsStopped' : 'desk.legsStrip', { done, all: legs.length })}
      </span>
      <ChevronRight aria-hidden size={14} className="shrink-0" />
    </button>
  );
}
