import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { HEIC_PHOTO } from "#platform/decoding/decode.fixture.ts";

/**
 * `becomes`: the code with which the file must be refused, or "clean" if it must be accepted and
 * reduced to its pixels.
 */
type HostileFile = { title: string; bytes: Buffer; becomes: string };

export const CANARY = "CANARY-45.4215N-75.6972W";

const paint = (width = 320, height = 240) =>
  sharp({ create: { width, height, channels: 3, background: "#b3261e" } });
const jpeg = () => paint().jpeg().toBuffer();
const png = () => paint().png().toBuffer();
const webp = () => paint().webp().toBuffer();
const avif = () => paint().avif({ effort: 0 }).toBuffer();

/** About fifty malicious or broken uploads, made for each run. */
export async function hostileFiles(): Promise<HostileFile[]> {
  const [j, p, w, a] = await Promise.all([jpeg(), png(), webp(), avif()]);
  return [
    ...wrongTypes(),
    ...truncated({ jpeg: j, png: p, webp: w, avif: a }),
    ...(await bombs(j, p)),
    ...polyglots(j, p, w),
    ...fromPhones(),
    ...(await carriers(j)),
  ];
}

function wrongTypes(): HostileFile[] {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400">`;
  const contents: [string, Buffer | string][] = [
    ["nothing", ""],
    ["one byte", "\xff"],
    ["a page with a script", `<!doctype html><script>alert("${CANARY}")</script>`],
    ["SVG with a script", `${svg}<script>alert(1)</script></svg>`],
    [
      "SVG that reads a file",
      `${svg}<image href="file:///etc/passwd" width="9" height="9"/></svg>`,
    ],
    ["SVG that calls out", `${svg}<image href="http://127.0.0.1:1/x"/></svg>`],
    [
      "SVG with an entity bomb",
      `<!DOCTYPE s [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]>${svg}&b;</svg>`,
    ],
    ["SVG after a mark of byte order", `\ufeff${svg}</svg>`],
    ["compressed SVG", deflateSync(Buffer.from(`${svg}</svg>`))],
    ["GIF", Buffer.from("47494638396101000100800000ffffff00000021f90401000000002c", "hex")],
    ["BMP", Buffer.concat([Buffer.from("BM"), Buffer.alloc(200)])],
    ["TIFF", Buffer.from("49492a0008000000000000000000", "hex")],
    [
      "HEIC",
      Buffer.concat([Buffer.from("00000018667479706865696300000000", "hex"), Buffer.alloc(99)]),
    ],
    ["PDF", `%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>`],
    ["PostScript", "%!PS-Adobe-3.0\n(%pipe%id) (r) file"],
    [
      "ImageMagick's own script",
      "push graphic-context\nfill 'url(https://x/|id)'\npop graphic-context",
    ],
    ["ZIP", Buffer.from("504b0304140000000000", "hex")],
    ["ELF program", Buffer.from("7f454c4602010100", "hex")],
    ["Windows program", Buffer.concat([Buffer.from("MZ"), Buffer.alloc(300)])],
    ["PHP", "<?php system($_GET['c']); ?>"],
    ["MP4", Buffer.from("0000001866747970697336d00000000069736f6d", "hex")],
    ["a RIFF sound", Buffer.concat([Buffer.from("RIFF\x24\0\0\0WAVEfmt "), Buffer.alloc(64)])],
    ["zeros", Buffer.alloc(4096)],
  ];
  return contents.map(([title, content]) => ({
    title,
    bytes: Buffer.isBuffer(content) ? content : Buffer.from(content, "utf8"),
    becomes: "not_a_photo",
  }));
}

function truncated(photos: Record<string, Buffer>): HostileFile[] {
  return Object.entries(photos).flatMap(([format, bytes]) => [
    { title: `the head of a ${format}`, bytes: bytes.subarray(0, 24), becomes: "not_a_photo" },
    {
      title: `half a ${format}`,
      bytes: bytes.subarray(0, Math.floor(bytes.length / 2)),
      becomes: "not_a_photo",
    },
  ]);
}

async function bombs(jpegFile: Buffer, pngFile: Buffer): Promise<HostileFile[]> {
  const wide = await sharp({
    create: { width: 9000, height: 9000, channels: 3, background: "#000" },
  })
    .png({ compressionLevel: 9 })
    .toBuffer();
  const claimsHuge = Buffer.from(jpegFile);
  const frame = claimsHuge.indexOf(Buffer.from([0xff, 0xc0]));
  claimsHuge.writeUInt16BE(65_500, frame + 5);
  claimsHuge.writeUInt16BE(65_500, frame + 7);
  return [
    { title: "PNG of 81 megapixels in few bytes", bytes: wide, becomes: "photo_too_large" },
    { title: "JPEG that claims 4,290 megapixels", bytes: claimsHuge, becomes: "photo_too_large" },
    {
      title: "PNG that claims 2 billion pixels a side",
      bytes: pngClaiming(pngFile, 0x7fffffff),
      becomes: "not_a_photo",
    },
    { title: "PNG that claims no width", bytes: pngClaiming(pngFile, 0), becomes: "not_a_photo" },
    {
      title: "more than 10 MB",
      bytes: Buffer.concat([jpegFile, Buffer.alloc(10 * 1024 * 1024)]),
      becomes: "photo_too_large",
    },
    { title: "one pixel", bytes: await paint(1, 1).png().toBuffer(), becomes: "photo_too_small" },
    { title: "a line", bytes: await paint(4000, 1).png().toBuffer(), becomes: "photo_too_small" },
    { title: "PNG with a text bomb", bytes: withTextBomb(pngFile), becomes: "clean" },
  ];
}

