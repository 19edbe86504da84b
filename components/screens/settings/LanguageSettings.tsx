import { i18n } from '#i18n';
import type { LanguageChoice } from '../../../shared/texts.ts';
import { useAction } from '../../hooks/use-action.ts';
import { useSnapshot, useWalletCall } from '../../hooks/use-wallet.ts';
import { Notice } from '../../ui/Notice.tsx';

/** Each language is listed by its own name, so that its speakers find it. */
const NAMES = [
  { choice: 'en', name: 'English' },
  { choice: 'de', name: 'Deutsch' },
] as const;

/** Sets the wallet's language: the browser's, or another one. */
export function LanguageSettings() {
  const call = useWalletCall();
  const chosen = useSnapshot((snapshot) => snapshot.language);
  const choose = useAction((language: LanguageChoice) =>
    call('settings.setLanguage', { language }),
  );
  const choices = [
    { choice: 'browser' as const, name: i18n.t('settings.languageBrowser') },
    ...NAMES,
  ];
  return (
    <div className="flex flex-col gap-4">
      <fieldset className="divide-y divide-line overflow-hidden rounded-2xl border border-line bg-surface">
        <legend className="sr-only">{i18n.t('settings.language')}</legend>
        {choices.map(({ choice, name }) => (
          <label key={choice} className="flex items-center gap-3 px-4 py-3 text-sm hover:bg-raised">
            <span className="flex-1 font-medium" lang={choice === 'browser' ? undefined : choice}>
              {name}
            </span>
            <input
              type="radio"
              name="language"
              checked={chosen === choice}
              onChange={() => void choose.run(choice)}
              className="size-4 accent-accent"
            />
          </label>
        ))}
      </fieldset>
      {choose.problem === undefined ? null : <Notice tone="bad">{choose.problem}</Notice>}
      <p className="text-xs text-muted">{i18n.t('settings.languageHint')}</p>
    </div>
  );
}
