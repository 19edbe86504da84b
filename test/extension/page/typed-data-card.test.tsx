import { describe, expect, it } from 'vitest';
import { TypedDataCard } from '../../../components/approvals/TypedDataCard.tsx';
import type { TypedDataView } from '../../../shared/messages/approval-view.ts';
import { TYPED_DATA, typedData } from '../../gallery/samples/approvals.ts';
import { FRAME_ACTIONS } from '../helpers/frame-actions.ts';
import { inGerman } from '../helpers/languages.ts';
import { onPage } from '../helpers/on-page.tsx';
import { buttonNamesOf, wordsOf } from '../helpers/read-markup.ts';

const card = (view: TypedDataView) =>
  onPage(<TypedDataCard {...FRAME_ACTIONS} view={view} onSign={() => undefined} />);
const viewOf = async (name: string) => (await typedData(name)) as TypedDataView;
const shown = async (name: string) => card(await viewOf(name));

describe('typed data to sign', () => {
  it.each(TYPED_DATA)(
    'shows every member, and either lets the user sign or gives a reason: %s',
    async (name) => {
      const view = await viewOf(name);
      const html = card(view);
      const members = wordsOf(/data-testid="members".*?<\/dl>/s.exec(html)?.[0] ?? '');
      for (const { label } of view.members) expect(members).toContain(`${label.trim()}:`);
      const isRefused = !buttonNamesOf(html).includes('Sign');
      expect(html.includes('role="alert"')).toBe(isRefused);
      expect(wordsOf(html)).toContain('a contract can use the signature later');
    },
  );

  it('asks the user to agree before a collectible is given away for nothing', async () => {
    const html = await shown('a collectible for nothing');
    expect(wordsOf(html)).toMatch(/^.*Give away .* and get nothing/);
    expect(wordsOf(html)).toMatch(/I agree to give away .* for nothing\./);
    expect(html).toContain('type="checkbox"');
  });

  it('doesn’t show a checkbox for a vote, which moves nothing', async () => {
    expect(await shown('a Snapshot vote')).not.toContain('type="checkbox"');
  });

  it('shows the meaning of typed data above the data, and asks the user to scroll to the end', async () => {
    const words = wordsOf(await shown('a Snapshot vote'));
    expect(words.indexOf('Vote in “')).toBeGreaterThan(0);
    expect(words.indexOf('Vote in “')).toBeLessThan(words.indexOf('Data to sign'));
    expect(words).toContain('Scroll to the end before you sign.');
  });

  it('offers to copy typed data as JSON', async () => {
    expect(buttonNamesOf(await shown('a Safe message'))).toContain('Copy as JSON');
  });

  it('warns in German and not in English when a collectible is given away for nothing', async () => {
    const view = await viewOf('a collectible for nothing');
    const german = wordsOf(inGerman(() => card(view)));
    expect(german).toContain('Ich ');
    expect(german).not.toContain('Give away');
    expect(german).not.toContain('I agree');
  });

  it('warns about typed data when the account is delegated to unknown code', async () => {
    const view = await viewOf('a Snapshot vote');
    const count = (html: string) => html.split('aria-label="warning"').length;
    expect(count(card({ ...view, runsCode: true }))).toBe(count(card(view)) + 1);
  });
});
