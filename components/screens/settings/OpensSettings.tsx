import { AppWindow, PanelRight, SquareArrowOutUpRight } from 'lucide-react';
import { useState } from 'react';
import { i18n } from '#i18n';
import type { Opens } from '../../../shared/messages/snapshot.ts';
import { useAction } from '../../hooks/use-action.ts';
import { useSurface } from '../../hooks/use-surface.ts';
import { useSnapshot, useWalletCall } from '../../hooks/use-wallet.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Radios } from '../../ui/Radios.tsx';

const CHOICES = [
  { opens: 'popup', Icon: AppWindow },
  { opens: 'panel', Icon: PanelRight },
  { opens: 'tab', Icon: SquareArrowOutUpRight },
] as const;

/** Sets what a click on the toolbar icon opens. Buttons open each of the choices immediately. */
export function OpensSettings() {
  const call = useWalletCall();
  const surface = useSurface();
  const opens = useSnapshot((snapshot) => snapshot.opens);
  /** The new choice appears immediately. If the browser refuses it, the previous choice returns. */
  const [picked, setPicked] = useState<Opens>();
  const choose = useAction(async (next: Opens) => {
    setPicked(next);
    try {
      await call('settings.setOpens', { opens: next });
    } finally {
      setPicked(undefined);
    }
  });
  return (
    <div className="flex flex-col gap-4">
      <Radios
        legend={i18n.t('services.opensTitle')}
        isLegendHidden
        isCard
        options={CHOICES.map(({ opens: value, Icon }) => ({
          value,
          text: i18n.t(`services.opensAs.${value}`),
          Icon,
        }))}
        value={picked ?? opens}
        onPick={(next) => void choose.run(next)}
      />
      <Notice tone="warn">{choose.problem}</Notice>
      <p className="text-xs text-pretty text-muted">{i18n.t('services.opensHint')}</p>
      <div className="flex gap-2">
        {surface.openPanel === undefined ? null : (
          <Button kind="quiet" className="flex-1" onClick={surface.openPanel}>
            {i18n.t('services.openPanelNow')}
          </Button>
        )}
        {surface.kind === 'tab' ? null : (
          <Button kind="quiet" className="flex-1" onClick={surface.openTab}>
            {i18n.t('services.openTabNow')}
          </Button>
        )}
      </div>
    </div>
  );
}
