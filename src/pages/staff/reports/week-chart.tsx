import { scaleBand, scaleLinear } from "d3-scale";
import { m } from "#messages/messages.js";

/** The leads of one week, by how their first contact went. */
export type ChartWeek = { name: string; inTime: number; late: number; open: number };

const WIDTH = 720;
const HEIGHT = 200;
const MARGIN = { top: 8, right: 0, bottom: 4, left: 36 };

/** Bars of leads by week. The same numbers stand in the table under it, so it needs no more text. */
export function WeekChart({ weeks }: { weeks: readonly ChartWeek[] }) {
  const most = Math.max(...weeks.map(({ inTime, late, open }) => inTime + late + open), 1);
  const y = scaleLinear([0, most], [HEIGHT - MARGIN.bottom, MARGIN.top]).nice(4);
  const x = scaleBand([MARGIN.left, WIDTH - MARGIN.right])
    .domain(weeks.map(({ name }) => name))
    .padding(0.25);
  return (
    <figure>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        className="w-full"
        role="img"
        aria-label={m.report_chart()}
      >
        {y
          .ticks(4)
          .filter(Number.isInteger)
          .map((tick) => (
            <g key={tick}>
              <line
                className="stroke-border"
                x1={MARGIN.left}
                x2={WIDTH}
                y1={y(tick)}
                y2={y(tick)}
              />
              <text
                className="fill-muted-foreground text-fine"
                x={MARGIN.left - 6}
                y={y(tick) + 4}
                textAnchor="end"
              >
                {tick}
              </text>
            </g>
          ))}
        {weeks.map(({ name, inTime, late, open }) => (
          <g key={name}>
            <title>{name}</title>
            {stack([
              ["fill-success", inTime],
              ["fill-destructive", late],
              ["fill-faint", open],
            ]).map(({ fill, from, to }) => (
              <rect
                key={fill}
                className={fill}
                x={x(name)}
                width={x.bandwidth()}
                y={y(to)}
                height={y(from) - y(to)}
              />
            ))}
          </g>
        ))}
      </svg>
      <figcaption className="small muted mt-2 flex flex-wrap gap-x-4 gap-y-1">
        <Key fill="bg-success" text={m.report_in_time()} />
        <Key fill="bg-destructive" text={m.report_late()} />
        <Key fill="bg-faint" text={m.report_not_yet()} />
      </figcaption>
    </figure>
  );
}

/** The parts of a bar, each on top of the one before. */
function stack(parts: readonly (readonly [fill: string, count: number])[]) {
  let from = 0;
  return parts.map(([fill, count]) => {
    const part = { fill, from, to: from + count };
    from += count;
    return part;
  });
}

function Key({ fill, text }: { fill: string; text: string }) {
  return (
    <span className="flex items-center gap-2">
      <span className={`size-3 rounded-sm ${fill}`} aria-hidden /> {text}
    </span>
  );
}
