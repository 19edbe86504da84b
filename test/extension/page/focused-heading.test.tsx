import { useState } from 'react';
import { expect, it } from 'vitest';
import { PageHeader } from '../../../components/ui/PageHeader.tsx';
import { openPage } from '../helpers/open-page.tsx';

const NOTHING = () => undefined;
const focused = () => globalThis.document.activeElement?.localName;

/** A page with a button that replaces the page by another one. */
function Pages({ isFocused }: { isFocused: boolean }) {
  const [isNext, setIsNext] = useState(false);
  return (
    <>
      <PageHeader
        title={isNext ? 'Second' : 'First'}
        onBack={NOTHING}
        isFocused={isFocused && isNext}
      />
      {isNext ? null : (
        <button type="button" onClick={() => setIsNext(true)}>
          Go on
        </button>
      )}
    </>
  );
}

it.each([
  [true, 'h1'],
  [false, 'button'],
])(
  'the heading of a new page gets the focus only if the page requests the focus (isFocused: %s)',
  async (isFocused, name) => {
    const page = await openPage(<Pages isFocused={isFocused} />);
    expect(focused()).not.toBe('h1');
    await page.click('Go on');
    expect(focused()).toBe(name);
  },
);
