import { i18n } from '#i18n';
/** Shows an animation while work is in progress, with a name for screen readers. */
export function Spinner({ label = i18n.t('ui.working') }: { label?: string }) {
  return (
    <span
      role="status"
      aria-label={label}
      className="inline-block size-6 animate-spin rounded-full border-2 border-line border-t-accent"
    />
  );
}
