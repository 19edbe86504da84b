import { i18n } from '#i18n';
import { Notice } from '../../ui/Notice.tsx';

/** Confirms an action, and offers to undo it. */
export function UndoNotice({ text, onUndo }: { text: string; onUndo: () => void }) {
  return (
    <Notice>
      <span className="flex items-center justify-between gap-2">
        <span role="status">{text}</span>
        <button
          type="button"
          className="min-h-6 rounded font-semibold text-accent underline-offset-2 hover:underline"
          onClick={onUndo}
        >
          {i18n.t('orders.undo')}
        </button>
      </span>
    </Notice>
  );
}
