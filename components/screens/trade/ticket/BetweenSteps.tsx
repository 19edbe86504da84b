import { i18n } from '#i18n';
import type { FillView } from '../../../../shared/messages/ticket.ts';
import { amountText } from '../../../texts/numbers.ts';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import { FillSteps } from './FillSteps.tsx';
import { LateNode } from './LateNode.tsx';
import { sentenceOf } from './ticket-texts.ts';

/** Fills the approval window between two requests of one fill with past and next steps. */
export function BetweenSteps({ fill }: { fill: FillView }) {
  return (
    <main
      className="mx-auto flex min-h-full w-full max-w-xl flex-col gap-3 p-4"
      data-testid="between-steps"
    >
      <PageTitle className="text-lg font-semibold">{i18n.t('progress.between')}</PageTitle>
      <p className="text-sm text-muted">
        {sentenceOf(fill, amountText(BigInt(fill.contracts), fill.token.decimals))}
      </p>
      <FillSteps fill={fill} />
      <LateNode fill={fill} onLeave={() => window.close()} />
      <p role="status" className="mt-auto text-center text-xs text-pretty text-muted">
        {i18n.t('progress.betweenWhy')}
      </p>
    </main>
  );
}
