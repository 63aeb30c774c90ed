import { readFile } from 'node:fs/promises';
import { deflateRawSync, deflateSync } from 'node:zlib';
import { type Download, expect, type Locator, type Page } from '@playwright/test';

/** A file as a person would choose it. */
export type ChosenFile = { name: string; mimeType: string; buffer: Buffer };

export function csvFile(name: string, text: string | Buffer): ChosenFile {
  return { name, mimeType: 'text/csv', buffer: Buffer.from(text) };
}

/** A table as Spanish spreadsheets write it. */
export function table(...rows: (string | number)[][]): string {
  return rows.map((row) => row.join(';')).join('\r\n');
}

/** A workbook with one sheet, written by hand so that it can also be what no spreadsheet would write. */
export function workbook(name: string, rows: string): ChosenFile {
  const namespace = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const sheet = `<worksheet xmlns="${namespace}"><sheetData>${rows}</sheetData></worksheet>`;
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  return { name, mimeType, buffer: zip('xl/worksheets/sheet1.xml', Buffer.from(sheet)) };
}

/** A picture of one colour. */
export function pngFile(name: string, side: number, [red, green, blue] = [200, 30, 30]): ChosenFile {
  const line = Buffer.concat([
    Buffer.from([0]),
    ...Array.from({ length: side }, () => Buffer.from([red ?? 0, green ?? 0, blue ?? 0])),
  ]);
  const size = Buffer.alloc(13);
  size.writeUInt32BE(side, 0);
  size.writeUInt32BE(side, 4);
  size.set([8, 2, 0, 0, 0], 8);
  const buffer = Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', size),
    chunk('IDAT', deflateSync(Buffer.concat(Array.from({ length: side }, () => line)))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
  return { name, mimeType: 'image/png', buffer };
}

/** Gives a file to the input behind a button, as the browser's own window would. */
export async function chooseFile(page: Page, button: Locator, file: ChosenFile) {
  const asked = page.waitForEvent('filechooser');
  await button.click();
  await (await asked).setFiles(file);
}

/** Drops a file on a part of the page, or pastes it there. */
export async function handOver(target: Locator, event: 'drop' | 'paste', { name, mimeType, buffer }: ChosenFile) {
  await target.evaluate(
    (element, { kind, file }) => {
      const bytes = Uint8Array.from(atob(file.base64), (letter) => letter.charCodeAt(0));
      const data = new DataTransfer();
      data.items.add(new File([bytes], file.name, { type: file.type }));
      const options = { bubbles: true, cancelable: true };
      if (kind === 'paste') {
        element.dispatchEvent(new ClipboardEvent('paste', { ...options, clipboardData: data }));
        return;
      }
      for (const step of ['dragenter', 'dragover', 'drop']) {
        element.dispatchEvent(new DragEvent(step, { ...options, dataTransfer: data }));
      }
    },
    { kind: event, file: { name, type: mimeType, base64: buffer.toString('base64') } },
  );
}

/** Clicks and waits for the file that comes of it. */
export async function downloadBy(page: Page, button: Locator): Promise<{ name: string; content: Buffer }> {
  const coming = page.waitForEvent('download');
  await button.click();
  return saved(await coming);
}

export async function saved(download: Download): Promise<{ name: string; content: Buffer }> {
  return { name: download.suggestedFilename(), content: await readFile(await download.path()) };
}

/** The rows of an exported CSV, whose cells hold neither quotes nor line breaks in these tests. */
export function csvRows(content: Buffer): string[][] {
  const text = content.toString('utf8');
  expect(text.startsWith('\ufeff'), 'it is marked as UTF-8').toBe(true);
  return text
    .slice(1)
    .trimEnd()
    .split(/\r?\n/)
    .map((line) => line.split(';'));
}

const crcTable = Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value >>> 0;
});

function crc32(bytes: Buffer): number {
  let value = 0xffffffff;
  for (const byte of bytes) value = (value >>> 8) ^ (crcTable[(value ^ byte) & 0xff] ?? 0);
  return (value ^ 0xffffffff) >>> 0;
}

function chunk(kind: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(kind), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** An archive with one entry. */
function zip(entry: string, content: Buffer): Buffer {
  const name = Buffer.from(entry);
  const packed = deflateRawSync(content);
  const facts = Buffer.alloc(26);
  facts.writeUInt16LE(20, 0);
  facts.writeUInt16LE(8, 4);
  facts.writeUInt32LE(crc32(content), 10);
  facts.writeUInt32LE(packed.length, 14);
  facts.writeUInt32LE(content.length, 18);
  facts.writeUInt16LE(name.length, 22);
  const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), facts, name, packed]);
  const madeBy = Buffer.from([20, 0]);
  const central = Buffer.concat([Buffer.from('PK\x01\x02', 'latin1'), madeBy, facts, Buffer.alloc(14), name]);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(1, 4);
  end.writeUInt16LE(1, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(local.length, 12);
  return Buffer.concat([local, central, Buffer.from('PK\x05\x06', 'latin1'), end]);
}
