import { expect, it } from 'vitest';
import { later } from '../../../components/ui/later.tsx';
import { openPage } from '../helpers/open-page.tsx';

const Part = () => <p>The part</p>;

it('shows a part of a page as soon as its file arrives', async () => {
  const At = later(async () => Part);
  expect((await openPage(<At />)).words()).toBe('The part');
});

it('shows the rest of a page while one part’s file is loading', async () => {
  const Late = later(() => new Promise<typeof Part>(() => undefined));
  const page = await openPage(
    <>
      <h1>The rest</h1>
      <Late />
    </>,
  );
  expect(page.words()).toBe('The rest');
});
