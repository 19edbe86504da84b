import { useState } from 'react';
import type { Services } from '../../../shared/messages/snapshot.ts';
import { useAction } from '../../hooks/use-action.ts';
import { useHostAccess } from '../../hooks/use-host-access.ts';
import { useSnapshot, useWalletCall } from '../../hooks/use-wallet.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { addressProblem } from '../service-defaults.ts';

/** Addresses of everything that the wallet talks to, checked before they are kept. */
export function ServiceSettings() {
  const services = useSnapshot((snapshot) => snapshot.services);
  return services === undefined ? null : <Form services={services} />;
}

function Form({ services }: { services: Services }) {
  const call = useWalletCall();
  const askForHosts = useHostAccess();
  const [typed, setTyped] = useState(services);
  const [problems, setProblems] = useState<readonly string[]>();
  const save = useAction(async (isForced: boolean) => {
    setProblems(undefined);
    await askForHosts([typed.vaultUrl]);
    const found = isForced
      ? []
      : (await call('settings.checkServices', { services: typed })).problems;
    if (found.length === 0) await call('settings.setServices', { services: typed });
    setProblems(found);
  });
  const change = (part: Partial<Services>) => {
    setProblems(undefined);
    setTyped({ ...typed, ...part });
  };
  const fields = [
    ['Vault server', 'vaultUrl'],
    ['Orders', 'ordersUrl'],
    ['Indexer', 'indexerUrl'],
  ] as const;
  const nodes = typed.rpcUrls.join(' ');
  const isBad =
    fields.some(([, key]) => addressProblem(typed[key]) !== undefined) ||
    typed.rpcUrls.some((url) => addressProblem(url) !== undefined);
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        void save.run(false);
      }}
    >
      {fields.map(([label, key]) => (
        <Field
          key={key}
          label={label}
          value={typed[key]}
          spellCheck={false}
          problem={addressProblem(typed[key])}
          onChange={(event) => change({ [key]: event.target.value })}
        />
      ))}
      <Field
        label="Base nodes (RPC)"
        value={nodes}
        spellCheck={false}
        hint="Several addresses, separated by spaces, stand in for each other."
        problem={typed.rpcUrls.map(addressProblem).find((problem) => problem !== undefined)}
        onChange={(event) => change({ rpcUrls: event.target.value.split(/\s+/) })}
      />
      {save.problem === undefined ? null : <Notice tone="bad">{save.problem}</Notice>}
      {problems === undefined ? null : problems.length === 0 ? (
        <Notice>All of them answer. Saved.</Notice>
      ) : (
        <Notice tone="warn">
          <ul className="flex flex-col gap-1">
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
          <p className="mt-1">Nothing was saved.</p>
        </Notice>
      )}
      <Button type="submit" disabled={isBad || save.isRunning}>
        {save.isRunning ? 'Asking them…' : 'Check and save'}
      </Button>
      {problems === undefined || problems.length === 0 ? null : (
        <Button kind="plain" disabled={isBad || save.isRunning} onClick={() => void save.run(true)}>
          Save all the same
        </Button>
      )}
    </form>
  );
}