/** A PNG whose header claims another size, with the correct checksum for it. */
function pngClaiming(file: Buffer, side: number): Buffer {
  const claimed = Buffer.from(file);
  claimed.writeUInt32BE(side, 16);
  claimed.writeUInt32BE(side, 20);
  claimed.writeUInt32BE(crc32(claimed.subarray(12, 29)), 29);
  return claimed;
}

/** Adds 50 MB of one letter, as 50 kB of compressed text beside the picture. */
function withTextBomb(file: Buffer): Buffer {
  const text = deflateSync(Buffer.alloc(50 * 1024 * 1024, 65));
  const body = Buffer.concat([Buffer.from(`zTXt${CANARY}\0\0`), text]);
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(body.length - 4, 0);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), body.length + 4);
  return Buffer.concat([file.subarray(0, 33), chunk, file.subarray(33)]);
}

function crc32(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}

/** HEIC files, which have a separate decoder, with its possible errors. */
function fromPhones(): HostileFile[] {
  const cut = HEIC_PHOTO.subarray(0, HEIC_PHOTO.length - 60);
  const behind = Buffer.concat([HEIC_PHOTO, Buffer.from(`<script>${CANARY}</script>`)]);
  const noise = Buffer.from(
    HEIC_PHOTO.map((byte, at) => (at > 40 && at < 300 ? byte ^ 0x5a : byte)),
  );
  // The item property "ispe" contains the size of the picture (ISO/IEC 23008-12 §6.5.3).
  const huge = Buffer.from(HEIC_PHOTO);
  const size = huge.indexOf("ispe") + 8;
  huge.writeUInt32BE(30_000, size);
  huge.writeUInt32BE(30_000, size + 4);
  return [
    { title: "HEIC", bytes: HEIC_PHOTO, becomes: "clean" },
    { title: "HEIC and a page in one", bytes: behind, becomes: "clean" },
    { title: "HEIC without its end", bytes: cut, becomes: "not_a_photo" },
    { title: "HEIC with other bytes in its head", bytes: noise, becomes: "not_a_photo" },
    { title: "HEIC that claims 900 megapixels", bytes: huge, becomes: "photo_too_large" },
  ];
}

/** Valid pictures with a second file appended. */
function polyglots(jpegFile: Buffer, pngFile: Buffer, webpFile: Buffer): HostileFile[] {
  const riders: [string, string][] = [
    ["a page", `<html><script>alert("${CANARY}")</script></html>`],
    ["PHP", `<?php echo "${CANARY}"; ?>`],
    ["a ZIP", `PK\x03\x04${CANARY}`],
    ["a program of JavaScript", `*/=1;alert("${CANARY}")//`],
  ];
  return riders.flatMap(([what, text]) =>
    Object.entries({ JPEG: jpegFile, PNG: pngFile, WebP: webpFile }).map(([format, bytes]) => ({
      title: `${format} and ${what} in one`,
      bytes: Buffer.concat([bytes, Buffer.from(text, "latin1")]),
      becomes: "clean",
    })),
  );
}

/** Valid pictures with personal metadata. */
async function carriers(jpegFile: Buffer): Promise<HostileFile[]> {
  const exif = {
    IFD0: { Copyright: CANARY, Make: CANARY },
    IFD3: { GPSLatitudeRef: "N", GPSLatitude: "45/1 25/1 17/1" },
  };
  const comment = Buffer.from(CANARY);
  const marker = Buffer.from([0xff, 0xfe, 0, comment.length + 2]);
  const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><script>${CANARY}</script></x:xmpmeta>`;
  return [
    {
      title: "JPEG with GPS in its EXIF",
      bytes: await paint().withExif(exif).jpeg().toBuffer(),
      becomes: "clean",
    },
    {
      title: "WebP with GPS in its EXIF",
      bytes: await paint().withExif(exif).webp().toBuffer(),
      becomes: "clean",
    },
    {
      title: "PNG with GPS in its EXIF",
      bytes: await paint().withExif(exif).png().toBuffer(),
      becomes: "clean",
    },
    {
      title: "JPEG with XMP",
      bytes: await paint().withXmp(xmp).jpeg().toBuffer(),
      becomes: "clean",
    },
    {
      title: "JPEG with a comment",
      bytes: Buffer.concat([jpegFile.subarray(0, 2), marker, comment, jpegFile.subarray(2)]),
      becomes: "clean",
    },
  ];
}
