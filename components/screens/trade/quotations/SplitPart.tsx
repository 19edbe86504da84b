import { i18n } from '#i18n';
import type { PositionRow } from '../../../../shared/positions/position-view.ts';
import type { QuotationView } from '../../../../shared/quotations/view.ts';
import { useHidden } from '../../../hooks/use-hidden-amounts.ts';
import { isRunning } from '../../../hooks/use-quotations.ts';
import { contractsWord } from '../../../texts/numbers.ts';
import { contractsText } from '../../../texts/position-texts.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';

/** Shows that a split left the account with two positions, and whether makers were asked. */
export function SplitPart(props: {
  part: PositionRow;
  rest: PositionRow;
  /** The newest request about the part. */
  request: QuotationView | undefined;
  onGoOn: () => void;
}) {
  const { part, rest, request } = props;
  const hidden = useHidden();
  return (
    <Card className="flex flex-col gap-2" data-testid="split-part">
      <p className="text-sm text-pretty">
        {hidden(
          i18n.t('quotations.partHeld', {
            part: contractsWord(contractsText(part)),
            rest: contractsWord(contractsText(rest)),
          }),
        )}{' '}
        {i18n.t(
          request === undefined
            ? 'quotations.partUnasked'
            : isRunning(request)
              ? 'quotations.partAsked'
              : 'quotations.partEnded',
        )}
      </p>
      <Button kind="quiet" onClick={props.onGoOn}>
        {i18n.t('quotations.partGoOn')}
      </Button>
    </Card>
  );
}
