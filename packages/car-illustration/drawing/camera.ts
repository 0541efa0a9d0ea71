import { cross, dot, normalize, subtract, type Vec2, type Vec3 } from "../geometry/vector.ts";
import type { View } from "../illustration/options.ts";

/** From where a view looks. Degrees; yaw 0 faces the nose, 90 the left flank, 180 the tail. */
export interface ViewAngle {
  yawDeg: number;
  pitchDeg: number;
  /** How far the front wheels are turned. */
  steerDeg: number;
  /** How much a close-up enlarges; 1 shows the whole car. */
  zoom: number;
}

/** Front and rear are a hundredth of a degree off, so that no part falls exactly edge-on. */
export const VIEW_ANGLES: Record<View, ViewAngle> = {
  front34: { yawDeg: 42, pitchDeg: 4.6, steerDeg: 14, zoom: 1 },
  side: { yawDeg: 90, pitchDeg: 2.2, steerDeg: 0, zoom: 1 },
  rear34: { yawDeg: 140, pitchDeg: 5.4, steerDeg: 0, zoom: 1 },
  front: { yawDeg: 0.01, pitchDeg: 4, steerDeg: 0, zoom: 1 },
  rear: { yawDeg: 179.99, pitchDeg: 5, steerDeg: 0, zoom: 1 },
  wheel: { yawDeg: 62, pitchDeg: 5, steerDeg: 8, zoom: 2.35 },
  lamp: { yawDeg: 24, pitchDeg: 7, steerDeg: 10, zoom: 2.05 },
  tail: { yawDeg: 152, pitchDeg: 8, steerDeg: 0, zoom: 2.05 },
};

export interface Camera {
  position: Vec3;
  /** Perspective view in metres at the target's distance: x right, y down. */
  look(point: Vec3): Vec2;
  /** Where the horizon lies in that picture, y down. */
  horizon: number;
}

/** The camera looks at a point above the middle of the wheelbase, at the height of the doors. */
const TARGET: Vec3 = [0, 0, 0.7];

export function createCamera(angle: ViewAngle, distance: number): Camera {
  const yaw = (angle.yawDeg * Math.PI) / 180;
  const pitch = (angle.pitchDeg * Math.PI) / 180;
  const back: Vec3 = [
    Math.cos(pitch) * Math.cos(yaw),
    Math.cos(pitch) * Math.sin(yaw),
    Math.sin(pitch),
  ];
  const position: Vec3 = [
    TARGET[0] + distance * back[0],
    TARGET[1] + distance * back[1],
    TARGET[2] + distance * back[2],
  ];
  const forward: Vec3 = [-back[0], -back[1], -back[2]];
  const right = normalize(cross(forward, [0, 0, 1]));
  const up = cross(right, forward);
  return {
    position,
    look: (point) => {
      const away = subtract(point, position);
      const shrink = distance / dot(away, forward);
      return [dot(away, right) * shrink, -dot(away, up) * shrink];
    },
    horizon: -distance * Math.tan(pitch),
  };
}
