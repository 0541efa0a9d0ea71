import type { ReactNode } from "react";
import { m } from "#messages/messages.js";

/** The photos that a buyer looks for, in the order of a walk around the car. */
const SHOTS: readonly { name: () => string; hint: () => string; Silhouette: () => ReactNode }[] = [
  { name: m.photo_guide_front, hint: m.photo_guide_front_hint, Silhouette: FrontCorner },
  { name: m.photo_guide_side, hint: m.photo_guide_side_hint, Silhouette: Side },
  { name: m.photo_guide_rear, hint: m.photo_guide_rear_hint, Silhouette: RearCorner },
  { name: m.photo_guide_dash, hint: m.photo_guide_dash_hint, Silhouette: Dashboard },
  { name: m.photo_guide_odometer, hint: m.photo_guide_odometer_hint, Silhouette: Odometer },
  { name: m.photo_guide_tires, hint: m.photo_guide_tires_hint, Silhouette: Tire },
  { name: m.photo_guide_flaws, hint: m.photo_guide_flaws_hint, Silhouette: Flaw },
];

/** What to photograph, each with an outline of how it should fill the picture. */
export function PhotoGuide() {
  return (
    <section className="photo-guide" aria-labelledby="photo-guide">
      <p id="photo-guide" className="photo-guide__title">
        {m.photo_guide_title()}
      </p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- on a phone the row scrolls, by keys too */}
      <ol className="photo-guide__shots" tabIndex={0} aria-labelledby="photo-guide">
        {SHOTS.map(({ name, hint, Silhouette }) => (
          <li key={name()} className="photo-guide__shot">
            <svg viewBox="0 0 160 100" aria-hidden>
              <Corners />
              <Silhouette />
            </svg>
            <b>{name()}</b>
            <span>{hint()}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The corners of the frame, as in a camera's viewfinder. */
function Corners() {
  return (
    <path className="photo-guide__frame" d="M4 18V4H18M142 4H156V18M156 82V96H142M18 96H4V82" />
  );
}

/** Its radii across and up: seen from a corner, a wheel is narrower than it is high. */
type Radii = readonly [across: number, up: number];

function Wheel({ x, y, tire, rim }: { x: number; y: number; tire: Radii; rim: Radii }) {
  return (
    <>
      <ellipse className="photo-guide__tire" cx={x} cy={y} rx={tire[0]} ry={tire[1]} />
      <ellipse className="photo-guide__rim" cx={x} cy={y} rx={rim[0]} ry={rim[1]} />
    </>
  );
}

function FrontCorner() {
  return (
    <>
      <path
        className="photo-guide__body"
        d="M19.4 60C19.6 53.4 22.6 50 28 49C35 47.6 42 47.1 49 46.7L65.6 32C67.4 30.2 69 29.6 72 29.2C81 27.9 90 27.6 100 28.4L122 30.3C127 30.8 129.4 31.6 131.8 34L139 42.4C141 44.6 141.4 47 141 50.4C140.6 56 139 61.4 137 64.4L88 74.6C78 77 70 78 58 78.4L30 75.2C25 72.8 20.6 69 19.8 65.4Z"
      />
      <path
        className="photo-guide__glass"
        d="M50.5 46.6L67.6 32.6C68.6 31.7 70 31.4 72 31.4L92 31C93.6 31 94.2 31.8 93.4 33L84.4 46.4C83.4 47.9 82.4 48.3 80.4 48.2ZM88.6 46.2L97.4 33.2C98 32.2 99 31.6 100.6 31.6L126 32.4C128 32.5 129.4 33 130.4 34.4L134.6 41.2C135.2 42.4 134.6 43 133.2 43.2L90 47.2C88.4 47.3 87.9 47.1 88.6 46.2Z"
      />
      <path d="M113 31.6L112.4 45M28 62.4L39 63.8M44 59.8L54 58.4M20.4 57.4L22.6 58.2" />
      <Wheel x={77.6} y={73.2} tire={[9.1, 13]} rim={[5.4, 8]} />
      <Wheel x={130.3} y={65.2} tire={[5.8, 10.3]} rim={[3.4, 6.4]} />
    </>
  );
}

function Side() {
  return (
    <>
      <path
        className="photo-guide__body"
        d="M15.5 74.3C13.5 72.2 12.8 69.2 12.8 65.7C12.9 61.3 13.2 57.5 14.7 55.7C15.8 54.2 20.3 53 26.2 52.1C35.6 50.6 45 49.8 53.3 49.2C59.2 45 65.7 39.6 71.6 35.9C76.9 33 83.4 32.3 91.1 32.3C105.2 32.3 119.4 33.2 132.4 35.4C135.3 35.9 138.3 36.6 140 37.6L138 39C140 42.1 142.4 45.6 143.9 48.7C145.6 51.3 146.8 53.8 147.3 56.6C148 60.7 148.3 64.4 147.7 68.1C147.3 70.4 145.6 72.2 143 73.1L15.5 74.3Z"
      />
      <path
        className="photo-guide__glass"
        d="M59.2 48C63.9 44.4 69.2 40.1 74.2 37.3C79.3 35 85.2 34.4 91.6 34.4C104 34.5 116.4 35.2 127.6 36.9C131.2 37.5 133.2 38.9 134.6 41.2C135.6 43.1 136.3 44.8 136.4 45.8C136.4 46.9 134.7 47 132.4 47C107 47.4 83.4 47.7 59.2 48Z"
      />
      <path d="M89 34.4L91 47.6M113 35.4L115.6 47.2" />
      <Wheel x={40.6} y={72.8} tire={[11.2, 11.2]} rim={[7, 7]} />
      <Wheel x={120.6} y={72.8} tire={[11.2, 11.2]} rim={[7, 7]} />
    </>
  );
}

function RearCorner() {
  return (
    <>
      <path
        className="photo-guide__body"
        d="M18.8 50C19.4 46.6 20.4 45.6 24 45L38 44.2L50 31.6C51.6 29.4 53 28.8 56 28.4C63 27.2 70 26.5 77 26.6L114 28.6C121 29.2 124.4 30 127.6 32.6C131.6 36 134 40 135.6 44.2C138.4 45 140 46.6 140.4 50L140.6 60C140.6 64.4 139.6 67.4 136.6 69.4C130 71.8 118 73 98 76.2C90 77.2 84 76.8 76 76L22 66.6C19 61 17.8 56 18.8 50Z"
      />
      <path
        className="photo-guide__glass"
        d="M39.4 43.6L50.4 32.4C51.4 31.2 52.6 30.6 54.4 30.4L85 31.4C87 31.5 88 32 88.2 33.6L89.2 43.6C89.3 45 88.6 45.6 87 45.6L41 44.6C39 44.6 38.4 44.5 39.4 43.6ZM97.4 34.4C97 33 97.8 32.6 99.4 32.7C108 33.4 117 33.2 125 32.8C126.6 32.7 127.4 33.2 128.2 34.4C131 37.6 132.6 40.6 133.8 43C134.4 44.2 133.8 44.8 132.4 44.9C124 45.8 114 46 105 46C103 46 102 45.4 101.2 44C99.4 41 98.2 37.6 97.4 34.4Z"
      />
      <path d="M69.6 30.8L69.4 45.2M104 53.4L113 54.2M137.6 52L140 51M118.6 57.6L132 56.2V60.4L118.6 61.6Z" />
      <Wheel x={27.3} y={64} tire={[5.6, 10.4]} rim={[3.3, 6.5]} />
      <Wheel x={77.6} y={73.2} tire={[8.8, 13.2]} rim={[5.3, 8.2]} />
    </>
  );
}

function Dashboard() {
  return (
    <>
      <path
        className="photo-guide__body"
        d="M12 46C34 38 58 34 80 34C102 34 126 38 148 46L146 76C126 82 102 84 80 84C58 84 34 82 14 76Z"
      />
      <path
        className="photo-guide__glass"
        d="M78 42H110C112 42 113 43 113 45V60C113 62 112 63 110 63H78C76 63 75 62 75 60V45C75 43 76 42 78 42Z"
      />
      <path d="M76 70H112M118 52H140M118 60H138M78 84L74 92M112 84L116 92" />
      <circle className="photo-guide__tire photo-guide__tire--open" cx="46" cy="60" r="22" />
      <path d="M24.6 56L40 60M67.4 56L52 60M46 66V81.6" />
      <circle className="photo-guide__rim" cx="46" cy="60" r="6" />
    </>
  );
}

function Odometer() {
  return (
    <>
      <path
        className="photo-guide__body"
        d="M24 26H136C142 26 146 30 146 36V66C146 72 142 76 136 76H24C18 76 14 72 14 66V36C14 30 18 26 24 26Z"
      />
      <path d="M25 64A21 21 0 1 1 61 64M99 64A21 21 0 1 1 135 64M43 53L55 43M117 53L107 42" />
      <path
        className="photo-guide__glass"
        d="M66 60H94C96 60 97 61 97 63V69C97 71 96 72 94 72H66C64 72 63 71 63 69V63C63 61 64 60 66 60Z"
      />
      <path d="M69 63.4V68.6M75 63.4V68.6M81 63.4V68.6M87 63.4V68.6M92 63.4V68.6" />
    </>
  );
}

function Tire() {
  return (
    <>
      <path
        className="photo-guide__tire"
        d="M62 12C44 12 34 30 34 50C34 70 44 88 62 88H90C108 88 118 70 118 50C118 30 108 12 90 12Z"
      />
      <ellipse className="photo-guide__body" cx="90" cy="50" rx="20" ry="28" />
      <ellipse className="photo-guide__rim" cx="90" cy="50" rx="6" ry="8.4" />
      <path
        className="photo-guide__tread"
        d="M60 20L52 27L60 34M55 40L46 47L55 54M56 60L48 67L58 74M72 14L64 21M68 32L62 38M66 50L60 55M68 66L62 72M74 80L68 85"
      />
      <path d="M90 41V24M90 59V76M97 50H108M83 50H72" />
    </>
  );
}

function Flaw() {
  return (
    <>
      <path className="photo-guide__body" d="M16 34C52 26 108 26 144 34V78H16Z" />
      <path d="M16 48C58 42 102 42 144 48M40 36V78" />
      <path className="photo-guide__scratch" d="M62 66L78 56L74 64L96 50" />
      <circle className="photo-guide__lens" cx="80" cy="58" r="23" />
      <path className="photo-guide__lens" d="M97 75L112 90" />
    </>
  );
}
