/** The kinds of file that every list can be had as. */
export type SheetFormat = 'csv' | 'xlsx';

/** The name that the server gives a file it sends. */
export function attachedName(headers: Headers, fallback: string): string {
  const disposition = headers.get('Content-Disposition') ?? '';
  return /filename="([^"]+)"/.exec(disposition)?.[1] ?? fallback;
}

/** Hands a file to the browser, which keeps it where downloads go. A link could not send the session along. */
export function saveFile(file: Blob, name: string) {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken what it needs by the next turn.
  setTimeout(() => URL.revokeObjectURL(url));
}

/** Hands over a file that the server makes, under the name it gives it. */
export async function saveAnswered(asked: Promise<{ data: Blob; headers: Headers }>, fallback: string): Promise<void> {
  const { data, headers } = await asked;
  saveFile(data, attachedName(headers, fallback));
}
