import type { ReactNode } from 'react';
import { i18n } from '#i18n';
import { NO_REFERRER } from '../../../shared/messages/default-services.ts';
import type { Services } from '../../../shared/messages/snapshot.ts';
import type { ServiceProblem } from '../../../shared/messages/wallet-answers.ts';
import { useSnapshot } from '../../hooks/use-wallet.ts';
import { addressProblem } from '../../texts/service-defaults.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Form } from '../../ui/Form.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { type LateCheck, ServiceProblems } from './ServiceProblems.tsx';
import { UndoNotice } from './UndoNotice.tsx';
import { UrlList } from './UrlList.tsx';
import { type ServicesOutcome, useServicesForm } from './use-services-form.ts';

/**
 * Edits the addresses of the wallet's services. The addresses are checked before they are saved.
 */
export function ServiceSettings() {
  const services = useSnapshot((snapshot) => snapshot.services);
  return services === undefined ? null : <ServiceForm services={services} />;
}

function ServiceForm({ services }: { services: Services }) {
  const isOnDevice = useSnapshot(
    ({ vault }) => vault.status === 'unlocked' && vault.home === 'device',
  );
  return <ServiceView isOnDevice={isOnDevice === true} form={useServicesForm(services)} />;
}

export function ServiceView(props: {
  isOnDevice: boolean;
  form: ReturnType<typeof useServicesForm>;
}) {
  const { isOnDevice, form } = props;
  const { typed, outcome, save, restore, change } = form;
  const referrer = typed.referrer === NO_REFERRER ? '' : typed.referrer;
  const referrerProblem =
    referrer === '' || /^0x[0-9a-fA-F]{40}$/.test(referrer)
      ? undefined
      : i18n.t('services.referrerProblem');
  const problems = problemsOf(outcome);
  const isBad = form.problem !== undefined || referrerProblem !== undefined;
  return (
    <div className="flex flex-col gap-3">
      <Form
        action={save}
        isReady={!isBad}
        onSubmit={() => void save.run(false)}
        button={i18n.t('services.save')}
        busy={i18n.t('services.asking')}
      >
        <fieldset className="flex flex-col gap-2 rounded-2xl bg-raised p-3">
          <legend className="sr-only">{i18n.t('services.defaults')}</legend>
          <p aria-hidden className="text-sm font-medium">
            {i18n.t('services.defaults')}
          </p>
          <div className="flex flex-wrap gap-2">
            <Button kind="quiet" className="bg-surface" onClick={() => form.fill('devnet')}>
              {i18n.t('services.useDevnet')}
            </Button>
            <Button kind="quiet" className="bg-surface" onClick={() => form.fill('base')}>
              {i18n.t('services.useBase')}
            </Button>
          </div>
          {outcome.kind === 'filled' ? (
            <UndoNotice text={i18n.t('services.filled')} onUndo={() => form.show(outcome.before)} />
          ) : null}
        </fieldset>
        {isOnDevice ? null : (
          <Field
            label={i18n.t('services.vault')}
            value={typed.vaultUrl}
            isNeeded
            problem={addressProblem(typed.vaultUrl)}
            onType={(text) => change({ vaultUrl: text })}
          />
        )}
        <UrlList
          urls={typed.ordersUrls.length === 0 ? [''] : typed.ordersUrls}
          labelOf={(place) =>
            place === 1 ? i18n.t('services.orders') : i18n.t('services.ordersMore', { place })
          }
          hint={i18n.t('services.ordersHint')}
          addLabel={i18n.t('services.ordersAdd')}
          onChange={(ordersUrls) => change({ ordersUrls })}
        />
        <Field
          label={i18n.t('services.indexer')}
          value={typed.indexerUrl}
          isNeeded
          problem={addressProblem(typed.indexerUrl)}
          onType={(text) => change({ indexerUrl: text })}
        />
        <Field
          label={i18n.t('services.positions')}
          value={typed.positionsUrl}
          hint={i18n.t('services.positionsHint')}
          problem={addressProblem(typed.positionsUrl)}
          onType={(text) => change({ positionsUrl: text })}
        />
        <Field
          label={i18n.t('services.nodes')}
          value={typed.rpcUrls.join(' ')}
          hint={i18n.t('services.nodesHint')}
          isNeeded
          problem={typed.rpcUrls.map(addressProblem).find((problem) => problem !== undefined)}
          onType={(text) => change({ rpcUrls: text.split(/\s+/) })}
        />
        <Field
          label={i18n.t('services.referrer')}
          value={referrer}
          placeholder="0x…"
          hint={i18n.t('services.referrerHint')}
          problem={referrerProblem}
          onType={(text) => change({ referrer: text.trim() || NO_REFERRER })}
        />
        <Notice tone="bad">{restore.problem}</Notice>
        {outcome.kind === 'saved' ? (
          <UndoNotice
            text={i18n.t('services.saved')}
            onUndo={() => void restore.run(outcome.before)}
          />
        ) : null}
      </Form>
      {save.isRunning && outcome.kind === 'checking' ? (
        <InSight key="checking">
          <Button kind="quiet" wide onClick={form.cancel}>
            {i18n.t('ui.cancel')}
          </Button>
        </InSight>
      ) : null}
      {outcome.kind === 'givenUp' && outcome.why === 'cancelled' ? (
        <InSight key="cancelled">
          <Notice tone="warn">{i18n.t('services.checkCancelled')}</Notice>
        </InSight>
      ) : null}
      {problems.length === 0 ? null : (
        <InSight key="problems">
          <ServiceProblems
            problems={problems}
            isDisabled={isBad || save.isRunning}
            onForce={() => void save.run(true)}
          />
        </InSight>
      )}
    </div>
  );
}

/** Scrolls to its content when the content appears outside the visible part. */
function InSight({ children }: { children: ReactNode }) {
  return (
    <div ref={bringIntoSight} className="scroll-mb-4">
      {children}
    </div>
  );
}

function bringIntoSight(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}

/** Describes the known reasons why the addresses can't be saved. */
function problemsOf(outcome: ServicesOutcome): readonly (ServiceProblem | LateCheck)[] {
  if (outcome.kind === 'problems') return outcome.problems;
  if (outcome.kind !== 'givenUp' || outcome.why === 'cancelled') return [];
  return [{ kind: 'late' }];
}
