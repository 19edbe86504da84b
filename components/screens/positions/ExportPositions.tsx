import { Download } from 'lucide-react';
import { i18n } from '#i18n';
import type { PositionRow } from '../../../shared/messages/positions.ts';
import { type CsvColumn, positionsToCsv } from '../../../shared/positions/to-csv.ts';

/** Saves every position of the account, whatever is filtered, as a file. */
export function ExportPositions({ rows }: { rows: readonly PositionRow[] }) {
  if (rows.length === 0) return null;
  const label = i18n.t('positions.export');
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={() => save(positionsToCsv(rows, headings()))}
      className="rounded-lg p-2 text-muted hover:bg-raised hover:text-ink"
    >
      <Download aria-hidden size={16} />
    </button>
  );
}

function save(text: string): void {
  // With a byte order mark: spreadsheets take the text for another encoding otherwise.
  const url = URL.createObjectURL(new Blob([`\uFEFF${text}`], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `condor-positions-${new Date().toISOString().slice(0, 10)}.csv`;
  link.click();
  URL.revokeObjectURL(url);
}

function headings(): Record<CsvColumn, string> {
  return {
    state: i18n.t('positions.csvState'),
    asset: i18n.t('positions.csvAsset'),
    product: i18n.t('positions.csvProduct'),
    side: i18n.t('positions.csvSide'),
    strikes: i18n.t('positions.csvStrikes'),
    expiry: i18n.t('positions.csvExpiry'),
    contracts: i18n.t('positions.csvContracts'),
    token: i18n.t('positions.csvToken'),
    premium: i18n.t('positions.csvPremium'),
    fee: i18n.t('positions.csvFee'),
    collateral: i18n.t('positions.csvCollateral'),
    value: i18n.t('positions.csvValue'),
    profit: i18n.t('positions.csvProfit'),
    valueUsd: i18n.t('positions.csvValueUsd'),
    profitUsd: i18n.t('positions.csvProfitUsd'),
    profitPercent: i18n.t('positions.csvProfitPercent'),
    settlementPrice: i18n.t('positions.csvSettlementPrice'),
    opened: i18n.t('positions.csvOpened'),
    ended: i18n.t('positions.csvEnded'),
    verification: i18n.t('positions.csvVerification'),
    option: i18n.t('positions.csvOption'),
    buyer: i18n.t('positions.csvBuyer'),
    seller: i18n.t('positions.csvSeller'),
    referrer: i18n.t('positions.csvReferrer'),
    openedBy: i18n.t('positions.csvOpenedBy'),
    endedBy: i18n.t('positions.csvEndedBy'),
  };
}
