import { ShieldAlert, ShieldCheck } from 'lucide-react';
import { i18n } from '#i18n';
import { shortAddress } from '../../../../shared/format.ts';
import type { FillProof, FillView } from '../../../../shared/messages/ticket.ts';
import { codeKey } from '../../../texts/code-key.ts';
import { Fact, Facts } from '../../../ui/Facts.tsx';
import { cost, money } from './ticket-texts.ts';

/** Compares the chain's receipt with the signed order, one fact per line. */
export function Proof({ fill, proof }: { fill: FillView; proof: FillProof }) {
  const isSame = proof.differing.length === 0;
  const { token } = fill;
  const Icon = isSame ? ShieldCheck : ShieldAlert;
  const paid = cost(BigInt(proof.premium), token);
  return (
    <section
      className={`flex flex-col gap-2 rounded-xl p-3 text-sm ${isSame ? 'bg-accent-soft' : 'bg-bad-soft'}`}
    >
      <h2
        className={`flex items-center gap-2 font-semibold ${isSame ? 'text-accent' : 'text-bad'}`}
      >
        <Icon aria-hidden size={18} />
        {i18n.t(isSame ? 'progress.asSigned' : 'progress.notAsSigned')}
      </h2>
      <p>
        {isSame
          ? i18n.t('progress.asSignedWhy', { count: proof.compared.length })
          : i18n.t('progress.notAsSignedWhy', {
              facts: proof.differing
                .map((fact) => i18n.t(`progress.fact.${codeKey(fact)}`))
                .join(', '),
            })}
      </p>
      <Facts>
        <Fact
          label={i18n.t(fill.side === 'buy' ? 'progress.paid' : 'progress.received')}
          {...(fill.side === 'buy'
            ? paid
            : money(BigInt(proof.premium) - BigInt(proof.fee), token))}
        />
        <Fact label={i18n.t('progress.fee')} {...cost(BigInt(proof.fee), token)} />
        {fill.side === 'sell' ? (
          <Fact label={i18n.t('progress.locked')} {...cost(BigInt(proof.collateral), token)} />
        ) : null}
        <Fact
          label={i18n.t('progress.option')}
          text={shortAddress(proof.option)}
          exact={proof.option}
        />
      </Facts>
      <details open={!isSame}>
        <summary className="cursor-pointer text-xs font-medium">
          {i18n.t('progress.compared')}
        </summary>
        <ul className="mt-1 grid grid-cols-2 gap-x-3 gap-y-0.5 text-xs">
          {proof.compared.map((fact) => {
            const isDifferent = proof.differing.includes(fact);
            return (
              <li key={fact} className={isDifferent ? 'font-semibold text-bad' : ''}>
                {isDifferent ? '≠ ' : '= '}
                {i18n.t(`progress.fact.${codeKey(fact)}`)}
              </li>
            );
          })}
        </ul>
      </details>
    </section>
  );
}
