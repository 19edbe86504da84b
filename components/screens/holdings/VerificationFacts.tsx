import { i18n } from '#i18n';
import type { PositionRow } from '../../../shared/positions/position-view.ts';
import { factsText } from '../../texts/position-texts.ts';
import { Card } from '../../ui/Card.tsx';

/** Lists the values that were compared with the option contract, and each result. */
export function VerificationFacts({ row }: { row: PositionRow }) {
  const { verification, compared, disagreements } = row;
  const agreeing = compared.filter((fact) => !disagreements.includes(fact));
  return (
    <Card className="flex flex-col gap-2 text-xs">
      <h2 className="text-sm font-semibold">{i18n.t('positions.verification')}</h2>
      {verification === 'disagrees' ? null : (
        <p className="text-muted">
          {i18n.t(
            verification === 'verified' ? 'positions.verifiedLong' : 'positions.notCheckedLong',
          )}
        </p>
      )}
      {row.isMoneyProven ? null : <p className="text-muted">{i18n.t('positions.moneyTold')}</p>}
      {disagreements.length === 0 ? null : (
        <p className="text-bad">
          <span className="font-semibold">{i18n.t('positions.comparedWrong')}:</span>{' '}
          {factsText(disagreements)}
        </p>
      )}
      {agreeing.length === 0 ? null : (
        <p>
          <span className="font-semibold">{i18n.t('positions.compared')}:</span>{' '}
          {factsText(agreeing)}
        </p>
      )}
    </Card>
  );
}
