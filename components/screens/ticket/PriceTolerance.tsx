import { i18n } from '#i18n';
import { useAction } from '../../hooks/use-action.ts';
import { useSnapshot, useWalletCall } from '../../hooks/use-wallet.ts';
import { amountText } from '../../texts/numbers.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Select } from '../../ui/Select.tsx';

/** Choices in basis points. */
const CHOICES: readonly number[] = [0, 10, 50, 100, 200];

/** Sets by how much a newer quote may be worse before the user is asked again. */
export function PriceTolerance() {
  const call = useWalletCall();
  const chosen = useSnapshot((snapshot) => snapshot.priceToleranceBps);
  const choose = useAction((bps: number) => call('fills.setPriceTolerance', { bps }));
  if (chosen === undefined) return null;
  const choices = CHOICES.includes(chosen) ? CHOICES : [...CHOICES, chosen].sort((a, b) => a - b);
  return (
    <div className="flex flex-col gap-1">
      <Select
        label={i18n.t('ticket.priceTolerance')}
        value={chosen}
        disabled={choose.isRunning}
        onChange={(event) => void choose.run(Number(event.target.value))}
      >
        {choices.map((bps) => (
          <option key={bps} value={bps}>
            {i18n.t('numbers.percent', { amount: amountText(BigInt(bps), 2) })}
          </option>
        ))}
      </Select>
      <p className="text-xs text-muted">{i18n.t('ticket.priceToleranceWhy')}</p>
      {choose.problem === undefined ? null : <Notice tone="bad">{choose.problem}</Notice>}
    </div>
  );
}
