import { ArchiveRestore, KeyRound, Smartphone } from 'lucide-react';
import { i18n } from '#i18n';
import { Button } from '../../../ui/Button.tsx';

const WAYS = [
  [Smartphone, 'serverSignIn.phone', 'serverSignIn.phoneHow'],
  [KeyRound, 'serverSignIn.otherDevice', 'serverSignIn.otherDeviceHow'],
  [ArchiveRestore, 'serverSignIn.file', 'serverSignIn.fileHow'],
] as const;

/** Explains how to open a vault when no passkey of this device opens it. */
export function SignInHelp({ onRestore }: { onRestore: (() => void) | undefined }) {
  return (
    <section
      data-testid="sign-in-help"
      className="flex w-full flex-col gap-3 rounded-2xl border border-line bg-surface p-4 text-start"
    >
      <h2 className="text-sm font-semibold">{i18n.t('serverSignIn.helpTitle')}</h2>
      <ol className="flex flex-col gap-3">
        {WAYS.map(([Icon, title, how]) => (
          <li key={title} className="flex items-start gap-3 text-sm">
            <Icon aria-hidden size={16} className="mt-0.5 shrink-0 text-accent" />
            <span>
              <span className="block font-medium">{i18n.t(title)}</span>
              <span className="block text-xs text-pretty text-muted">{i18n.t(how)}</span>
            </span>
          </li>
        ))}
      </ol>
      {onRestore === undefined ? null : (
        <Button kind="quiet" onClick={onRestore}>
          {i18n.t('addWallet.restore')}
        </Button>
      )}
    </section>
  );
}
