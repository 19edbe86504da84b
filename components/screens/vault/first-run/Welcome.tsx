import { i18n } from '#i18n';
import { Button } from '../../../ui/Button.tsx';
import { Mark } from '../../../ui/Mark.tsx';

/** Shows the first screen of a new user. */
export function Welcome({ onStart }: { onStart: () => void }) {
  return (
    <main className="mx-auto flex min-h-full max-w-md flex-col items-center justify-between gap-6 p-8 text-center low:gap-3 low:p-4">
      <div className="flex flex-1 flex-col items-center justify-center gap-4">
        <span className="low:hidden">
          <Mark size={88} />
        </span>
        <h1 className="text-2xl font-semibold tracking-tight">Condor</h1>
        <p className="max-w-72 text-sm text-pretty text-muted">{i18n.t('firstRun.welcome')}</p>
      </div>
      <Button wide onClick={onStart}>
        {i18n.t('onboarding.start')}
      </Button>
    </main>
  );
}
