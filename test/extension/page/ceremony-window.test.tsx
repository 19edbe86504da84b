import { describe, expect, it, vi } from 'vitest';
import { Ceremony } from '../../../components/screens/prompt/Ceremony.tsx';
import type {
  CeremonyFailure,
  CeremonyReport,
  CeremonyStep,
} from '../../../shared/messages/ceremony.ts';
import { openPage } from '../helpers/open-page.tsx';

type Props = Parameters<typeof Ceremony>[0];
type Command = Parameters<Parameters<Props['onCommand']>[0]>[0];

const step = (kind: CeremonyStep['kind'], purpose: CeremonyStep['purpose']): Command =>
  ({ type: 'step', number: 1, kind, purpose, key: 'none', options: {} }) as unknown as Command;
const ASSERTED = { type: 'asserted' } as unknown as Awaited<ReturnType<Props['runStep']>>;
const failed = (failure: CeremonyFailure) => ({ type: 'failed', failure }) as const;

async function ceremony(given: Partial<Pick<Props, 'runStep' | 'hasOwnPasskeys'>> = {}) {
  let onCommand: (command: Command) => void = () => expect.unreachable();
  let onLost: () => void = () => expect.unreachable();
  const reports: CeremonyReport[] = [];
  const close = vi.fn();
  const runStep = vi.fn(given.runStep ?? (async () => ASSERTED));
  const page = await openPage(
    <Ceremony
      onCommand={(listener) => {
        onCommand = listener;
      }}
      onLost={(listener) => {
        onLost = listener;
      }}
      runStep={runStep}
      hasOwnPasskeys={given.hasOwnPasskeys ?? (async () => true)}
      notice={undefined}
      report={(report) => reports.push(report)}
      close={close}
    />,
  );
  return {
    page,
    reports,
    close,
    runStep,
    command: (next: Command) => page.during(() => onCommand(next)),
    lose: () => page.during(() => onLost()),
  };
}

describe('the window of a passkey prompt', () => {
  it('shows a text and doesn’t start a prompt while the worker hasn’t sent a step', async () => {
    const { page, runStep } = await ceremony();
    expect(page.words()).not.toBe('');
    expect(runStep).not.toHaveBeenCalled();
  });

  it('prompts immediately for an existing passkey, and sends the result to the worker', async () => {
    const { command, reports, runStep } = await ceremony();
    await command(step('get', 'unlock'));
    expect(runStep).toHaveBeenCalledOnce();
    expect(reports).toEqual([{ type: 'asserted', number: 1 }]);
  });

  it('shows the number of a prompt when there are several', async () => {
    const { page, command } = await ceremony();
    await command(step('create', 'create-another-passkey'));
    expect(page.words()).toContain('Prompt 1');
    await command(step('get', 'try-new-passkey'));
    expect(page.words()).toContain('Prompt 2');
    const single = await ceremony();
    await single.command(step('get', 'unlock'));
    expect(single.page.words()).not.toContain('Prompt');
  });

  it('starts the prompt for a new passkey only after “Continue” when the computer can’t store passkeys', async () => {
    const { page, command, runStep } = await ceremony({ hasOwnPasskeys: async () => false });
    await command(step('create', 'create-vault'));
    expect(runStep).not.toHaveBeenCalled();
    await page.click('Continue');
    expect(runStep).toHaveBeenCalledOnce();
  });

  it.each(['cancelled', 'noUserVerification', 'failed'] as const)(
    'offers another try after the outcome “%s”',
    async (failure) => {
      const { page, command, runStep } = await ceremony({ runStep: async () => failed(failure) });
      await command(step('get', 'unlock'));
      await page.click('Try again');
      expect(runStep).toHaveBeenCalledTimes(2);
    },
  );

  it.each(['noPrf', 'alreadyRegistered', 'unsupported'] as const)(
    'doesn’t offer another try when a prompt would fail again (%s)',
    async (failure) => {
      const { page, command } = await ceremony({ runStep: async () => failed(failure) });
      await command(step('create', 'create-vault'));
      expect(page.isDisabled('Try again')).toBeUndefined();
      expect(page.isDisabled('Cancel')).toBe(false);
    },
  );

  it('reports a failure only when the user gives up', async () => {
    const { page, command, reports } = await ceremony({ runStep: async () => failed('cancelled') });
    await command(step('get', 'sign-in'));
    expect(reports).toEqual([]);
    expect(page.words()).toContain('Three ways to get in');
    await page.click('Cancel');
    expect(reports).toEqual([{ type: 'failed', number: 1, failure: 'cancelled' }]);
  });

  it('shows different texts for the outcomes “saved” and “unlocked”, and doesn’t offer another try', async () => {
    const { page, command } = await ceremony();
    await command({ type: 'finished', outcome: 'saved' });
    const saved = page.words();
    await command({ type: 'finished', outcome: 'unlocked' });
    expect(page.words()).not.toBe(saved);
    expect(page.isDisabled('Try again')).toBeUndefined();
  });

  it('doesn’t show an unknown outcome as a failure', async () => {
    const unknown = await ceremony();
    await unknown.command({ type: 'failed', failure: { code: 'OUTCOME_UNKNOWN' } });
    expect(unknown.page.html()).not.toContain('text-bad');
    const bad = await ceremony();
    await bad.command({ type: 'failed', failure: { code: 'UNREACHABLE' } });
    expect(bad.page.html()).toContain('text-bad');
    await bad.page.click('Close');
    expect(bad.close).toHaveBeenCalledOnce();
  });

  it('describes a lost connection to the worker differently before and after a prompt', async () => {
    const before = await ceremony();
    await before.lose();
    const after = await ceremony();
    await after.command(step('get', 'unlock'));
    await after.lose();
    expect(after.page.html()).toContain('text-bad');
    expect(after.page.words()).not.toBe(before.page.words());
  });

  it('ignores a lost connection after the end of the ceremony', async () => {
    const { page, command, lose } = await ceremony();
    await command({ type: 'finished', outcome: 'saved' });
    const shown = page.words();
    await lose();
    expect(page.words()).toBe(shown);
  });
});
