import { expect, it } from 'vitest';
import { ServiceView } from '../../../components/screens/settings/ServiceSettings.tsx';
import { snapshotWith } from '../../gallery/samples/snapshot.ts';
import { onPage } from '../helpers/on-page.tsx';
import { buttonsOf, wordsOf } from '../helpers/read-markup.ts';

type FormState = Parameters<typeof ServiceView>[0]['form'];

const ignore = () => undefined;
const idle = {
  run: async () => true,
  ...{ isRunning: false, isDone: false, problem: undefined, clear: ignore },
};
const { services } = snapshotWith({});
const FORM: FormState = {
  typed: services,
  outcome: { kind: 'typing' },
  ...{ save: idle, restore: idle, problem: undefined },
  ...{ show: ignore, cancel: ignore, change: ignore, fill: ignore },
};
const page = (change: Partial<FormState> = {}) =>
  onPage(<ServiceView isOnDevice={false} form={{ ...FORM, ...change }} />, snapshotWith({}));
const button = (html: string, name: string) => buttonsOf(html).find((one) => one.name === name);
const SAVE = 'Check and save';

it('disables Save while an address or the referrer is wrong', () => {
  expect(button(page(), SAVE)?.isDisabled).toBe(false);
  expect(button(page({ problem: 'Wrong.' }), SAVE)?.isDisabled).toBe(true);
  const referrer = { typed: { ...services, referrer: '0x12' } };
  expect(button(page(referrer), SAVE)?.isDisabled).toBe(true);
});

it('offers Cancel only while the servers are being checked', () => {
  const checking = page({
    save: { ...idle, isRunning: true },
    outcome: { kind: 'checking' },
  });
  expect(button(checking, 'Cancel')?.isDisabled).toBe(false);
  expect(button(page(), 'Cancel')).toBeUndefined();
});

it('says that a check took too long or was cancelled', () => {
  const late = wordsOf(page({ outcome: { kind: 'givenUp', why: 'late' } }));
  const cancelled = wordsOf(page({ outcome: { kind: 'givenUp', why: 'cancelled' } }));
  expect(cancelled).toContain('The check was cancelled.');
  expect(late).toContain('The check took longer than 10 seconds');
});

it('offers Undo after the service addresses were filled in or saved', () => {
  for (const kind of ['filled', 'saved'] as const)
    expect(button(page({ outcome: { kind, before: services } }), 'Undo')).toBeDefined();
});

it('shows why saving or restoring failed', () => {
  const failed = { ...idle, problem: 'The vault is locked.' };
  expect(wordsOf(page({ save: failed }))).toContain('The vault is locked.');
  expect(wordsOf(page({ restore: failed }))).toContain('The vault is locked.');
});
