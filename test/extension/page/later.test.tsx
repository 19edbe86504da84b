import { expect, it } from 'vitest';
import { later } from '../../../components/ui/later.tsx';
import { openPage } from '../helpers/open-page.tsx';

const Part = () => <p>The part</p>;
const arriving = Promise.withResolvers<typeof Part>();

it('a page shows a part as soon as its file arrives', async () => {
  const At = later(async () => Part);
  expect((await openPage(<At />)).words()).toBe('The part');
});

it('a page shows the rest while the file of a part is loading', async () => {
  const Late = later(() => arriving.promise);
  const page = await openPage(
    <>
      <h1>The rest</h1>
      <Late />
    </>,
  );
  expect(page.words()).toBe('The rest');
});

it('a file that arrives for a page that is gone changes nothing', async () => {
  arriving.resolve(Part);
  // A state update of an unmounted page would fail this file.
  await new Promise((resolve) => setImmediate(resolve));
});
