/** Saves a table as a file whose name contains `name` and today's date. */
export function saveCsv(name: string, text: string): void {
  // The text begins with a byte order mark. Without this mark, spreadsheets assume another
  // encoding.
  const url = URL.createObjectURL(new Blob([`\uFEFF${text}`], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `condor-${name}-${new Date().toISOString().slice(0, 10)}.csv`;
  link.click();
  URL.revokeObjectURL(url);
}
