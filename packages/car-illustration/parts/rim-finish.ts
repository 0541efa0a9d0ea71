import type { Picture } from "../drawing/picture.ts";

/** The shades of a wheel, brightest first. */
export interface RimFinish {
  bright: string;
  light: string;
  shade: string;
  deep: string;
}

export type RimFinishName = "silver" | "gunmetal" | "black";

export const RIM_FINISHES: Record<RimFinishName, RimFinish> = {
  silver: { bright: "#f3f5f7", light: "#c3c9cf", shade: "#878f97", deep: "#4f565d" },
  gunmetal: { bright: "#a2a9b0", light: "#727a82", shade: "#4a5158", deep: "#24282c" },
  black: { bright: "#565c63", light: "#2b2f34", shade: "#16191c", deep: "#08090a" },
};

/** Black or gunmetal on sport cars; mostly silver on base cars, half of the luxury ones. */
export function wheelFinish({ isSport, isLuxury, choices }: Picture): RimFinishName {
  const draw = choices.wheelFinish;
  if (isSport) return draw < 0.6 ? "black" : "gunmetal";
  return draw < (isLuxury ? 0.5 : 0.75) ? "silver" : "gunmetal";
}
