import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { DataTable } from '../../../components/ui/DataTable.tsx';
import { Fact, Facts } from '../../../components/ui/Facts.tsx';

const table = (rows: readonly { name: string; paid: number }[]) =>
  renderToStaticMarkup(
    <DataTable
      caption="Trades"
      rows={rows}
      keyOf={({ name }) => name}
      marks={({ name }) => ({ 'data-trade': name })}
      columns={[
        { key: 'name', head: 'Trade', cell: ({ name }) => name },
        {
          ...{ key: 'paid', head: 'Paid', why: 'Premium and fee' },
          cell: ({ paid }) => `$${paid}`,
          exact: ({ paid }) => (paid === 0 ? undefined : `${paid}.000001 USDC`),
          look: ({ paid }) => (paid < 0 ? 'text-bad' : 'text-good'),
        },
      ]}
    />,
  );

describe('a table', () => {
  it('marks the first cell of each row and the head of each column as headings', () => {
    const html = table([{ name: 'first', paid: 5 }]);
    expect(html).toMatch(/<caption[^>]*>Trades<\/caption>/);
    expect(html).toMatch(/<th scope="col"[^>]*>Trade<\/th><th scope="col" title="Premium and fee"/);
    expect(html).toMatch(/<tr data-trade="first"[^>]*><th scope="row"[^>]*>first<\/th><td/);
  });

  it('shows the exact figure on hover, and colours a cell by the tone of its row', () => {
    const html = table([
      { name: 'won', paid: 5 },
      { name: 'lost', paid: -1 },
      { name: 'none', paid: 0 },
    ]);
    expect(html).toMatch(/<td title="5.000001 USDC" class="[^"]*text-good"/);
    expect(html).toMatch(/<td title="-1.000001 USDC" class="[^"]*text-bad"/);
    expect(html).toMatch(/<td class="[^"]*text-good">\$0<\/td>/);
  });

  it('renders an empty column head as a plain cell, because screen readers would read an empty heading', () => {
    const html = renderToStaticMarkup(
      <DataTable
        label="Sides"
        rows={['a']}
        keyOf={(row) => row}
        columns={[{ key: 'name', head: '', cell: (row) => row }]}
      />,
    );
    expect(html).toContain('<td></td></tr></thead>');
  });

  it('keeps the heads of a table without rows', () => {
    expect(table([])).toContain('Paid');
  });
});

describe('a list of facts', () => {
  const fact = (props: { exact?: string; hint?: string }) =>
    renderToStaticMarkup(
      <Facts>
        <Fact label="Fee" text="1.01 USDC" {...props} />
      </Facts>,
    );

  it('marks up facts as terms with their definitions', () => {
    expect(fact({})).toMatch(/^<dl[^>]*><div[^>]*><dt[^>]*>Fee<\/dt><dd[^>]*>1.01 USDC<\/dd>/);
  });

  it('shows a fact’s exact amount as the tooltip unless the fact has a hint', () => {
    expect(fact({ exact: '1.000001 USDC' })).toContain(
      'title="1.000001 USDC" data-exact="1.000001 USDC"',
    );
    expect(fact({ exact: '1.000001 USDC', hint: 'At most' })).toContain(
      'title="At most" data-exact="1.000001 USDC"',
    );
    expect(fact({})).not.toContain('title');
  });

  it.each([
    ['rows', 'flex-col'],
    ['tiles', 'grid-cols-2'],
    ['texts', 'flex-col'],
  ] as const)('renders a list of facts in the style %s', (look, className) => {
    const html = renderToStaticMarkup(<Facts look={look}>{null}</Facts>);
    expect(html).toContain(className);
  });
});
