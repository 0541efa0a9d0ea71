import { Clock, icons, type LucideIcon } from "lucide-react";
import type { ComponentType, SVGProps } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";
import { createIcon, type IconData } from "./icon.tsx";

type Props = Omit<SVGProps<SVGSVGElement>, "children" | "ref">;

afterEach(() => vi.unstubAllEnvs());

/** The data that the library renders an icon from: the element has it as a prop. */
function readData(Library: LucideIcon): IconData {
  const { render } = Library as unknown as {
    render: (props: object) => { props: { icon: IconData } };
  };
  return render({}).props.icon;
}

function drawBoth(Library: LucideIcon, props: Props): [ours: string, theirs: string] {
  const Ours: ComponentType<Props> = createIcon(readData(Library));
  return [renderToStaticMarkup(<Ours {...props} />), renderToStaticMarkup(<Library {...props} />)];
}

const PROPS: Props[] = [
  { className: "icon size-4", "aria-hidden": true },
  { className: "icon" },
  {},
  { "aria-label": "Clock", role: "img" },
  { style: { color: "red" } },
];

test("an icon is what the library draws, whatever attributes it is given", () => {
  for (const props of PROPS) {
    const [ours, theirs] = drawBoth(Clock, props);
    expect(ours).toBe(theirs);
  }
});

test("every icon is, on the server and in the browser", () => {
  const all = Object.values(icons);
  expect(all.length).toBeGreaterThan(1_000);
  for (const isServer of [true, false]) {
    vi.stubEnv("SSR", isServer);
    const drawn = all.map((Library) => drawBoth(Library, PROPS[0] ?? {}));
    expect(drawn.map(([ours]) => ours)).toEqual(drawn.map(([, theirs]) => theirs));
  }
});
