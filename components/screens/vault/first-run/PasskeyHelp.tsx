import { i18n } from '#i18n';
import { passkeyPlaces } from '../../../texts/passkey-places.ts';

/** Lists the places where this browser can store a passkey. */
export function PasskeyHelp() {
  const items = passkeyPlaces(navigator.userAgent);
  return (
    <section className="flex w-full flex-col gap-2 rounded-2xl border border-line bg-surface p-4 text-start">
      <h2 className="text-sm font-semibold">{i18n.t('passkeys.whatYouCanUse')}</h2>
      <ul className="flex flex-col gap-2 text-xs text-pretty text-muted" data-testid="passkey-help">
        {items.map(([Icon, text]) => (
          <li key={text} className="flex items-start gap-2">
            <Icon aria-hidden size={14} className="mt-0.5 shrink-0 text-accent" />
            <span>{i18n.t(text)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
