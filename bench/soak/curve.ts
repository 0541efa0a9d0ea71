// Draws the samples of the soak test: memory above, processor time below.
import type { Sample } from "./samples.ts";

const WIDTH = 760;
const LEFT = 56;
const RIGHT = 150;
const CHARTS = [
  {
    top: 36,
    height: 240,
    title: "MB",
    lines: [
      { name: "site, resident", colour: "#c8102e", read: (each: Sample) => each.residentMb },
      { name: "its heap, in use", colour: "#e08a00", read: (each: Sample) => each.heapUsedMb },
      { name: "PostgreSQL", colour: "#3a6ea5", read: (each: Sample) => each.postgresMb },
    ],
  },
  {
    top: 330,
    height: 110,
    title: "% of a core",
    lines: [
      { name: "site", colour: "#c8102e", read: (each: Sample) => each.sitePercent },
      { name: "PostgreSQL", colour: "#3a6ea5", read: (each: Sample) => each.postgresPercent },
    ],
  },
];

export function drawCurve(samples: readonly Sample[], caption: string): string {
  const last = samples.at(-1)?.minute ?? 1;
  const x = (minute: number) => LEFT + (minute / last) * (WIDTH - LEFT - RIGHT);
  const restAt = samples.find(({ phase }) => phase === "rest")?.minute;
  const charts = CHARTS.map(({ top, height, title, lines }) => {
    const step = roundStep(Math.max(...lines.flatMap(({ read }) => samples.map(read))) / 5);
    const most = step * 5.5;
    const y = (value: number) => top + height - (value / most) * height;
    const grid = [0, 1, 2, 3, 4, 5].map(
      (count) =>
        `<path d="M${LEFT} ${y(count * step)}H${WIDTH - RIGHT}" stroke="#ddd"/>` +
        `<text x="${LEFT - 8}" y="${y(count * step) + 4}" text-anchor="end">${count * step}</text>`,
    );
    const drawn = lines.map(({ name, colour, read }, at) => {
      const points = samples.map(
        (each) => `${x(each.minute).toFixed(1)},${y(read(each)).toFixed(1)}`,
      );
      return (
        `<polyline points="${points.join(" ")}" fill="none" stroke="${colour}" stroke-width="1.6"/>` +
        `<text x="${WIDTH - RIGHT + 12}" y="${top + 14 + at * 18}" fill="${colour}">${name}</text>`
      );
    });
    const rest =
      restAt === undefined
        ? ""
        : `<path d="M${x(restAt)} ${top}v${height}" stroke="#888" stroke-dasharray="4 3"/>` +
          `<text x="${x(restAt) + 4}" y="${top + 12}" fill="#666">rest</text>`;
    return `<text x="${LEFT}" y="${top - 6}">${title}</text>${grid.join("")}${rest}${drawn.join("")}`;
  });
  const minutes = [0, 0.25, 0.5, 0.75, 1].map(
    (share) =>
      `<text x="${x(share * last)}" y="462" text-anchor="middle">${(share * last).toFixed(1)} min</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} 480" font-family="sans-serif" font-size="12"><rect width="100%" height="100%" fill="#fff"/><text x="${LEFT}" y="16">${caption}</text>${charts.join("")}${minutes.join("")}</svg>\n`;
}

/** Rounds up to 1, 2 or 5 times a power of ten. */
function roundStep(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 0.1)));
  return ([1, 2, 5, 10].find((factor) => factor * power >= value) ?? 10) * power;
}
