import { Download } from 'lucide-react';
import { useState } from 'react';
import { i18n } from '#i18n';
import type { PositionRow } from '../../../shared/positions/position-view.ts';
import { type CsvFormat, positionsToCsv } from '../../../shared/positions/to-csv.ts';
import { decimalMark } from '../../texts/numbers.ts';
import { acquiredText, factsText, originLabel, stateLabel } from '../../texts/position-texts.ts';
import { productLabel } from '../../texts/product-name.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { saveCsv } from '../../ui/save-csv.ts';

/**
 * Saves all positions of the account, regardless of the filter, as a file for spreadsheets in the
 * chosen language. Explains the file's format.
 */
export function ExportPositions({ rows }: { rows: readonly PositionRow[] }) {
  const [isSaved, setIsSaved] = useState(false);
  if (rows.length === 0) return null;
  const label = i18n.t('positions.export');
  return (
    <>
      <IconButton
        label={label}
        title={`${label}. ${i18n.t('positions.exportFormat')}`}
        onClick={() => {
          saveCsv('positions', positionsToCsv(rows, csvFormat()));
          setIsSaved(true);
        }}
      >
        <Download aria-hidden size={16} />
      </IconButton>
      <p role="status" className="basis-full text-end text-xs text-muted empty:hidden">
        {isSaved ? `${i18n.t('positions.exported')} ${i18n.t('positions.exportFormat')}` : ''}
      </p>
    </>
  );
}

/** In languages with a decimal comma, spreadsheets separate cells by semicolons. */
function csvFormat(): CsvFormat {
  const decimal = decimalMark();
  return {
    headingOf: (column) => i18n.t(`positions.csv.${column}`),
    separator: decimal === ',' ? ';' : ',',
    decimal,
    textsOf: (row) => ({
      state: stateLabel(row.state),
      product: row.product === undefined ? '' : productLabel(row.product),
      side: originLabel(row),
      acquired: acquiredText(row),
      verification: verificationText(row),
    }),
  };
}

function verificationText(row: PositionRow): string {
  const { verification, disagreements, isMoneyProven, formulaPayout } = row;
  switch (verification) {
    case 'verified':
      if (formulaPayout !== undefined) return i18n.t('positions.provenByReceipt');
      return i18n.t(isMoneyProven ? 'positions.verified' : 'positions.contractVerified');
    case 'notChecked':
      return i18n.t('positions.notChecked');
    case 'disagrees':
      return `${i18n.t('positions.disagrees')}: ${factsText(disagreements)}`;
  }
}
