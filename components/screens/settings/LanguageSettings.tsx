import { i18n } from '#i18n';
import type { LanguageChoice } from '../../../shared/texts.ts';
import { useAction } from '../../hooks/use-action.ts';
import { useSnapshot, useWalletCall } from '../../hooks/use-wallet.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Radios } from '../../ui/Radios.tsx';

/** Each language is listed under its own name, so that its speakers find it. */
const NAMES = [
  { value: 'en', text: 'English', lang: 'en' },
  { value: 'de', text: 'Deutsch', lang: 'de' },
] as const;

/** Sets the wallet's language: the browser's language, or another language. */
export function LanguageSettings() {
  const call = useWalletCall();
  const chosen = useSnapshot((snapshot) => snapshot.language);
  const choose = useAction((language: LanguageChoice) =>
    call('settings.setLanguage', { language }),
  );
  return (
    <div className="flex flex-col gap-4">
      <Radios
        legend={i18n.t('settings.language')}
        isLegendHidden
        isCard
        options={[{ value: 'browser', text: i18n.t('settings.languageBrowser') }, ...NAMES]}
        value={chosen}
        onPick={(choice) => void choose.run(choice)}
      />
      <Notice tone="bad">{choose.problem}</Notice>
      <p className="text-xs text-muted">{i18n.t('settings.languageHint')}</p>
    </div>
  );
}
