import { expect, it } from 'vitest';
import { CeremonyView } from '../../../components/screens/prompt/Ceremony.tsx';
import { onPage } from '../helpers/on-page.tsx';
import { buttonNamesOf, wordsOf } from '../helpers/read-markup.ts';

type Shown = Parameters<typeof CeremonyView>[0];
type Step = Parameters<Shown['prompt']>[0];

const ignore = () => undefined;
const PAGE: Shown = {
  ...{ onCommand: ignore, onLost: ignore, report: ignore, close: ignore },
  runStep: async () => expect.unreachable(),
  hasOwnPasskeys: async () => true,
  prompt: async () => undefined,
  ...{ notice: undefined, command: undefined, failure: undefined },
  ...{ prompts: 1, isLost: false, isExplaining: false, hasReported: false },
};
const step = (change: Partial<Step>) =>
  ({ type: 'step', number: 1, kind: 'get', purpose: 'unlock', key: 'none', ...change }) as Step;
const page = (change: Partial<Shown>) => onPage(<CeremonyView {...PAGE} {...change} />);

it('the passkey window names the purpose of a prompt, and says that the prompt was cancelled', () => {
  const shown = wordsOf(page({ command: step({}), failure: 'cancelled' }));
  expect(shown).toContain('Unlock with your passkey');
  expect(shown).toContain('cancelled');
});

it('the passkey window doesn’t offer a second try of a prompt that would fail again', () => {
  const names = (failure: Shown['failure']) => buttonNamesOf(page({ command: step({}), failure }));
  expect(names('cancelled')).toEqual(['Try again', 'Cancel']);
  expect(names('noPrf')).toEqual(['Cancel']);
});

it('the passkey window keeps showing the outcome of a prompt after the connection to the worker is lost', () => {
  const finished = { type: 'finished', outcome: 'vaultReady' } as const;
  expect(wordsOf(page({ isLost: true }))).toContain('Close');
  expect(wordsOf(page({ isLost: true, command: finished }))).toContain('Your vault is ready.');
});

it('the passkey window doesn’t show an unknown outcome as a failure', () => {
  const failed = (code: 'OUTCOME_UNKNOWN' | 'SERVER_UNREACHABLE') =>
    page({ command: { type: 'failed', failure: { code } } as Shown['command'] });
  expect(failed('OUTCOME_UNKNOWN')).not.toContain('text-bad');
  expect(failed('SERVER_UNREACHABLE')).toContain('text-bad');
});
