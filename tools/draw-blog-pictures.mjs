// Draws the pictures of the blog's articles into public/blog, each in three widths and two formats:
// one of the site's car illustrations and, in front of it, the subject of the article. Run it by
// hand after a change: node tools/draw-blog-pictures.mjs. The pictures contain no words, because
// they serve both languages.
import { mkdirSync } from "node:fs";
import sharp from "sharp";
import { carSvg } from "../packages/car-illustration/car-svg.ts";
import { POST_PICTURE_WIDTHS_PX, postPicture } from "../src/domain/blog/post-picture.ts";

const WIDTH = 1200;
const HEIGHT = 675;
const RED = "#c8102e";
const INK = "#14171b";
const GREEN = "#0a7a4a";
const LINE = "#c5cad1";

/** A sheet of paper or a panel, with a soft shadow, slightly rotated. */
const sheet = (x, y, width, height, turn, inside) =>
  `<g transform="rotate(${turn} ${x + width / 2} ${y + height / 2})">
    <rect x="${x + 6}" y="${y + 14}" width="${width}" height="${height}" rx="22" fill="${INK}" opacity=".22" filter="url(#soft)"/>
    <rect x="${x}" y="${y}" width="${width}" height="${height}" rx="22" fill="#fff"/>
    <g transform="translate(${x} ${y})">${inside}</g>
  </g>`;
const line = (x, y, width, colour = LINE, thick = 12) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${thick}" rx="${thick / 2}" fill="${colour}"/>`;
const tick = (x, y, size, colour) =>
  `<path d="M${x} ${y + size * 0.5}l${size * 0.33} ${size * 0.33}l${size * 0.67} -${size * 0.72}" fill="none" stroke="${colour}" stroke-width="${size * 0.2}" stroke-linecap="round" stroke-linejoin="round"/>`;

function checklist() {
  const rows = [0, 1, 2, 3, 4].map((row) => {
    const y = 92 + row * 66;
    const box = `<rect x="34" y="${y}" width="42" height="42" rx="11" fill="${row < 4 ? "#e8f7ef" : "#fff"}" stroke="${row < 4 ? GREEN : LINE}" stroke-width="4"/>`;
    return (
      box +
      (row < 4 ? tick(42, y + 8, 26, GREEN) : "") +
      line(98, y + 15, [150, 118, 164, 132, 96][row])
    );
  });
  const clip = `<rect x="100" y="-18" width="100" height="46" rx="14" fill="${INK}"/><circle cx="150" cy="2" r="9" fill="#fff"/>`;
  return sheet(840, 110, 300, 440, 4, line(34, 48, 140, RED, 16) + rows.join("") + clip);
}

function bars() {
  const heights = [96, 140, 190, 250];
  const columns = heights.map(
    (height, index) =>
      `<rect x="${44 + index * 78}" y="${310 - height}" width="54" height="${height}" rx="10" fill="${index === 3 ? RED : "#f0a3ae"}"/>`,
  );
  const falling = `<path d="M60 88C130 128 220 168 334 190" fill="none" stroke="${INK}" stroke-width="7" stroke-dasharray="18 14" stroke-linecap="round"/>`;
  return sheet(770, 90, 390, 370, -3, columns.join("") + line(36, 318, 318, INK, 6) + falling);
}

function signpost() {
  const arm = (y, turn, colour, right) => {
    const shape = right ? `M930 ${y}h170l44 38l-44 38h-170z` : `M1010 ${y}h-170l-44 38l44 38h170z`;
    return `<g transform="rotate(${turn} 970 ${y + 38})"><path d="${shape}" fill="${INK}" opacity=".2" transform="translate(5 10)" filter="url(#soft)"/><path d="${shape}" fill="${colour}" stroke="#fff" stroke-width="6" stroke-linejoin="round"/>${line(right ? 962 : 856, y + 32, 110, "#fff", 13)}</g>`;
  };
  return `<rect x="955" y="70" width="30" height="510" rx="12" fill="#8a6a4a"/><rect x="955" y="70" width="11" height="510" rx="5" fill="#a5835e"/>
    ${arm(110, -3, RED, true)}${arm(218, 3, INK, false)}${arm(326, -2, GREEN, true)}`;
}

/** Six branches with two twigs each. */
function flake(x, y, radius, colour, thick) {
  const branch = `<path d="M0 0V-${radius}M0 -${radius * 0.62}l${radius * 0.26} -${radius * 0.24}M0 -${radius * 0.62}l-${radius * 0.26} -${radius * 0.24}" fill="none" stroke="${colour}" stroke-width="${thick}" stroke-linecap="round"/>`;
  const branches = [0, 60, 120, 180, 240, 300].map(
    (turn) => `<g transform="rotate(${turn})">${branch}</g>`,
  );
  return `<g transform="translate(${x} ${y})">${branches.join("")}</g>`;
}

function winter() {
  // The same snowflakes at every run.
  let state = 7;
  const next = () => (state = (state * 16807) % 2147483647) / 2147483647;
  const falling = Array.from({ length: 130 }, () => {
    const [x, y, size] = [next() * WIDTH, next() * HEIGHT, 1.5 + next() * 4.5];
    return `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${size.toFixed(1)}" fill="#fff" opacity="${(0.5 + next() * 0.5).toFixed(2)}"/>`;
  });
  const ground = `<path d="M0 ${HEIGHT}V600C180 630 300 634 520 630S940 606 ${WIDTH} 622V${HEIGHT}z" fill="#fff"/><path d="M0 ${HEIGHT}V650C240 640 420 660 700 654S1040 644 ${WIDTH} 656V${HEIGHT}z" fill="#e6eef6"/>`;
  const symbol = sheet(
    920,
    70,
    220,
    220,
    5,
    `<path d="M28 186L74 84l26 46l30 -96l30 88l18 -34l20 98z" fill="none" stroke="${INK}" stroke-width="11" stroke-linejoin="round"/>${flake(112, 142, 38, RED, 8)}`,
  );
  return `<rect width="${WIDTH}" height="${HEIGHT}" fill="#dfeaf5" opacity=".12"/>${ground}${falling.join("")}${symbol}`;
}

