import { KeyRound, Laptop, Smartphone, Vault } from 'lucide-react';
import { i18n } from '#i18n';
import { type System, systemOf } from './system.ts';

/** The system's own passkeys. Every device that holds a passkey needs the PRF extension. */
const BUILT_IN = {
  linux: 'passkeys.onLinux',
  macos: 'passkeys.onMacos',
  windows: 'passkeys.onWindows',
  chromeos: 'passkeys.onChromeos',
  android: 'passkeys.onAndroid',
  other: 'passkeys.onOther',
} as const satisfies Record<System, string>;

/** Lists what can hold a passkey on this system. */
export function PasskeyHelp() {
  const items = [
    [Laptop, BUILT_IN[systemOf(navigator.userAgent)]],
    [Smartphone, 'passkeys.phone'],
    [KeyRound, 'passkeys.securityKey'],
    [Vault, 'passkeys.passwordManager'],
  ] as const;
  return (
    <section className="flex w-full flex-col gap-2 rounded-2xl border border-line bg-surface p-4 text-left">
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
