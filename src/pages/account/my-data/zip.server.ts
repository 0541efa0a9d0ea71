import { crc32 } from "node:zlib";

export type ZipEntry = { name: string; text: string };

const LOCAL_HEADER = 0x04034b50;
const CENTRAL_HEADER = 0x02014b50;
const END_OF_DIRECTORY = 0x06054b50;
const VERSION = 20;
/** Names are UTF-8 (APPNOTE.TXT §4.4.4, bit 11). */
const FLAGS = 0x0800;
/** 1 January 1980, the first day that the format knows: the files carry no time of their own. */
const DOS_DATE = 0x0021;

/** Text files in one ZIP archive, stored as they are (PKWARE APPNOTE.TXT). */
export function toZip(entries: readonly ZipEntry[]): Buffer {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const { name, text } of entries) {
    const nameBytes = Buffer.from(name);
    const content = Buffer.from(text);
    // From the version on, both headers say the same.
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(VERSION, 0);
    shared.writeUInt16LE(FLAGS, 2);
    shared.writeUInt16LE(DOS_DATE, 8);
    shared.writeUInt32LE(crc32(content), 10);
    shared.writeUInt32LE(content.length, 14);
    shared.writeUInt32LE(content.length, 18);
    shared.writeUInt16LE(nameBytes.length, 22);
    local.push(uint32(LOCAL_HEADER), shared, nameBytes, content);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    central.push(uint32(CENTRAL_HEADER), uint16(VERSION), shared, place, nameBytes);
    offset += 4 + shared.length + nameBytes.length + content.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...local, directory, uint32(END_OF_DIRECTORY), end]);
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
