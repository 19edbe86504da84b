import { expect, it } from 'vitest';
import { later } from '../../../components/ui/later.tsx';
import { openPage } from '../helpers/open-page.tsx';

const Part = () => <p>The part</p>;
const arriving = Promise.withResolvers<typeof Part>();

it('shows a part of a page as soon as its file arrives', async () => {
  const At = later(async () => Part);
  expect((await openPage(<At />)).words()).toBe('The part');
});

it('shows the rest of a page while one part’s file is loading', async () => {
  const Late = later(() => arriving.promise);
  const page = await openPage(
    <>
      <h1>The rest</h1>
      <Late />
    </>,
  );
  expect(page.words()).toBe('The rest');
});

it('ignores a file that arrives after its page is gone', async () => {
  arriving.resolve(Part);
  // An update of the unmounted page's state would be an unhandled error, which fails this file.
  await new Promise((resolve) => setImmediate(resolve));
});
