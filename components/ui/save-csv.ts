/** Saves a table as a file that is named after its contents and today's date. */
export function saveCsv(name: string, text: string): void {
  // Starts with a byte order mark: spreadsheets assume another encoding otherwise.
  const url = URL.createObjectURL(new Blob([`\uFEFF${text}`], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `condor-${name}-${new Date().toISOString().slice(0, 10)}.csv`;
  link.click();
  URL.revokeObjectURL(url);
}
