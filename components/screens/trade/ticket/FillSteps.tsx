import { i18n } from '#i18n';
import type { FillView } from '../../../../shared/messages/ticket.ts';
import type { FillFailureCode } from '../../../../shared/orders/failures.ts';
import { type Step, StepList, type StepState } from '../../../ui/StepList.tsx';
import { preparationTexts } from './ticket-texts.ts';

/** Shows the steps of a fill, from its checks to the indexer, each with its state. */
export function FillSteps({ fill }: { fill: FillView }) {
  return <StepList steps={stepsOf(fill)} />;
}

/** Returns the states of all steps. If the fill ended early, one step shows how it ended. */
function stepsOf(fill: FillView): Step[] {
  const { stage, preparations, hash, proof } = fill;
  const isStopped = stage === 'failed' || stage === 'replaced';
  const steps = preparations.length + 1;
  /** Positions of the steps: the check, each preparation, the fill, its block, the index. */
  const [fillPlace, minePlace, indexPlace] = [steps, steps + 1, steps + 2];
  const place = isStopped ? placeOfEnd(fill) : placeOf(fill);
  const at = (index: number, isAsked: boolean): StepState => {
    if (index < place) return 'done';
    if (index > place) return 'ahead';
    // A mined fill only waits to be stored.
    if (fill.interrupted !== undefined) return stage === 'mined' ? 'ahead' : 'failed';
    if (isStopped) return stage === 'failed' ? 'failed' : 'yours';
    if (stage === 'unproved') return 'yours';
    return isAsked ? 'yours' : 'running';
  };
  const isAskedNow = fill.isSending !== true;
  const waits =
    fill.interrupted === undefined
      ? i18n.t(isAskedNow ? 'progress.confirmThere' : 'progress.sending')
      : undefined;
  const onChain = i18n.t('progress.onChain');
  return [
    {
      key: 'check',
      title: i18n.t(place > 0 ? 'progress.checked' : 'progress.check'),
      state: at(0, false),
      note: fill.isUntried === true ? i18n.t('progress.untried') : undefined,
    },
    ...preparations.map(({ kind, amount, hash: sent }, index) => {
      const isCurrent = place === index + 1;
      return {
        key: `${index} ${kind}`,
        title: i18n.t('progress.step', {
          index: index + 1,
          count: steps,
          what: preparationTexts({ kind, amount: BigInt(amount) }, fill).title,
        }),
        state:
          sent !== undefined && !isCurrent
            ? 'done'
            : at(index + 1, stage === 'preparation asked' && isAskedNow),
        note: !isCurrent
          ? undefined
          : stage === 'preparation asked'
            ? waits
            : stage === 'preparation sent'
              ? onChain
              : undefined,
        hash: sent,
      };
    }),
    {
      key: 'fill',
      title:
        steps === 1
          ? i18n.t('progress.fillOnly')
          : i18n.t('progress.fill', { index: steps, count: steps }),
      state: at(fillPlace, stage === 'fill asked' && isAskedNow),
      note: stage === 'fill asked' ? waits : includedText(fill),
    },
    {
      key: 'mine',
      title:
        proof === undefined
          ? i18n.t('progress.mine')
          : i18n.t('progress.minedIn', { block: proof.block }),
      state: at(minePlace, false),
      note: stage === 'fill sent' ? onChain : undefined,
      hash,
    },
    {
      key: 'index',
      title: i18n.t('progress.index'),
      state: at(indexPlace, false),
      note:
        stage === 'mined' && proof !== undefined
          ? i18n.t('progress.indexing')
          : stage === 'not indexed'
            ? i18n.t('progress.notIndexed')
            : undefined,
    },
  ];
}

/** Returns a text about the steps that the fill's transaction includes. */
function includedText(fill: FillView): string | undefined {
  if (fill.included.length === 0) return undefined;
  const titles = fill.included.map(
    ({ kind, amount }) => preparationTexts({ kind, amount: BigInt(amount) }, fill).title,
  );
  return i18n.t('progress.included', { steps: titles.join(' · ') });
}

/** Position of the fill's own transaction, after the check and the preparations. */
const fillPlaceOf = ({ preparations }: FillView) => preparations.length + 1;
const mined = ({ preparations }: FillView) =>
  preparations.filter(({ hash }) => hash !== undefined).length;

function placeOf(fill: FillView): number {
  switch (fill.stage) {
    case 'checking':
      return 0;
    case 'preparation asked':
      return mined(fill) + 1;
    case 'preparation sent':
      return mined(fill);
    case 'fill asked':
      return fillPlaceOf(fill);
    case 'fill sent':
      return fillPlaceOf(fill) + 1;
    case 'mined':
    case 'unproved':
      return fillPlaceOf(fill) + 2;
    default:
      return fillPlaceOf(fill) + 3;
  }
}

const PREPARATION_FAILURES: readonly FillFailureCode[] = [
  'approvalReverted',
  'conversionReverted',
  'superseded',
  'nonceTaken',
];

/** Failures of a request that the user didn't confirm. */
const UNCONFIRMED: readonly FillFailureCode[] = ['rejected', 'unanswered', 'locked'];

function placeOfEnd(fill: FillView): number {
  const { hash, failure } = fill;
  if (hash !== undefined) return fillPlaceOf(fill) + 1;
  if (failure !== undefined && PREPARATION_FAILURES.includes(failure.code)) return mined(fill);
  const isUnconfirmed = failure !== undefined && UNCONFIRMED.includes(failure.code);
  return mined(fill) > 0 || isUnconfirmed ? mined(fill) + 1 : 0;
}
