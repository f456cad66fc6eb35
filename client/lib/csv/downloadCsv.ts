/** Some browsers ask before a download starts. The text must exist until then. */
const downloadBeginsWithinMs = 60_000;

export const downloadCsv = (text: string | Blob, name: string): void => {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  window.setTimeout(() => URL.revokeObjectURL(url), downloadBeginsWithinMs);
};