function keyless() {
  const waves = [70, 120, 170].map(
    (radius) =>
      `<path d="M${846 - radius * 0.7} ${330 - radius * 0.72}A${radius} ${radius} 0 0 0 ${846 - radius * 0.7} ${330 + radius * 0.72}" fill="none" stroke="#fff" stroke-width="11" stroke-linecap="round" opacity="${1 - radius / 260}"/>`,
  );
  const fob = `<g transform="rotate(16 900 330)"><rect x="848" y="262" width="104" height="176" rx="44" fill="${INK}" stroke="#fff" stroke-width="6"/><circle cx="900" cy="312" r="16" fill="none" stroke="#fff" stroke-width="6"/><rect x="880" y="346" width="40" height="12" rx="6" fill="#fff"/><rect x="880" y="374" width="40" height="12" rx="6" fill="${RED}"/><path d="M884 262v-26h32v26" fill="none" stroke="#fff" stroke-width="9"/></g>`;
  const shield = `<g transform="translate(1010 70)"><path d="M70 8L138 34V92C138 140 108 172 70 190C32 172 2 140 2 92V34z" fill="${INK}" opacity=".3" transform="translate(6 12)" filter="url(#soft)"/><path d="M70 8L138 34V92C138 140 108 172 70 190C32 172 2 140 2 92V34z" fill="${RED}" stroke="#fff" stroke-width="8" stroke-linejoin="round"/>${tick(38, 68, 64, "#fff")}</g>`;
  return waves.join("") + fob + shield;
}

function magnifier() {
  const report = sheet(
    820,
    80,
    290,
    400,
    5,
    line(34, 44, 120, RED, 16) +
      [0, 1, 2, 3, 4, 5]
        .map((row) => line(34, 96 + row * 46, [220, 180, 210, 150, 200, 120][row]))
        .join(""),
  );
  const glass = `<g><circle cx="470" cy="330" r="196" fill="#fff" opacity=".16"/><circle cx="470" cy="330" r="196" fill="none" stroke="${INK}" stroke-width="30"/><circle cx="470" cy="330" r="196" fill="none" stroke="#fff" stroke-width="7"/><path d="M616 474L736 594" stroke="${INK}" stroke-width="46" stroke-linecap="round"/><path d="M640 498L728 586" stroke="${RED}" stroke-width="20" stroke-linecap="round"/><path d="M350 270A140 140 0 0 1 430 200" fill="none" stroke="#fff" stroke-width="14" stroke-linecap="round" opacity=".8"/></g>`;
  return report + glass;
}

/** The car of each picture, and what is drawn in front of it. */
const PICTURES = [
  {
    id: "buying-a-used-car-in-canada",
    car: { body: "SUV", colour: "Blue", backdrop: "rockies", seed: 11 },
    draw: checklist,
  },
  {
    id: "car-loan-real-cost",
    car: { body: "Sedan", colour: "Silver", backdrop: "studio", seed: 3 },
    draw: bars,
  },
  {
    id: "sell-trade-in-or-list",
    car: { body: "Hatchback", colour: "Red", backdrop: "prairie", seed: 5 },
    draw: signpost,
  },
  {
    id: "winter-ready-used-car",
    car: { body: "SUV", colour: "White", backdrop: "lake", seed: 21 },
    draw: winter,
  },
  {
    id: "connected-car-theft-recalls-data",
    car: { body: "Sedan", colour: "Black", backdrop: "dusk", seed: 8 },
    draw: keyless,
  },
  {
    id: "vehicle-history-reports-reviewed",
    car: { body: "Minivan", colour: "Green", backdrop: "studio", seed: 4 },
    draw: magnifier,
  },
];

mkdirSync("public/blog", { recursive: true });
for (const { id, car, draw } of PICTURES) {
  // The scene of 1600 by 1000 is moved to the left, so that there is room beside the car for what
  // is in front.
  const scene = await sharp(Buffer.from(carSvg({ ...car, trim: "Luxury", view: "front34" })))
    .resize(1300, 813)
    .extract({ left: 70, top: 110, width: WIDTH, height: HEIGHT })
    .png()
    .toBuffer();
  const front = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><filter id="soft" x="-30%" y="-30%" width="160%" height="160%"><feGaussianBlur stdDeviation="12"/></filter>${draw()}</svg>`;
  const whole = sharp(
    await sharp(scene)
      .composite([{ input: Buffer.from(front) }])
      .png()
      .toBuffer(),
  );
  for (const width of POST_PICTURE_WIDTHS_PX) {
    const picture = whole.clone().resize(width);
    const files = {
      avif: picture.clone().avif({ quality: 54, effort: 6 }),
      webp: picture.clone().webp({ quality: 80 }),
    };
    for (const [format, file] of Object.entries(files)) {
      const address = postPicture(id, width, format);
      const { size } = await file.toFile(`public${address}`);
      console.log(`${address} ${Math.round(size / 1000)} kB`);
    }
  }
}
